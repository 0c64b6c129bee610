import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { describeStorages } from '../../support/storages.ts'

describeStorages('deals', (open) => {
  it('begin in the first stage of the default pipeline, with its status and probability', async () => {
    const { api } = await open()
    const [pipeline] = (await api.pipelines.list()).pipelines
    const deal = await api.deals.create({ name: 'Big', amount: 1000.5 })
    expect(deal).toMatchObject({
      name: 'Big',
      pipeline_id: pipeline!.id,
      pipeline_name: 'Default',
      stage_id: 'qualification',
      stage_name: 'Qualification',
      status: 'open',
      probability: 10,
      amount: 1000.5,
      currency: 'EUR',
      weighted_amount: 100.05,
      owner_email: 'ada@acme.test',
      priority: 'medium',
      deal_type: 'new_business',
      forecast_category: 'pipeline',
      stage_history: [],
      days_in_stage: 0,
      rotting: false,
      closed_at: null,
      recurring: false,
      competitors: [],
      contacts: [],
    })
    expect(await api.deals.get({ id: deal.id })).toEqual(deal)
  })

  it('move by id or name of a stage, and their history has the fractional days in each', async () => {
    const { api, clock } = await open()
    const { id } = await api.deals.create({ name: 'Big' })
    clock.advance('36 hours')
    const moved = await api.deals.update({ id, stage_id: 'demo / MEETING' })
    expect(moved).toMatchObject({ stage_id: 'demo', stage_name: 'Demo / Meeting', probability: 40, days_in_stage: 0, version: 2 })
    expect(moved.stage_history).toEqual([{ at: clock.now().toISOString(), from: 'qualification', to: 'demo', days_in_stage: 1.5 }])
  })

  it('accept a stage by id or name, as stage or stage_id, in every move', async () => {
    const { api } = await open()
    const { id } = await api.deals.create({ name: 'Big' })
    expect(await api.deals.win({ id, stage: 'Closed won' })).toMatchObject({ stage_id: 'won' })
    expect(await api.deals.reopen({ id, stage: 'Demo / Meeting' })).toMatchObject({ stage_id: 'demo', status: 'open' })
    expect(await api.deals.lose({ id, stage: 'lost' })).toMatchObject({ stage_id: 'lost' })
    for (const to of [{ stage: 'won' }, { stage_id: 'Closed won' }])
      await expect(api.deals.reopen({ id, ...to })).rejects.toMatchObject({
        details: { errors: [{ path: `/${Object.keys(to)[0]}`, code: 'ambiguous' }] },
      })
    expect(await api.deals.reopen({ id, stage_id: 'Proposal sent' })).toMatchObject({ stage_id: 'proposal' })
    expect(await api.deals.move({ id, stage: 'NEGOTIATION' })).toMatchObject({ stage_id: 'negotiation' })
  })

  it('are listed by stage, type and priority by their labels; unknown ones are refused', async () => {
    const { api } = await open()
    const { id: pipeline_id } = await api.pipelines.create({ name: 'Other', stages: [{ id: 'first', name: 'Proposal sent' }] })
    await api.deals.create({ name: 'A', stage_id: 'proposal', priority: 'high' })
    await api.deals.create({ name: 'B', pipeline_id, deal_type: 'renewal' })
    const names = async (query: object) => (await api.deals.list(query)).deals.map(({ name }) => name)
    expect(await names({ stage_id: 'Proposal sent' })).toEqual(['A'])
    expect(await names({ stage_id: 'proposal SENT', pipeline_id })).toEqual(['B'])
    expect(await names({ stage_id: 'first' })).toEqual(['B'])
    expect(await names({ priority: 'HIGH' })).toEqual(['A'])
    expect(await names({ deal_type: 'Renewal' })).toEqual(['B'])
    for (const [query, path] of [
      [{ stage_id: 'propsal' }, '/stage_id'],
      [{ priority: 'huge' }, '/priority'],
      [{ deal_type: 'gift' }, '/deal_type'],
    ] as const)
      await expect(api.deals.list(query)).rejects.toMatchObject({ details: { errors: [{ path, allowed: expect.any(Array) }] } })
  })

  it('were closed when they say, also in the past, on create and update, and only where they are closed', async () => {
    const { api, clock } = await open()
    const [closed_at, later] = ['2019-03-04T10:00:00.000Z', '2020-05-06T00:00:00.000Z']
    const old = await api.deals.create({ name: 'Old', status: 'won', closed_at, close_date: '2018-01-01' })
    expect(old).toMatchObject({ status: 'won', closed_at })
    expect(await api.deals.update({ id: old.id, closed_at: later })).toMatchObject({ closed_at: later, version: 2 })
    expect(await api.deals.update({ id: old.id, closed_at: later, name: 'Older' })).toMatchObject({ closed_at: later, name: 'Older' })
    const { id } = await api.deals.create({ name: 'New', closed_at: null })
    const refused = (code: string) => ({ details: { errors: [{ path: '/closed_at', code }] } })
    await expect(api.deals.update({ id, closed_at })).rejects.toMatchObject(refused('not_allowed'))
    await expect(api.deals.create({ name: 'Open', closed_at })).rejects.toMatchObject(refused('not_allowed'))
    await expect(api.deals.update({ id: old.id, closed_at: null })).rejects.toMatchObject(refused('not_allowed'))
    const tomorrow = new Date(clock.now().getTime() + 86_400_000).toISOString()
    await expect(api.deals.update({ id, status: 'lost', closed_at: tomorrow })).rejects.toMatchObject(refused('out_of_range'))
    await expect(api.deals.create({ name: 'X', status: 'won', closed_at: tomorrow })).rejects.toMatchObject(refused('out_of_range'))
    expect(await api.deals.update({ id, status: 'lost', closed_at })).toMatchObject({ status: 'lost', closed_at })
    // What a get has shown opens a deal again, and says nothing of when it was closed.
    expect(await api.deals.update({ id, status: 'open', closed_at })).toMatchObject({ status: 'open', closed_at: null })
    const records = [
      { name: 'Set', status: 'won' as const, closed_at },
      { name: 'Late', status: 'won' as const, closed_at: tomorrow },
    ]
    expect(await api.deals.bulkUpsert({ records })).toMatchObject({ created: 1, rejected: [{ index: 1, field: 'closed_at' }] })
    expect(await api.deals.bulkUpdate({ ids: [old.id, id], set: { closed_at } })).toMatchObject({ updated: 1, rejected: [{ id }] })
    expect((await api.deals.search({ filter: { field: 'closed_at', op: 'lt', value: '2019-12-31' } })).deals).toHaveLength(2)
  })

  it('are won, lost and reopened by their stage, and each is one event', async () => {
    const { api, clock, engine } = await open(withEvents)
    const { id } = await api.deals.create({ name: 'Big', stage_id: 'proposal' })
    const won = await api.deals.update({ id, status: 'won', won_reason: 'Price' })
    expect(won).toMatchObject({
      stage_id: 'won',
      status: 'won',
      probability: 100,
      closed_at: clock.now().toISOString(),
      won_reason: 'Price',
      forecast_category: 'closed',
    })
    const reopened = await api.deals.update({ id, status: 'open' })
    expect(reopened).toMatchObject({
      stage_id: 'proposal',
      status: 'open',
      probability: 60,
      closed_at: null,
      won_reason: null,
      forecast_category: 'pipeline',
    })
    const lost = await api.deals.update({ id, stage_id: 'lost', lost_reason: 'PRICE too high' })
    expect(lost).toMatchObject({ status: 'lost', probability: 0, lost_reason: 'Price too high', forecast_category: 'omitted' })
    const types = (await eventsOf(engine)).map(({ type }) => type)
    expect(types).toEqual([
      'deal.created',
      'deal.stage_changed',
      'deal.won',
      'deal.property_changed',
      'deal.stage_changed',
      'deal.reopened',
      'deal.property_changed',
      'deal.stage_changed',
      'deal.lost',
      'deal.property_changed',
    ])
  })

  it('are won or lost events when they are made so, but not when a source tells of old ones', async () => {
    const { api, engine } = await open(withEvents)
    await api.deals.create({ name: 'Big', status: 'won', close_date: '2025-06-01' })
    const records = [{ id: 'O-1', name: 'Old', stage: 'Closed Won', amount: 5 }]
    await api.sync.ingest({ provider: 'custom:crm', object: 'deals', records })
    expect((await api.deals.list({ status: 'won' })).deals).toHaveLength(2)
    const [won, ...more] = await eventsOf(engine, 'deal.won')
    expect(more).toEqual([])
    expect(won).toMatchObject({ data: { name: 'Big', from: null, to: 'won', status: 'won' } })
  })

  it('have one primary contact', async () => {
    const { api } = await open()
    const [ada, bob] = [await api.contacts.create({ email: 'ada@x.test' }), await api.contacts.create({ email: 'bob@x.test' })]
    const contacts = [ada, bob].map(({ id }) => ({ lead_id: id, primary: true }))
    const refusal = { details: { errors: [{ path: '/contacts/1/primary', code: 'not_unique' }] } }
    await expect(api.deals.create({ name: 'Big', contacts })).rejects.toMatchObject(refusal)
    await expect(api.deals.create({ name: 'Big', contacts: [contacts[0]!, { lead_id: bob.id }] })).resolves.toMatchObject({
      primary_lead_id: ada.id,
    })
  })
})
