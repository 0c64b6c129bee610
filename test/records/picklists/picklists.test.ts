import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const types = ['new_business', 'existing_business', 'renewal', 'upsell'].map((value) => ({ value }))

describeStorages(
  'Picklists',
  (open) => {
    it('are listed with the words of the contract until the organization puts its own in their place', async () => {
      const { api, engine } = await open()
      const { picklists, next_cursor } = await api.picklists.list({})
      expect(picklists.map(({ name, strict }) => [name, strict])).toEqual([
        ['lost_reasons', false],
        ['deal_types', true],
        ['priorities', true],
        ['sources', false],
        ['industries', false],
        ['tiers', false],
      ])
      expect(next_cursor).toBeNull()
      const first = await api.picklists.list({ limit: 5 })
      expect(first.picklists).toEqual(picklists.slice(0, 5))
      expect(await api.picklists.list({ cursor: first.next_cursor! })).toEqual({ picklists: picklists.slice(5), next_cursor: null })
      expect(picklists[0]?.values[0]).toEqual({ value: 'Price too high', label: 'Price too high', position: 0, active: true })
      const replaced = await api.picklists.replace({
        name: 'tiers',
        values: [
          { value: 'silver', position: 9 },
          { value: 'gold', label: 'Gold', position: 1 },
          { value: 'old', active: false },
        ],
      })
      expect(replaced).toMatchObject({ version: 1, updated_by: 'ada@acme.test', fields: ['companies.tier', 'price_rules.company_tier'] })
      expect(replaced.values.map(({ value, position, active }) => [value, position, active])).toEqual([
        ['gold', 0, true],
        ['old', 1, false],
        ['silver', 2, true],
      ])
      expect((await api.picklists.list({ name: 'tiers' })).picklists).toEqual([replaced])
      expect((await engine.as({ ...ada, organization: 'other' }).picklists.list({ name: 'tiers' })).picklists[0]?.values).toEqual([])
      await expect(api.picklists.replace({ name: 'tiers', values: [{ value: 'x' }] }, { ifMatch: 7 })).rejects.toMatchObject({
        code: 'version_mismatch',
      })
      const member = engine.as({ ...ada, user: 'bob@acme.test', role: 'member' })
      await expect(member.picklists.replace({ name: 'tiers', values: [{ value: 'x' }] })).rejects.toMatchObject({ code: 'forbidden' })
    })

    it('judge deal types and priorities on every way to write a deal, and turn labels into values', async () => {
      const { api } = await open()
      const wrong = { name: 'D', deal_type: 'partner' }
      await expect(api.deals.create(wrong)).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path: '/deal_type', code: 'not_allowed', allowed: types.map(({ value }) => value) }] },
      })
      await api.picklists.replace({ name: 'deal_types', values: [...types, { value: 'partner', label: 'Via partner' }] })
      const deal = await api.deals.create({ ...wrong, priority: 'URGENT' })
      expect(deal).toMatchObject({ deal_type: 'partner', priority: 'urgent' })
      expect(await api.deals.update({ id: deal.id, deal_type: 'via Partner', lost_reason: 'no BUDGET' })).toMatchObject({
        deal_type: 'partner',
        lost_reason: 'No budget',
      })
      await expect(api.deals.update({ id: deal.id, priority: 'huge' })).rejects.toMatchObject({
        details: { errors: [{ path: '/priority' }] },
      })
      const { results, rejected } = await api.deals.bulkUpsert({
        records: [
          { name: 'E', deal_type: 'Renewal' },
          { name: 'F', deal_type: 'nothing' },
        ],
      })
      expect([results.length, rejected]).toMatchObject([2, [{ index: 1, code: 'not_allowed', field: 'deal_type' }]])
      await api.sync.ingest({
        provider: 'custom:crm',
        object: 'deals',
        records: [{ id: '1', name: 'From a source', deal_type: 'Via partner', priority: 'whatever', amount: 5 }],
      })
      const found = (await api.deals.search({ filter: { field: 'name', op: 'eq', value: 'From a source' } })).deals
      const schema = (await api.catalog.schema({ object: 'deal' })) as { properties: Record<string, { enum?: string[] }> }
      expect(schema.properties['deal_type']?.enum).toEqual([...types.map(({ value }) => value), 'partner'])
      expect(found).toMatchObject([{ deal_type: 'partner', priority: 'medium', custom: { source_priority: 'whatever' } }])
    })

    it('rename values in all records with their events, deleted ones included', async () => {
      const { engine, api } = await open(withEvents)
      const deal = await api.deals.create({ name: 'D', priority: 'urgent', source: 'fair' })
      const gone = await api.deals.create({ name: 'E', priority: 'urgent' })
      await api.contacts.create({ first_name: 'A', primary_source: 'fair' })
      await api.deals.delete({ id: gone.id })
      const values = [{ value: 'low' }, { value: 'medium' }, { value: 'high' }, { value: 'now' }]
      const refused = api.picklists.replace({ name: 'priorities', values })
      await expect(refused).rejects.toMatchObject({ code: 'conflict', details: { errors: [{ path: '/values', code: 'in_use' }] } })
      await api.picklists.replace({ name: 'priorities', values, rename: [{ from: 'urgent', to: 'now' }] })
      expect((await api.deals.get({ id: deal.id })).priority).toBe('now')
      const changed = await eventsOf(engine, 'deal.property_changed')
      expect(changed.filter(({ entity_id }) => entity_id === deal.id).map(({ payload }) => payload)).toMatchObject([
        { changed: ['priority'] },
      ])
      expect((await api.deals.restore({ id: gone.id })).priority).toBe('now')
      await api.picklists.replace({ name: 'sources', values: [{ value: 'Trade fair' }], rename: [{ from: 'fair', to: 'Trade fair' }] })
      expect((await api.deals.get({ id: deal.id })).source).toBe('Trade fair')
      expect((await api.contacts.list({})).contacts[0]?.primary_source).toBe('Trade fair')
    })

    it('rename values in more than 500 records as a job', async () => {
      const { engine, api } = await open()
      await api.companies.bulkUpsert({ records: Array.from({ length: 501 }, (_, at) => ({ name: `C${at}`, industry: 'food' })) })
      const { job_id } = await api.picklists.replace({
        name: 'industries',
        values: [{ value: 'Food' }],
        rename: [{ from: 'food', to: 'Food' }],
      })
      await engine.tick()
      expect(await api.jobs.get({ id: job_id! })).toMatchObject({ state: 'done', done: 501 })
      expect((await api.companies.search({ filter: { field: 'industry', op: 'eq', value: 'Food' }, count: true, limit: 1 })).total).toBe(
        501,
      )
    })

    it('refuse lists that cannot be, each by its place', async () => {
      const { api } = await open()
      const refused = [
        [{ name: 'tiers', values: [] }, '/values'],
        [{ name: 'tiers', values: [{ value: 'a' }, { value: 'A ' }] }, '/values/1/value'],
        [{ name: 'tiers', values: [{ value: '  ' }] }, '/values/0/value'],
        [{ name: 'tiers', values: [{ value: 'a' }], rename: [{ from: 'b', to: 'c' }] }, '/rename/0/to'],
        [{ name: 'tiers', values: [{ value: 'a' }], rename: [{ from: 'a', to: 'a' }] }, '/rename/0/from'],
        [{ name: 'priorities', values: [{ value: 'high' }] }, '/values'],
        [{ name: 'colours', values: [{ value: 'red' }] }, '/name'],
      ] as const
      for (const [input, path] of refused)
        await expect(api.picklists.replace(input as never)).rejects.toMatchObject({
          code: 'invalid_input',
          details: { errors: [{ path }] },
        })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
