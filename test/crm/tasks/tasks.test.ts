import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Actor } from 'rapport-crm'
import { ada, describeStorages } from '../../support/storages.ts'
import { eventsOf, withEvents } from '../../support/event-probe.ts'

const day = 86_400_000

describeStorages('tasks', (open) => {
  it('are by default todo, open, of medium priority and of the caller', async () => {
    const { api, clock } = await open()
    const task = await api.tasks.create({ title: 'Call back' })
    expect(task).toMatchObject({
      user_from: 'acme',
      title: 'Call back',
      type: 'todo',
      status: 'open',
      priority: 'medium',
      owner_email: 'ada@acme.test',
      source: 'manual',
      due_at: null,
      overdue: false,
      version: 1,
      created_at: clock.now().toISOString(),
    })
    expect(Object.keys(task)).not.toContain('overdue_for')
    expect(await api.tasks.get({ id: task.id })).toEqual(task)
  })

  it('can belong to a teammate or to nobody', async () => {
    const { api } = await open()
    expect(await api.tasks.create({ title: 'One', assigned_to: 'bo@acme.test' })).toMatchObject({ owner_email: 'bo@acme.test' })
    expect(await api.tasks.create({ title: 'Two', owner_email: null })).toMatchObject({ owner_email: null })
  })

  it('can be due a number of calendar days from now, in the zone of the organization', async () => {
    const { api, clock } = await open()
    const { due_at } = await api.tasks.create({ title: 'Later', due_in_days: 3 })
    expect(due_at).toBe(new Date(clock.now().getTime() + 3 * day).toISOString())
    await expect(api.tasks.create({ title: 'Both', due_in_days: 3, due_at: clock.now().toISOString() })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: '/due_in_days', code: 'ambiguous' }] },
    })
  })

  it('show their contact as lead_id and accept contact_id', async () => {
    const { api } = await open()
    const contact = await api.contacts.create({ email: 'bo@example-1.com' })
    const task = await api.tasks.create({ title: 'Call', contact_id: contact.id, company_id: contact.company_id })
    expect(task).toMatchObject({ lead_id: contact.id, company_id: contact.company_id })
    const shouted = { id: task.id.toUpperCase(), company_id: contact.company_id!.toUpperCase() }
    expect(await api.tasks.update(shouted)).toMatchObject({ id: task.id, company_id: contact.company_id, version: task.version })
    await api.tasks.create({ title: 'Other' })
    for (const filter of [{ contact_id: contact.id }, { lead_id: contact.id }, { company_id: contact.company_id ?? '' }])
      expect((await api.tasks.list(filter)).tasks.map(({ id }) => id)).toEqual([task.id])
  })

  it('refuse a contact, company, deal or quote that does not exist', async () => {
    const { api, engine } = await open()
    const stranger = await engine.as({ ...ada, organization: 'other' }).contacts.create({ email: 'bo@example-1.com' })
    for (const id of [randomUUID(), stranger.id])
      await expect(api.tasks.create({ title: 'Call', lead_id: id })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path: '/lead_id', code: 'unknown_record' }] },
      })
    for (const link of ['company_id', 'deal_id', 'quote_id'])
      await expect(api.tasks.create({ title: 'Call', [link]: randomUUID() })).rejects.toMatchObject({
        details: { errors: [{ path: `/${link}`, code: 'unknown_record' }] },
      })
  })

  it('show who made them as their source', async () => {
    const { engine } = await open()
    const by = async (via: Actor['via']) => (await engine.as({ ...ada, ...(via && { via }) }).tasks.create({ title: 'Call' })).source
    expect(await by({ type: 'api_key', id: 'k1', label: 'ERP' })).toBe('api')
    expect(await by({ type: 'workflow', id: 'r1', label: 'Welcome' })).toBe('workflow')
    expect(await by({ type: 'sync', id: 's1', label: 'ERP' })).toBe('import')
  })

  it('are found again by external id instead of made twice', async () => {
    const { api } = await open()
    const external_ids = [{ provider: 'custom:tickets', id: '7' }]
    const first = await api.tasks.create({ title: 'Ticket', external_ids })
    const again = await api.tasks.create({ title: 'Ticket, renamed', external_ids })
    expect(again).toMatchObject({ id: first.id, title: 'Ticket, renamed', version: 2 })
    expect((await api.tasks.list()).tasks).toHaveLength(1)
  })

  it('emit task.created with exactly the documented fields', async () => {
    const { api, engine } = await open(withEvents)
    const contact = await api.contacts.create({ email: 'bo@example-1.com' })
    const task = await api.tasks.create({ title: 'Call', type: 'call', due_at: '2026-02-01T09:00:00.000Z', contact_id: contact.id })
    const [event] = await eventsOf(engine, 'task.created')
    expect(event).toMatchObject({ entity_type: 'task', entity_id: task.id })
    expect(event?.payload).toEqual({
      id: task.id,
      type: 'call',
      owner: 'ada@acme.test',
      title: 'Call',
      due_at: '2026-02-01T09:00:00.000Z',
      source: 'manual',
      deal_id: null,
      lead_id: contact.id,
    })
    expect(event?.data).toEqual({ ...event?.payload, record: task })
  })

  it('are completed once, with an outcome, and emit task.completed', async () => {
    const { api, engine, clock } = await open(withEvents)
    const { id } = await api.tasks.create({ title: 'Call', type: 'call' })
    clock.advance('1 hour')
    const done = await api.tasks.complete({ id, outcome: 'connected' })
    expect(done).toMatchObject({
      id,
      status: 'completed',
      outcome: 'connected',
      completed_at: clock.now().toISOString(),
      completed_by: 'ada@acme.test',
      follow_up: null,
      version: 2,
    })
    expect(await api.tasks.complete({ id })).toEqual(done)
    const events = await eventsOf(engine, 'task.completed')
    expect(events).toHaveLength(1)
    expect(events[0]?.payload).toMatchObject({ id, from: 'open', to: 'completed', outcome: 'connected' })
  })

  it('of type call have only call outcomes, others any outcome', async () => {
    const { api } = await open()
    const call = await api.tasks.create({ title: 'Call', type: 'call' })
    await expect(api.tasks.complete({ id: call.id, outcome: 'went well' })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: '/outcome', code: 'not_allowed', allowed: expect.arrayContaining(['voicemail']) }] },
    })
    expect(await api.tasks.get({ id: call.id })).toMatchObject({ status: 'open', version: 1 })
    const todo = await api.tasks.create({ title: 'Write' })
    expect(await api.tasks.complete({ id: todo.id, outcome: 'went well' })).toMatchObject({ outcome: 'went well' })
    await expect(api.tasks.update({ id: todo.id, type: 'call' })).rejects.toMatchObject({
      details: { errors: [{ path: '/outcome', code: 'not_allowed' }] },
    })
    expect(await api.tasks.update({ id: todo.id, type: 'call', status: 'open' })).toMatchObject({ type: 'call', outcome: null })
  })

  it('can leave a follow-up task for the same owner and records, which is not made twice', async () => {
    const { api, engine, clock } = await open(withEvents)
    const contact = await api.contacts.create({ email: 'bo@example-1.com' })
    const { id } = await api.tasks.create({ title: 'Call', assigned_to: 'bo@acme.test', lead_id: contact.id })
    const { follow_up } = await api.tasks.complete({ id, follow_up: { due_in_days: 2 } })
    expect(follow_up).toMatchObject({
      title: 'Call',
      type: 'follow_up',
      status: 'open',
      owner_email: 'bo@acme.test',
      lead_id: contact.id,
      due_at: new Date(clock.now().getTime() + 2 * day).toISOString(),
    })
    await expect(api.tasks.complete({ id, follow_up: { title: 'Again' } })).rejects.toMatchObject({ code: 'conflict' })
    expect((await eventsOf(engine)).map(({ type }) => type)).toEqual(expect.arrayContaining(['task.created', 'task.completed']))
    expect((await api.tasks.list()).tasks).toHaveLength(2)
  })

  it('are also completed, reopened and cancelled by an update', async () => {
    const { api, engine } = await open(withEvents)
    const { id } = await api.tasks.create({ title: 'Call' })
    expect(await api.tasks.update({ id, status: 'completed', outcome: 'sent' })).toMatchObject({ completed_by: 'ada@acme.test' })
    expect(await api.tasks.update({ id, status: 'open' })).toMatchObject({ completed_by: null, completed_at: null, outcome: null })
    await api.tasks.update({ id, status: 'cancelled' })
    await expect(api.tasks.complete({ id })).rejects.toMatchObject({ code: 'conflict' })
    expect(await eventsOf(engine, 'task.completed')).toHaveLength(1)
  })

  it('are listed by owner, type, status, due time and overdue', async () => {
    const { api, clock } = await open()
    const at = (days: number) => new Date(clock.now().getTime() + days * day).toISOString()
    await api.tasks.create({ title: 'late', due_at: at(-1) })
    await api.tasks.create({ title: 'late but done', due_at: at(-1), status: 'completed' })
    await api.tasks.create({ title: 'soon', type: 'call', due_at: at(1), priority: 'high' })
    await api.tasks.create({ title: 'never', owner_email: 'bo@acme.test' })
    const titles = async (query: Parameters<typeof api.tasks.list>[0]) =>
      (await api.tasks.list({ sort: 'due_at', ...query })).tasks.map(({ title }) => title)
    expect(await titles({})).toEqual(['late', 'late but done', 'soon', 'never'])
    expect(await titles({ sort: '-due_at' })).toEqual(['never', 'soon', 'late but done', 'late'])
    expect(await titles({ owner: 'bo@acme.test' })).toEqual(['never'])
    expect(await titles({ type: 'call' })).toEqual(['soon'])
    expect(await titles({ priority: 'high' })).toEqual(['soon'])
    expect(await titles({ status: 'completed' })).toEqual(['late but done'])
    expect(await titles({ due_before: at(0) })).toEqual(['late', 'late but done'])
    expect(await titles({ overdue: true })).toEqual(['late'])
    expect(await titles({ overdue: false })).toEqual(['late but done', 'soon', 'never'])
  })

  it('are paged by due time without a gap at those without one', async () => {
    const { api } = await open()
    for (const due_at of ['2026-03-01T00:00:00Z', null, '2026-02-01T00:00:00Z', null, '2026-02-01T00:00:00Z'])
      await api.tasks.create({ title: due_at ?? 'never', due_at })
    for (const sort of ['due_at', '-due_at'] as const) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof api.tasks.list>> = await api.tasks.list({ sort, limit: 1, ...(cursor && { cursor }) })
        seen.push(...page.tasks.map(({ title }) => title))
        cursor = page.next_cursor
      } while (cursor)
      const expected = ['2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z', 'never', 'never']
      expect(seen).toEqual(sort === 'due_at' ? expected : expected.toReversed())
    }
  })

  it('refuse a cursor that is not one of their list', async () => {
    const { api } = await open()
    const id = '019bc0aa-0000-7000-8000-000000000000'
    const cursors = [
      ['due_at', 'never', id],
      ['due_at', 7, id],
      ['due_at', '2026-01-01T00:00:00Z', '-'.repeat(36)],
      ['created_at', '2026-01-01T00:00:00Z', id],
      ['created_at', null, id],
      'due_at',
    ]
    for (const each of cursors)
      await expect(
        api.tasks.list({ sort: 'due_at', cursor: Buffer.from(JSON.stringify(each)).toString('base64url') }),
      ).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ path: '/cursor' }] } })
  })

  it('are deleted softly and restored', async () => {
    const { api } = await open()
    const { id } = await api.tasks.create({ title: 'Call' })
    expect(await api.tasks.delete({ id })).toEqual({ deleted: true })
    await expect(api.tasks.get({ id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await api.tasks.list({ deleted: 'only' })).tasks).toHaveLength(1)
    expect(await api.tasks.restore({ id })).toMatchObject({ id, deleted_at: null })
  })

  it('belong to one organization', async () => {
    const { api, engine } = await open()
    const other = engine.as({ ...ada, organization: 'other' })
    const { id } = await api.tasks.create({ title: 'Call' })
    await expect(other.tasks.complete({ id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await other.tasks.list()).tasks).toEqual([])
  })
})
