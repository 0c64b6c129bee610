import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { describeStorages } from '../../support/storages.ts'

const stages = [{ name: 'New' }, { name: 'Contacted' }, { name: 'Méeting booked' }, { name: 'Customer' }]

describeStorages('sales cycles', (open) => {
  it('hold stages in their order; the first cycle is the default', async () => {
    const { api } = await open()
    expect(await api.salesCycles.list()).toEqual({ sales_cycles: [], next_cursor: null })
    const cycle = await api.salesCycles.create({ name: 'Outbound', stages })
    expect(cycle).toMatchObject({ name: 'Outbound', is_default: true, stages: stages.map(({ name }) => ({ id: name, name })) })
    const second = await api.salesCycles.create({ name: 'Partners', stages: [{ id: 'p1', name: 'First' }] })
    expect(second).toMatchObject({ is_default: false, stages: [{ id: 'p1', name: 'First' }] })
    await api.salesCycles.update({ id: second.id, is_default: true })
    expect((await api.salesCycles.list({ sort: 'created_at' })).sales_cycles.map(({ is_default }) => is_default)).toEqual([false, true])
    await expect(api.salesCycles.create({ name: 'X', stages: [{ name: 'A' }, { name: 'á' }] })).rejects.toMatchObject({
      details: { errors: [{ path: '/stages/1/name' }] },
    })
    await expect(api.salesCycles.delete({ id: second.id })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('are completed by a create with a known external id', async () => {
    const { api } = await open()
    const of = (id: string) => ({ provider: 'custom:erp', id })
    const stages = [{ id: 'a', name: 'A' }]
    await api.salesCycles.create({ name: 'First', stages })
    const { id } = await api.salesCycles.create({ name: 'One', stages, external_ids: [of('1')] })
    const body = { name: 'Two', is_default: true, stages: [...stages, { id: 'b', name: 'B' }], external_ids: [of('1'), of('2')] }
    expect(await api.salesCycles.create(body)).toMatchObject({ id })
    const { sales_cycles } = await api.salesCycles.list()
    expect(sales_cycles).toHaveLength(2)
    expect(sales_cycles.find((each) => each.id === id)).toMatchObject({ ...body, external_ids: [{ id: '1' }, { id: '2' }] })
    expect(sales_cycles.filter(({ is_default }) => is_default)).toHaveLength(1)
  })

  it('count the contacts of each stage', async () => {
    const { api } = await open()
    const { id } = await api.salesCycles.create({ name: 'Outbound', stages })
    for (const stage of ['new', 'NEW', 'customer']) {
      const contact = await api.contacts.create({ email: `${stage}-${stage.charCodeAt(0)}@gmail.com` })
      await api.contacts.moveStage({ id: contact.id, stage })
    }
    expect((await api.salesCycles.get({ id })).stages.map((each) => [each.name, each.contacts_count])).toEqual([
      ['New', 2],
      ['Contacted', 0],
      ['Méeting booked', 0],
      ['Customer', 1],
    ])
  })

  it('keep their contacts when a stage is renamed or moved, and need another stage for those of a removed one', async () => {
    const { api, clock, engine } = await open(withEvents)
    const { id } = await api.salesCycles.create({ name: 'Outbound', stages })
    const contact = await api.contacts.create({ email: 'bob@gmail.com' })
    await api.contacts.moveStage({ id: contact.id, stage: 'Contacted' })
    const renamed = await api.salesCycles.update({
      id,
      stages: [{ id: 'Contacted', name: 'Reached' }, { name: 'New' }, { name: 'Customer' }],
    })
    expect(renamed.stages).toEqual([
      { id: 'Contacted', name: 'Reached' },
      { id: 'New', name: 'New' },
      { id: 'Customer', name: 'Customer' },
    ])
    expect((await api.salesCycles.get({ id })).stages[0]).toEqual({ id: 'Contacted', name: 'Reached', contacts_count: 1 })
    const left = { id, stages: [{ name: 'New' }, { name: 'Customer' }] }
    await expect(api.salesCycles.update(left)).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.salesCycles.update({ ...left, move_to: 'Reached' })).rejects.toMatchObject({
      details: { errors: [{ path: '/move_to' }] },
    })
    clock.advance('12 hours')
    await api.salesCycles.update({ ...left, move_to: 'customer' })
    const moved = await api.contacts.get({ id: contact.id })
    expect(moved.pipeline_stage).toBe('Customer')
    expect(moved.stage_history.at(-1)).toEqual({ at: clock.now().toISOString(), from: 'Contacted', to: 'Customer', days_in_stage: 0.5 })
    expect((await eventsOf(engine, 'contact.stage_changed')).map(({ payload }) => [payload['from'], payload['to']])).toEqual([
      [null, 'Contacted'],
      ['Contacted', 'Customer'],
    ])
  })

  it('with contacts are deleted only when another one takes them', async () => {
    const { api } = await open()
    const other = await api.salesCycles.create({ name: 'Other', stages: [{ name: 'Start' }, { name: 'CONTACTED' }] })
    const { id } = await api.salesCycles.create({ name: 'Outbound', stages })
    const contact = await api.contacts.create({ email: 'bob@gmail.com' })
    await api.contacts.moveStage({ id: contact.id, stage: 'Contacted', cycle: 'outbound' })
    await expect(api.salesCycles.delete({ id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.salesCycles.delete({ id, move_to: id })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await api.salesCycles.delete({ id, move_to: other.id })).toEqual({ deleted: true })
    expect(await api.contacts.get({ id: contact.id })).toMatchObject({ sales_cycle_id: other.id, pipeline_stage: 'CONTACTED' })
  })

  it('are restored, as the default only if no other cycle has become it, and deleted for good', async () => {
    const { api } = await open()
    const { id, is_default } = await api.salesCycles.create({ name: 'First', stages })
    expect(is_default).toBe(true)
    await api.salesCycles.delete({ id })
    expect(await api.salesCycles.restore({ id })).toMatchObject({ name: 'First', is_default: true, deleted_at: null, version: 3 })
    await api.salesCycles.delete({ id })
    const other = await api.salesCycles.create({ name: 'Other', stages })
    expect([other.is_default, (await api.salesCycles.restore({ id })).is_default]).toEqual([true, false])
    const contact = await api.contacts.create({ email: 'bob@gmail.com' })
    await api.contacts.moveStage({ id: contact.id, stage: stages[0]!.name, cycle: 'first' })
    await expect(api.salesCycles.delete({ id, purge: true })).rejects.toMatchObject({ code: 'conflict' })
    expect(await api.salesCycles.delete({ id, purge: true, move_to: other.id })).toEqual({ deleted: true })
    expect((await api.contacts.get({ id: contact.id })).sales_cycle_id).toBe(other.id)
    await expect(api.salesCycles.restore({ id })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describeStorages('contacts in a sales cycle', (open) => {
  it('take back a restored contact: at the first stage where its stage is gone, in the default cycle where its cycle is gone', async () => {
    const { api } = await open()
    const main = await api.salesCycles.create({ name: 'Main', stages: [{ name: 'New' }, { name: 'Talking' }] })
    const side = await api.salesCycles.create({ name: 'Side', stages: [{ name: 'Asked' }, { name: 'Talking' }, { name: 'Done' }] })
    const at = (pipeline_stage: string) => api.contacts.create({ first_name: 'A', sales_cycle_id: side.id, pipeline_stage })
    const [asked, talking, done] = [await at('Asked'), await at('Talking'), await at('Done')]
    for (const { id } of [asked, talking, done]) await api.contacts.delete({ id })
    await api.salesCycles.update({
      id: side.id,
      stages: side.stages.filter(({ name }) => name !== 'Done').map(({ id, name }) => ({ id, name })),
    })
    const first = side.stages[0]!.id
    expect(await api.contacts.restore({ id: done.id })).toMatchObject({ sales_cycle_id: side.id, pipeline_stage: first })
    expect((await api.contacts.restore({ id: asked.id })).stage_history).toEqual([])
    for (const { id } of [asked, done]) await api.contacts.delete({ id })
    await api.salesCycles.delete({ id: side.id })
    const placed = async (id: string) => (await api.contacts.restore({ id })).pipeline_stage
    expect([await placed(asked.id), await placed(talking.id)]).toEqual([main.stages[0]!.id, main.stages[1]!.id])
    expect(await api.contacts.get({ id: asked.id })).toMatchObject({ sales_cycle_id: main.id, stage_history: [{ from: first }] })
  })

  it('move by stage name, forward only by default, and stay in their cycle', async () => {
    const { api, engine, clock } = await open(withEvents)
    const { id } = await api.contacts.create({ email: 'bob@gmail.com' })
    await expect(api.contacts.moveStage({ id, stage: 'New' })).rejects.toMatchObject({ code: 'conflict' })
    const cycle = await api.salesCycles.create({ name: 'Outbound', stages })
    await api.salesCycles.create({ name: 'Partners', stages: [{ name: 'First' }] })
    const first = await api.contacts.moveStage({ id, stage: 'contacted' })
    expect(first).toMatchObject({ sales_cycle_id: cycle.id, pipeline_stage: 'Contacted', version: 2 })
    clock.advance('6 hours')
    const second = await api.contacts.moveStage({ id, stage: '  MEETING   booked' })
    expect(second).toMatchObject({ pipeline_stage: 'Méeting booked' })
    expect(second.stage_history.at(-1)).toMatchObject({ from: 'Contacted', to: 'Méeting booked', days_in_stage: 0.25 })
    expect((await api.contacts.moveStage({ id, stage: 'Méeting booked' })).version).toBe(3)
    await expect(api.contacts.moveStage({ id, stage: 'New' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('forward_only'),
    })
    expect(await api.contacts.moveStage({ id, stage: 'New', forward_only: false })).toMatchObject({ pipeline_stage: 'New' })
    await expect(api.contacts.moveStage({ id, stage: 'Nowhere' })).rejects.toMatchObject({
      details: { errors: [{ path: '/stage', allowed: stages.map(({ name }) => name) }] },
    })
    await expect(api.contacts.moveStage({ id, stage: 'First', cycle: 'Partners' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.contacts.moveStage({ id, stage: 'First', cycle: 'Nowhere' })).rejects.toMatchObject({
      details: { errors: [{ path: '/cycle' }] },
    })
    expect(await eventsOf(engine, 'contact.stage_changed')).toHaveLength(3)
  })

  it('can be only in stages of their cycle, in single, set and bulk writes', async () => {
    const { api } = await open()
    const cycle = await api.salesCycles.create({ name: 'Outbound', stages })
    const partners = await api.salesCycles.create({ name: 'Partners', stages: [{ id: 'p1', name: 'First' }, { name: 'Customer' }] })
    const unknown = { details: { errors: [{ path: '/pipeline_stage', code: 'unknown_stage', allowed: stages.map(({ name }) => name) }] } }
    const own = { sales_cycle_id: cycle.id }
    await expect(api.contacts.create({ first_name: 'A', ...own, pipeline_stage: 'Nowhere' })).rejects.toMatchObject(unknown)
    const contact = await api.contacts.create({ email: 'ann@gmail.com', ...own, pipeline_stage: 'meeting booked' })
    expect(contact.pipeline_stage).toBe('Méeting booked')
    const { id } = contact
    await expect(api.contacts.update({ id, pipeline_stage: 'First' })).rejects.toMatchObject(unknown)
    expect(await api.contacts.update({ id, pipeline_stage: 'new' })).toMatchObject({ pipeline_stage: 'New', version: 2 })
    expect(await api.contacts.update({ id, ...own, pipeline_stage: 'New' })).toMatchObject({ version: 2 })
    await expect(api.contacts.update({ id, sales_cycle_id: contact.id })).rejects.toMatchObject({
      details: { errors: [{ path: '/sales_cycle_id', code: 'unknown_record' }] },
    })
    // Into another cycle: the stage of the same name, else the first.
    expect(await api.contacts.update({ id, sales_cycle_id: partners.id })).toMatchObject({ pipeline_stage: 'p1' })
    expect(await api.contacts.update({ id, sales_cycle_id: null, pipeline_stage: 'anything' })).toMatchObject({
      pipeline_stage: 'anything',
    })

    const records = [
      { email: 'bea@gmail.com', ...own, pipeline_stage: 'CUSTOMER' },
      { email: 'cy@gmail.com', ...own, pipeline_stage: 'Nowhere' },
      { email: 'ann@gmail.com', sales_cycle_id: partners.id, pipeline_stage: 'Contacted' },
    ]
    expect(await api.contacts.bulkUpsert({ records })).toMatchObject({
      created: 1,
      updated: 0,
      rejected: [
        { index: 1, code: 'unknown_stage', field: 'pipeline_stage' },
        { index: 2, code: 'unknown_stage', field: 'pipeline_stage' },
      ],
    })
    const { contacts } = await api.contacts.list({ email: 'bea@gmail.com' })
    expect(contacts).toMatchObject([{ pipeline_stage: 'Customer' }])
    const ids = contacts.map((each) => each.id)
    expect(await api.contacts.bulkUpdate({ ids, set: { pipeline_stage: 'First' } })).toMatchObject({
      updated: 0,
      rejected: [{ id: ids[0], code: 'unknown_stage', field: 'pipeline_stage' }],
    })
    expect(await api.contacts.bulkUpdate({ ids, set: { pipeline_stage: 'contacted' } })).toEqual({ matched: 1, updated: 1 })
    expect((await api.contacts.get({ id: ids[0]! })).pipeline_stage).toBe('Contacted')
  })

  it('gain and lose points of their score, and the event says why', async () => {
    const { api, engine } = await open(withEvents)
    const { id } = await api.contacts.create({ email: 'bob@gmail.com', lead_score: 5 })
    expect(await api.contacts.adjustScore({ id, points: 10, reason: 'Asked for a demo' })).toMatchObject({ lead_score: 15, version: 2 })
    expect(await api.contacts.adjustScore({ id, points: -40 })).toMatchObject({ lead_score: -25 })
    expect(await api.contacts.adjustScore({ id, points: 0, reason: 'Nothing' })).toMatchObject({ version: 3 })
    await api.contacts.update({ id, lead_score: -1e15 })
    await expect(api.contacts.adjustScore({ id, points: -1, reason: 'Once too often' })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: '/points', code: 'too_small' }] },
    })
    await api.contacts.update({ id, lead_score: -25 })
    const events = (await eventsOf(engine, 'contact.score_changed')).filter(({ payload }) => ![payload.from, payload.to].includes(-1e15))
    expect(events.map(({ payload: { from, to, reason } }) => [from, to, reason])).toEqual([
      [5, 15, 'Asked for a demo'],
      [15, -25, undefined],
    ])
  })
})
