import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPlace, type Place } from '../../support/storages.ts'
import { databaseOf } from '../../platform/access/tables.ts'
import { erase } from './erasing.ts'
import { type Hosts, inTurn, outcome, twoHosts } from './hosts.ts'

const ROUNDS = 8
const stages = (...names: string[]) => names.map((name) => ({ id: name.toLowerCase(), name }))

// What two hosts write at the same time on one PostgreSQL; SQLite has one writer at a time.
describe('two hosts', () => {
  let place: Place
  let hosts: Hosts
  beforeAll(async () => {
    place = await newPlace('PostgreSQL')
    hosts = await twoHosts(place)
    await hosts.one.pipelines.list()
  })
  afterAll(async () => {
    await hosts.close()
    await place.remove()
  })

  const rounds = async (round: (at: number) => Promise<void>) => {
    for (let at = 0; at < ROUNDS; at += 1) await round(at)
  }

  it('take a deal along that is moved to a stage which is deleted, or refuse the move', async () => {
    const { one, other } = hosts
    await rounds(async (at) => {
      const names = ['a', 'b', 'c'].map((each) => `${each}${at}`)
      const { id } = await one.pipelines.create({ name: `P${at}`, stages: stages(...names) })
      const deals = await Promise.all(
        Array.from({ length: 4 }, (_, number) => one.deals.create({ name: `D${number}`, pipeline_id: id, stage_id: `a${at}` })),
      )
      const made = Array.from({ length: 3 }, (_, number) => ({ name: `N${number}`, pipeline_id: id, stage_id: `b${at}` }))
      await Promise.all([
        ...deals.map((deal, index) => outcome([one, other][index % 2]!.deals.move({ id: deal.id, stage_id: `b${at}` }))),
        ...made.map((each) => outcome(one.deals.create(each))),
        outcome(other.deals.bulkUpsert({ records: made.map((each) => ({ ...each, name: `bulk ${each.name}` })) })),
        outcome(other.pipelines.deleteStage({ id, stageId: `b${at}`, move_to: `c${at}` })),
      ])
      const known = (await one.pipelines.get({ id })).stages.map((each) => each.id)
      const found = (await one.deals.list({ pipeline_id: id, limit: 100 })).deals
      expect(found.filter(({ stage_id }) => !known.includes(stage_id))).toEqual([])
    })
  })

  it('leave no deal in a pipeline that is deleted', async () => {
    const { one, other } = hosts
    const target = await one.pipelines.create({ name: 'Target', stages: stages('T1') })
    await rounds(async (at) => {
      const gone = await one.pipelines.create({ name: `Gone${at}`, stages: stages(`g${at}`) })
      const deal = await one.deals.create({ name: 'D', pipeline_id: target.id })
      await Promise.all([
        outcome(one.deals.update({ id: deal.id, pipeline_id: gone.id })),
        outcome(one.deals.create({ name: 'New', pipeline_id: gone.id })),
        outcome(other.pipelines.delete({ id: gone.id, move_to: target.id })),
      ])
      expect((await outcome(one.pipelines.get({ id: gone.id }))).code).toBe('not_found')
      const { deals } = await one.deals.search({ filter: { field: 'name', op: 'is_set' }, limit: 100 })
      expect(deals.filter(({ pipeline_id }) => pipeline_id === gone.id)).toEqual([])
    })
  })

  it('leave no contact in a stage or sales cycle that is deleted', async () => {
    const { one, other } = hosts
    const target = await one.salesCycles.create({ name: 'Stays', stages: stages('S1'), is_default: true })
    await rounds(async (at) => {
      const cycle = await one.salesCycles.create({ name: `C${at}`, stages: stages('x', 'y') })
      const place = { sales_cycle_id: cycle.id, pipeline_stage: 'x' }
      const contact = await one.contacts.create({ email: `c${at}@gmail.com`, sales_cycle_id: cycle.id, pipeline_stage: 'y' })
      await Promise.all([
        outcome(one.contacts.update({ id: contact.id, pipeline_stage: 'x' })),
        outcome(one.contacts.create({ email: `n${at}@gmail.com`, ...place })),
        outcome(other.salesCycles.update({ id: cycle.id, stages: stages('y'), move_to: 'y' })),
      ])
      const inStage = async () =>
        (await one.contacts.search({ filter: { field: 'sales_cycle_id', op: 'is_set' }, limit: 100 })).contacts.filter(
          ({ sales_cycle_id }) => sales_cycle_id === cycle.id,
        )
      expect((await inStage()).filter(({ pipeline_stage }) => pipeline_stage !== 'y')).toEqual([])
      await Promise.all([
        outcome(one.contacts.create({ email: `m${at}@gmail.com`, sales_cycle_id: cycle.id })),
        outcome(one.contacts.bulkUpsert({ records: [{ email: `b${at}@gmail.com`, sales_cycle_id: cycle.id }] })),
        outcome(other.salesCycles.delete({ id: cycle.id, move_to: target.id })),
      ])
      expect(await inStage()).toEqual([])
    })
  })

  it('make one company of a name, or of a number, that nobody knows yet', async () => {
    const { one, other } = hosts
    await rounds(async (at) => {
      await Promise.all([
        one.contacts.create({ email: `a${at}@gmail.com`, first_name: 'A', company: `New ${at}` }),
        other.contacts.create({ email: `b${at}@gmail.com`, first_name: 'B', company: `new ${at}` }),
        other.contacts.bulkUpsert({ records: [{ first_name: 'C', company: `New ${at}` }] }),
        one.sync.ingest({ provider: 'custom:erp', object: 'contacts', records: [{ id: `i${at}`, first_name: 'D', company: `New ${at}` }] }),
      ])
      const named = (await one.companies.list({ limit: 100 })).companies.filter(({ name }) => name.toLowerCase() === `new ${at}`)
      expect(named).toHaveLength(1)
      const vat_number = `DE${100_000_000 + at}`
      await Promise.all([
        one.companies.create({ name: `One ${at}`, vat_number }),
        other.companies.create({ name: `Two ${at}`, vat_number }),
        other.companies.bulkUpsert({ records: [{ name: `Three ${at}`, vat_number }] }),
      ])
      const { companies } = await one.companies.search({ filter: { field: 'vat_number', op: 'eq', value: vat_number } })
      expect(companies).toHaveLength(1)
    })
  })

  it('let no company belong to itself', async () => {
    const { one, other } = hosts
    await rounds(async (at) => {
      const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((each) => one.companies.create({ name: `${each} of ${at}` })))
      await Promise.all([
        outcome(one.companies.update({ id: a!.id, parent_company_id: b!.id })),
        outcome(other.companies.update({ id: b!.id, parent_company_id: c!.id })),
        outcome(one.companies.bulkUpsert({ records: [{ id: c!.id, parent_company_id: a!.id }] })),
      ])
      const parents = new Map(
        (await Promise.all([a, b, c].map((each) => one.companies.get({ id: each!.id })))).map((each) => [each.id, each.parent_company_id]),
      )
      const passed: string[] = []
      for (let id: string | null | undefined = a!.id; id && passed.length < 4; id = parents.get(id)) passed.push(id)
      expect(passed.length).toBeLessThan(4)
      expect([...parents.values()].filter((each) => each === null).length).toBeGreaterThan(0)
    })
  })

  it('rename an option or a value of a list in what is written at the same time, too', async () => {
    const { one, other } = hosts
    await one.properties.create({ object: 'contacts', name: 'size', type: 'select', options: [{ value: 's0' }, { value: 'other' }] })
    await rounds(async (at) => {
      const value = `s${at}`
      const known = await one.contacts.create({ email: `p${at}@gmail.com` })
      await Promise.all([
        outcome(one.contacts.update({ id: known.id, custom_properties: { size: value } })),
        outcome(one.contacts.create({ email: `q${at}@gmail.com`, custom_properties: { size: value } })),
        outcome(one.contacts.bulkUpsert({ records: [{ email: `r${at}@gmail.com`, custom_properties: { size: value } }] })),
        other.properties.update({ object: 'contacts', name: 'size', rename_options: [{ from: value, to: `s${at + 1}` }] }),
      ])
      const { contacts } = await one.contacts.search({
        filter: { field: 'email', op: 'in', value: [`p${at}@gmail.com`, `q${at}@gmail.com`, `r${at}@gmail.com`] },
      })
      expect(contacts.filter(({ custom_properties }) => custom_properties['size'] === value)).toEqual([])
    })
    const list = async () =>
      (await one.picklists.list({ name: 'deal_types' })).picklists[0]!.values.map(({ value, label }) => ({ value, label }))
    let now = 'upsell'
    await rounds(async (at) => {
      const [from, to] = [now, `upsell_${at}`]
      const deal = await one.deals.create({ name: 'D' })
      const values = (await list()).map((each) => (each.value === from ? { value: to } : each))
      await Promise.all([
        outcome(one.deals.update({ id: deal.id, deal_type: from })),
        outcome(one.deals.create({ name: 'E', deal_type: from })),
        other.picklists.replace({ name: 'deal_types', values, rename: [{ from, to }] }),
      ])
      const { deals } = await one.deals.search({ filter: { field: 'id', op: 'is_set' }, limit: 100 })
      expect(deals.filter(({ deal_type }) => deal_type === from)).toEqual([])
      now = to
    })
  })

  it('leave nothing of a person who is renamed while being erased', async () => {
    const { one, engines } = hosts
    const { id } = await one.contacts.create({ first_name: 'Zelda', last_name: 'Quux', email: 'zelda@person.example' })
    const rename = () => one.contacts.update({ id, last_name: 'Rautendelein' })
    await inTurn(place, 'contacts', id, [rename, () => erase(engines[1], id)])
    expect((await databaseOf(engines[0])).includes('Rautendelein')).toBe(false)
  })

  it('make no second contact of an address whose contact is merged while a set waits for it', async () => {
    const { one, other } = hosts
    const merged = await one.contacts.create({ email: 'm@one.example' })
    const survivor = await one.contacts.create({ email: 's@one.example' })
    await inTurn(place, 'contacts', merged.id, [
      () => other.contacts.merge({ id: survivor.id, merge_ids: [merged.id] }),
      () => one.contacts.bulkUpsert({ records: [{ email: 'm@one.example', title: 'CEO' }] }),
    ])
    expect(await one.contacts.get({ id: survivor.id })).toMatchObject({ title: 'CEO', emails: [{}, { email: 'm@one.example' }] })
    const { contacts } = await one.contacts.search({ filter: { field: 'email', op: 'contains', value: '@one.example' } })
    expect(contacts.map(({ email, title }) => [email, title])).toEqual([['s@one.example', 'CEO']])
  })
})
