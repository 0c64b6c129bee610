import { inProcessByKey } from 'rapport-crm/in-process'
import { expect, it } from 'vitest'
import { ada, describeStorages, type Open } from '../../support/storages.ts'

const bob = 'bob@acme.test'

/** An organization with Ada, its administrator, and Bob, who reads what he was told. */
async function lab(open: Open) {
  const opened = await open()
  const { engine } = opened
  await engine.access.createOrganization({ id: 'acme', admin: ada.user })
  await engine.access.createUser({ organization: 'acme', email: bob })
  const asBob = engine.as({ ...ada, user: bob, role: 'member' })
  const told = async () => {
    await engine.tick()
    return (await asBob.notifications.list({ limit: 200 })).notifications.map(({ type, title }) => `${type}: ${title}`).toReversed()
  }
  return { ...opened, asBob, told }
}

describeStorages('a teammate is told', (open) => {
  it('what others assign to them, and nothing of what they assign to themselves', async () => {
    const { api, asBob, told } = await lab(open)
    const task = await api.tasks.create({ title: 'Call', owner_email: bob })
    const deal = await api.deals.create({ name: 'Press' })
    await api.deals.update({ id: deal.id, owner_email: bob })
    const company = await api.companies.create({ name: 'Lovelace Ltd' })
    await api.companies.update({ id: company.id, owner_email: bob })
    await asBob.contacts.create({ email: 'grace@example.com', assigned_to: bob })
    await asBob.tasks.create({ title: 'Mine' })
    await api.tasks.update({ id: task.id, priority: 'high' })
    await api.activities.log({ type: 'note', subject: 'Done', deal_id: deal.id, owner_email: bob })
    expect(await told()).toEqual([
      'record.assigned: Task “Call” was assigned to you',
      'record.assigned: Deal “Press” was assigned to you',
      'record.assigned: Company “Lovelace Ltd” was assigned to you',
    ])
    const [first] = (await asBob.notifications.list()).notifications.toReversed()
    expect(first).toMatchObject({ entity_type: 'task', entity_id: task.id, created_by: 'system', read_at: null })
  })

  it('by the key of a teammate, which is that teammate', async () => {
    const { engine, told } = await lab(open)
    const keyOf = async (user: string) => {
      const made = await engine.access.createKey({ organization: 'acme', user, name: 'Key', scopes: ['read', 'write'] })
      return await inProcessByKey(engine, made.key)
    }
    await (await keyOf(bob)).tasks.create({ title: 'Own', owner_email: bob })
    await (await keyOf(ada.user)).tasks.create({ title: 'Given', owner_email: bob })
    expect(await told()).toEqual(['record.assigned: Task “Given” was assigned to you'])
  })

  it('of many records at once by one notification, and by no further one while that is unread', async () => {
    const { api, asBob, clock, told } = await lab(open)
    for (let number = 0; number < 12; number += 1) await api.tasks.create({ title: `Task ${number}`, owner_email: bob })
    expect(await told()).toEqual(['record.assigned: Several records were assigned to you'])
    const [one] = (await asBob.notifications.list()).notifications
    expect(one).toMatchObject({ entity_id: null, body: expect.stringMatching(/^Task “Task 0” was assigned to you\n[^]*\n…$/) })
    for (let number = 0; number < 5; number += 1) await api.tasks.create({ title: `More ${number}`, owner_email: bob })
    expect(await told()).toHaveLength(1)
    clock.advance('61 minutes')
    for (let number = 0; number < 5; number += 1) await api.tasks.create({ title: `Later ${number}`, owner_email: bob })
    expect(await told()).toHaveLength(2)
  })

  it('of a task at the time to be reminded of it and when it is overdue: once, and again for another time', async () => {
    const { asBob, clock, told } = await lab(open)
    const remind_at = '2026-01-16T08:00:00.000Z'
    const { id } = await asBob.tasks.create({ title: 'Call', remind_at, due_at: '2026-01-16T09:00:00.000Z' })
    const done = await asBob.tasks.create({ title: 'Done', remind_at, due_at: '2026-01-16T09:00:00.000Z' })
    await asBob.tasks.complete({ id: done.id })
    clock.set('2026-01-16T07:59:00.000Z')
    expect(await told()).toEqual([])
    clock.set(remind_at)
    expect(await told()).toEqual(['task.reminder: Reminder: Call'])
    clock.set('2026-01-18T07:59:00.000Z')
    expect(await told()).toEqual(['task.reminder: Reminder: Call', 'task.overdue: Overdue: Call'])
    await asBob.tasks.update({ id, remind_at: '2026-01-18T08:00:00.000Z' })
    clock.set('2026-01-18T08:00:02.000Z')
    expect((await told()).at(-1)).toBe('task.reminder: Reminder: Call')
    expect(await told()).toHaveLength(3)
  })

  it('that a quote of theirs is viewed, accepted or declined', async () => {
    const { api, asBob, engine, told } = await lab(open)
    const company = await api.companies.create({ name: 'Lovelace Ltd' })
    const line = { name: 'Engine', quantity: 1, unit_price: 100 }
    const [good, bad] = await Promise.all(
      ['Good', 'Bad'].map((title) => asBob.quotes.create({ title, company_id: company.id, owner_email: bob, lines: [line] })),
    )
    for (const quote of [good!, bad!]) await asBob.quotes.send({ id: quote.id })
    await api.quotes.accept({ id: good!.id, name: 'Charles Babbage' })
    await api.quotes.decline({ id: bad!.id, reason: 'Too dear' })
    await engine.tick()
    expect(await told()).toEqual([
      expect.stringMatching(/^quote.accepted: Quote .*Good was accepted$/),
      expect.stringMatching(/^quote.declined: Quote .*Bad was declined$/),
    ])
    expect((await asBob.notifications.list()).notifications.map(({ body }) => body)).toContain('Reason: Too dear')
  })

  it('only what they have not switched off', async () => {
    const { api, asBob, clock, told } = await lab(open)
    const before = await asBob.notifications.settings()
    expect(before.settings.map(({ type, enabled }) => [type, enabled])).toEqual(
      expect.arrayContaining([
        ['record.assigned', true],
        ['task.reminder', true],
        ['task.overdue', true],
        ['quote.viewed', true],
        ['webhook.failing', true],
      ]),
    )
    const after = await asBob.notifications.updateSettings({ settings: [{ type: 'record.assigned', enabled: false }] })
    expect(after.settings.filter(({ enabled }) => !enabled).map(({ type }) => type)).toEqual(['record.assigned'])
    expect(await asBob.notifications.settings()).toEqual(after)
    expect((await api.notifications.settings()).settings.every(({ enabled }) => enabled)).toBe(true)
    await api.tasks.create({ title: 'Call', owner_email: bob, due_at: clock.now().toISOString() })
    clock.advance('2 seconds')
    expect(await told()).toEqual(['task.overdue: Overdue: Call'])
    await asBob.notifications.updateSettings({ settings: [{ type: 'record.assigned', enabled: true }] })
    await api.tasks.create({ title: 'Again', owner_email: bob })
    expect(await told()).toContain('record.assigned: Task “Again” was assigned to you')
    await expect(asBob.notifications.updateSettings({ settings: [{ type: 'everything', enabled: false }] })).rejects.toMatchObject({
      details: { errors: [{ path: '/settings/0/type', code: 'not_allowed' }] },
    })
  })
})

describeStorages(
  'reminders with several processes',
  (open) => {
    it('come once', async () => {
      const { engine, asBob, clock, place } = await lab(open)
      const others = await Promise.all([1, 2].map(() => open({ place, clock })))
      for (const title of ['A', 'B', 'C']) await asBob.tasks.create({ title, remind_at: '2026-01-16T08:00:00.000Z' })
      clock.set('2026-01-20T08:00:00.000Z')
      await Promise.all([engine, ...others.map((each) => each.engine)].map((each) => each.tick()))
      const { notifications } = await asBob.notifications.list()
      expect(notifications.map(({ title }) => title).toSorted()).toEqual(['Reminder: A', 'Reminder: B', 'Reminder: C'])
    })
  },
  ['PostgreSQL'],
)
