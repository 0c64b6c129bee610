import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { describeStorages } from '../../support/storages.ts'

const known = (id: string) => ({ external_ids: [{ provider: 'custom:erp', id }] })

describeStorages('sets of deals', (open) => {
  it('follow the rules of one deal, each on its own, and the same set again changes nothing', async () => {
    const { api, engine, clock } = await open(withEvents)
    const contact = await api.contacts.create({ email: 'bob@weber.test', company: 'Weber' })
    const records = [
      { ...known('1'), name: 'One', amount: 10.5, contact_id: contact.id },
      { ...known('2'), name: 'Two', stage_id: 'Closed Won', close_date: '2026-01-02' },
      { ...known('3'), name: 'Three', stage_id: 'nowhere' },
      { ...known('4'), name: 'Four', primary_lead_id: '01900000-0000-7000-8000-000000000001' },
      { ...known('5') },
      { ...known('6'), name: 'Six', status: 'lost' as const, lost_reason: 'no BUDGET' },
    ]
    const first = await api.deals.bulkUpsert({ records })
    expect([first.created, first.updated, first.rejected.map(({ index, code, field }) => [index, code, field])]).toEqual([
      3,
      0,
      [
        [2, 'unknown_stage', 'stage_id'],
        [3, 'unknown_record', 'primary_lead_id'],
        [4, 'required', 'name'],
      ],
    ])
    const one = await api.deals.get({ id: first.results[0]!.id! })
    expect(one).toMatchObject({
      amount: 10.5,
      stage_id: 'qualification',
      probability: 10,
      company_id: contact.company_id,
      owner_email: 'ada@acme.test',
      contacts: [{ lead_id: contact.id, primary: true }],
    })
    expect(await api.deals.get({ id: first.results[1]!.id! })).toMatchObject({
      status: 'won',
      probability: 100,
      closed_at: '2026-01-02T00:00:00.000Z',
    })
    expect(await api.deals.get({ id: first.results[5]!.id! })).toMatchObject({ status: 'lost', lost_reason: 'No budget' })
    const events = (await eventsOf(engine)).length
    expect(await api.deals.bulkUpsert({ records })).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
    expect((await eventsOf(engine)).length).toBe(events)
    clock.advance('1 day')
    expect(
      await api.deals.bulkUpsert({
        records: [
          { ...known('1'), stage_id: 'won' },
          { ...known('2'), probability: 5 },
        ],
      }),
    ).toMatchObject({
      updated: 1,
      rejected: [{ index: 1, field: 'probability' }],
    })
    expect(await api.deals.get({ id: one.id })).toMatchObject({
      status: 'won',
      stage_history: [{ from: 'qualification', to: 'won', days_in_stage: 1 }],
    })
    // One was made as won, and one moved there.
    expect((await eventsOf(engine, 'deal.won')).map(({ entity_id }) => entity_id)).toEqual([first.results[1]!.id, one.id])
    expect((await eventsOf(engine, 'deal.lost')).map(({ entity_id }) => entity_id)).toEqual([first.results[5]!.id])
  })

  it('are found by conditions on stage, days in stage, company and contact', async () => {
    const { api, clock } = await open()
    const { id: company_id } = await api.companies.create({ name: 'Weber', tier: 'gold' })
    await api.deals.create({ name: 'Old', stage_id: 'demo', company_id })
    clock.advance('9 days')
    await api.deals.create({ name: 'New', stage_id: 'demo' })
    const names = async (field: string, op: 'eq' | 'gte' | 'in', value: unknown) =>
      (await api.deals.search({ filter: { field, op, value }, count: true })).deals.map(({ name }) => name).toSorted()
    expect(await names('days_in_stage', 'gte', 9)).toEqual(['Old'])
    expect(await names('company.tier', 'eq', 'gold')).toEqual(['Old'])
    expect(await names('stage_id', 'in', 'demo,won')).toEqual(['New', 'Old'])
    expect(await names('rotting', 'eq', true)).toEqual([])
    clock.advance('1 day')
    expect(await names('rotting', 'eq', true)).toEqual(['Old'])
  })

  it('are restored where they were, and in the default pipeline when that is gone', async () => {
    const { api } = await open()
    const own = await api.pipelines.create({ name: 'Own', template: 'default' })
    const deal = await api.deals.create({ name: 'X', pipeline_id: own.id, stage_id: 'Demo / Meeting' })
    await api.deals.delete({ id: deal.id })
    expect(await api.deals.restore({ id: deal.id })).toMatchObject({ pipeline_id: own.id, stage_name: 'Demo / Meeting', stage_history: [] })
    await api.deals.delete({ id: deal.id })
    await api.pipelines.delete({ id: own.id })
    expect(await api.deals.restore({ id: deal.id })).toMatchObject({ pipeline_name: 'Default', stage_id: 'demo', status: 'open' })
  })

  it('take one change for all selected deals, with the stage rules of a single one', async () => {
    const { api, engine } = await open(withEvents)
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three']) ids.push((await api.deals.create({ name, amount: 5 })).id)
    await api.deals.win({ id: ids[2]! })
    const filter = { field: 'status', op: 'eq', value: 'open' } as const
    const set = { stage_id: 'lost', owner_email: 'bob@acme.test' }
    expect(await api.deals.bulkUpdate({ filter, set, add_tags: ['cleared'] })).toEqual({ matched: 2, updated: 2 })
    const { deals } = await api.deals.list({ sort: 'created_at' })
    expect(deals.map(({ status, probability, owner_email, tags }) => [status, probability, owner_email, tags])).toEqual([
      ['lost', 0, 'bob@acme.test', ['cleared']],
      ['lost', 0, 'bob@acme.test', ['cleared']],
      ['won', 100, 'ada@acme.test', []],
    ])
    expect(await eventsOf(engine, 'deal.lost')).toHaveLength(2)
  })
})
