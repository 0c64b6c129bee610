import { expect, it } from 'vitest'
import { ada, describeStorages, type Open } from '../../../support/storages.ts'

const bob = 'bob@acme.test'

/** An organization with Ada, who changes records, and Bob, who makes workflows and reads what he is notified of them. */
async function lab(open: Open) {
  const opened = await open()
  const { engine } = opened
  await engine.access.createOrganization({ id: 'acme', admin: ada.user })
  await engine.access.createUser({ organization: 'acme', email: bob })
  const asBob = engine.as({ ...ada, user: bob, role: 'member' })
  const start = async (given: Parameters<typeof asBob.workflows.create>[0]) => {
    const { id } = await asBob.workflows.create(given)
    await asBob.workflows.activate({ id })
    return id
  }
  const told = async () => (await asBob.notifications.list({ limit: 200 })).notifications
  return { ...opened, asBob, start, told }
}

describeStorages('who made a workflow is told', (open) => {
  it('that it fails, with the step and the error, once an hour until it is read', async () => {
    const { api, engine, clock, asBob, start, told } = await lab(open)
    const id = await start({
      name: 'Fails',
      trigger: { type: 'contact.created' },
      steps: [{ type: 'update_contact', config: { field: 'lead_score', value: '{{contact.title}}' } }],
    })
    for (const title of ['high', 'low']) await api.contacts.create({ email: `${title}@example.com`, title })
    await engine.tick()
    const [first, ...more] = await told()
    expect(more).toEqual([])
    expect(first).toMatchObject({
      type: 'workflow.failed',
      entity_type: 'workflow',
      entity_id: id,
      body: expect.stringContaining('Step s1: '),
    })
    expect(first?.title).toMatch(/^Workflow “Fails” failed/)
    await asBob.notifications.update({ id: first!.id, read: true })
    clock.advance('1 minute')
    await api.contacts.create({ email: 'third@example.com', title: 'none' })
    await engine.tick()
    expect(await told()).toHaveLength(2)
    await asBob.notifications.updateSettings({ settings: [{ type: 'workflow.failed', enabled: false }] })
    clock.advance('2 hours')
    await api.contacts.create({ email: 'fourth@example.com', title: 'none' })
    await engine.tick()
    expect(await told()).toHaveLength(2)
  })

  it('that times of its schedule were missed', async () => {
    const { engine, clock, start, told } = await lab(open)
    const id = await start({
      name: 'Daily',
      trigger: { type: 'schedule', config: { frequency: 'daily', time: '10:00' } },
      steps: [{ type: 'stop' }],
    })
    clock.set('2026-01-15T10:00:00.000Z')
    await engine.tick()
    expect(await told()).toEqual([])
    clock.set('2026-01-18T12:00:00.000Z')
    await engine.tick()
    expect(await told()).toMatchObject([
      {
        type: 'workflow.missed',
        entity_id: id,
        title: 'Workflow “Daily” has missed 2 of its times',
        body: 'The engine was not running at 2026-01-17T10:00:00.000Z and at 1 earlier time.',
      },
    ])
  })

  it('that it is paused, when other workflows set it off for one record more than 20 times in an hour', async () => {
    const { api, engine, clock, asBob, start, told } = await lab(open)
    await start({
      name: 'Score',
      trigger: { type: 'contact.property_changed', config: { property: 'title' } },
      steps: [{ type: 'adjust_score', config: { points: 1 } }],
    })
    const wild = await start({
      name: 'Wild',
      trigger: { type: 'contact.score_changed' },
      steps: [{ type: 'delay', config: { amount: 1, unit: 'days' } }],
      settings: { reenroll: 'parallel' },
    })
    const { id } = await api.contacts.create({ email: 'grace@example.com' })
    for (let time = 0; time < 20; time += 1) {
      await api.contacts.update({ id, title: `Title ${time}` })
      await engine.tick()
    }
    expect(await asBob.workflows.get({ id: wild })).toMatchObject({ status: 'active', stats: { enrolled: 20 } })
    for (const title of ['One more', 'And another']) {
      await api.contacts.update({ id, title })
      await engine.tick()
    }
    expect(await asBob.workflows.get({ id: wild })).toMatchObject({ status: 'paused', stats: { enrolled: 20 } })
    expect(await asBob.workflows.stats({ id: wild })).toMatchObject({ dropped: { loop_rate: 1 } })
    expect(await told()).toMatchObject([{ type: 'workflow.paused', entity_id: wild, title: 'Workflow “Wild” was paused' }])
    clock.advance('2 days')
    await engine.tick()
    expect((await asBob.workflows.stats({ id: wild })).frozen).toBe(20)
    await asBob.workflows.activate({ id: wild })
    await engine.tick()
    expect(await asBob.workflows.get({ id: wild })).toMatchObject({ status: 'active', stats: { completed: 20 } })
  })

  it('nothing of what people and imports cause: that is never too much', async () => {
    const { api, engine, asBob, start, told } = await lab(open)
    const id = await start({ name: 'Welcome', trigger: { type: 'contact.created' }, steps: [{ type: 'stop' }] })
    const records = Array.from({ length: 600 }, (_, number) => ({ email: `contact${number}@example.com` }))
    for (const part of [records.slice(0, 200), records.slice(200, 400), records.slice(400)])
      await api.contacts.bulkUpsert({ records: part })
    await engine.tick()
    expect(await asBob.workflows.get({ id })).toMatchObject({ status: 'active', stats: { enrolled: 600, completed: 600 } })
    expect(await told()).toEqual([])
  })
})
