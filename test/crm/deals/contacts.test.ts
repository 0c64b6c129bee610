import { expect, it } from 'vitest'
import { builtin } from '../../../core/builtin.ts'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { composeFeatures } from '../../../core/records/record-type/compose-features.ts'
import { ada, describeEveryStorage, describeStorages, newPlace, type Open } from '../../support/storages.ts'

const registry = composeFeatures(builtin).registry

async function people(open: Open) {
  const { api, engine } = await open()
  const [eve, bob, cy] = (await Promise.all(['eve', 'bob', 'cy'].map((each) => api.contacts.create({ email: `${each}@x.test`, first_name: each })))).map(({ id }) => id) as [string, string, string] // prettier-ignore
  const contacts = [
    { lead_id: eve, primary: true },
    { lead_id: bob, role: 'buyer' },
  ]
  const deal = await api.deals.create({ name: 'Licences', amount: 50, contacts })
  const numbers = async (id: string) => {
    const { open_deals_count, open_deals_amount, won_deals_count } = await api.contacts.get({ id })
    return [open_deals_count, open_deals_amount, won_deals_count]
  }
  const found = async (field: string, value: unknown) =>
    (await api.contacts.search({ filter: { field, op: 'eq', value } as never, sort: 'first_name' })).contacts.map((each) => each.first_name)
  const listed = async (contact_id: string) => (await api.deals.list({ contact_id })).deals.map(({ name }) => name)
  return { api, engine, eve, bob, cy, deal, numbers, found, listed }
}

describeStorages('all contacts of a deal', (open) => {
  it('count it, are found by it, and show it and its records', async () => {
    const { api, bob, cy, deal, numbers, found, listed } = await people(open)
    await api.deals.create({ name: 'Support', amount: 7, status: 'won', primary_lead_id: bob })
    expect([await numbers(bob), await numbers(cy)]).toEqual([
      [1, 50, 1],
      [0, 0, 0],
    ])
    for (const [field, value] of [
      ['open_deals_count', 1],
      ['open_deals_amount', 50],
      ['deal.amount', 50],
    ] as const)
      expect([field, await found(field, value)]).toEqual([field, ['bob', 'eve']])
    expect(await found('won_deals_count', 1)).toEqual(['bob'])
    expect(await listed(bob)).toEqual(['Support', 'Licences'])
    const { included } = await api.contacts.get({ id: bob, include: ['deals'] })
    expect((included as { deals: { name: string }[] }).deals.map(({ name }) => name)).toEqual(['Support', 'Licences'])
    await api.tasks.create({ title: 'Call', deal_id: deal.id })
    const { timeline } = await api.contacts.timeline({ id: bob })
    expect(timeline.map(({ title }) => title)).toEqual(expect.arrayContaining(['Call', 'deal.created']))
    expect((await api.contacts.timeline({ id: cy })).timeline.map(({ title }) => title)).not.toContain('Call')
    const { contacts } = await api.contacts.search({ sort: '-deal.amount', filter: { field: 'deal.status', op: 'eq', value: 'open' } })
    expect(contacts).toHaveLength(2)
  })

  it('follow what becomes of it and of them', async () => {
    const { api, eve, bob, cy, deal, numbers, listed } = await people(open)
    await api.deals.update({ id: deal.id, primary_lead_id: bob })
    expect([await numbers(eve), await numbers(bob)]).toEqual([
      [1, 50, 0],
      [1, 50, 0],
    ])
    await api.deals.delete({ id: deal.id })
    expect([await numbers(eve), await listed(eve)]).toEqual([[0, 0, 0], []])
    await api.deals.restore({ id: deal.id })
    const merge = await api.contacts.merge({ id: cy, merge_ids: [eve] } as never)
    expect([await numbers(cy), await listed(cy)]).toEqual([[1, 50, 0], ['Licences']])
    await api.merges.undo({ id: (merge as { merge_id: string }).merge_id } as never)
    expect([await numbers(eve), await numbers(cy)]).toEqual([
      [1, 50, 0],
      [0, 0, 0],
    ])
    await api.deals.update({ id: deal.id, contacts: [{ lead_id: cy }, { lead_id: bob, primary: true }] })
    expect([await listed(eve), await listed(cy), await listed(bob)]).toEqual([[], ['Licences'], ['Licences']])
    await api.contacts.delete({ id: cy })
    await api.contacts.delete({ id: cy, purge: true } as never)
    expect(await listed(cy)).toEqual([])
  })

  it('tell nobody of a deal that is not seen', async () => {
    const { api, engine, bob } = await people(open)
    await api.users.invite({ email: 'bob@acme.test' })
    await api.contacts.update({ id: bob, assigned_to: 'bob@acme.test' })
    const own = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', sees: ['bob@acme.test'] })
    expect(await own.contacts.get({ id: bob })).toMatchObject({ open_deals_count: 0, open_deals_amount: 0 })
    for (const field of ['open_deals_count', 'deal.amount'])
      expect((await own.contacts.search({ filter: { field, op: 'gt', value: 0 } })).contacts).toEqual([])
    expect((await own.deals.list({ contact_id: bob })).deals).toEqual([])
    expect((await own.contacts.timeline({ id: bob })).timeline.map(({ title }) => title)).not.toContain('deal.created')
  })
})

describeEveryStorage('an upgrade', (_, name) => {
  it.skipIf(name === 'SQLite memory')('finds the deals of all contacts that are there', async () => {
    const place = await newPlace(name, true)
    const parts = { entities: registry.all('entities'), watches: registry.watches, migrate: true }
    const migrations = registry.all('migrations').filter((each) => each.name < '2026-12-12')
    const before = await Database.open({ storage: place.storage(), ...parts, migrations })
    const [primary, other, none] = [1, 2, 3].map((each) => `00000000-0000-4000-8000-00000000000${each}`) as [string, string, string]
    const stamps = { user_from: 'acme', created_by: 'a@x.test', created_via: 'api', created_at: '2026-01-15T00:00:00Z', updated_at: '2026-01-15T00:00:00Z', stage_entered_at: '2026-01-15T00:00:00Z' } // prettier-ignore
    const lists = { external_ids: '[]', competitors: '[]', tags: '[]', custom: '{}', stage_history: '[]' }
    const deal = { name: 'Old', pipeline_id: none, pipeline_name: 'Sales', stage_id: 'new', stage_name: 'New', status: 'open', amount: 1, currency: 'EUR', forecast_category: 'pipeline', owner_email: 'a@x.test', priority: 'medium', deal_type: 'new_business', recurring: name === 'PostgreSQL' ? false : 0, version: 1 } // prettier-ignore
    const contacts = JSON.stringify([{ lead_id: primary, primary: true }, { lead_id: other }])
    const rows = [
      { id: none, primary_lead_id: primary, contacts },
      { id: other, primary_lead_id: null, contacts: '[]' },
    ]
    for (const row of rows)
      await before
        .tables()
        .insertInto('deals')
        .values({ ...deal, ...stamps, ...lists, ...row })
        .execute()
    await before.close()
    const after = await Database.open({ storage: place.storage(), ...parts, migrations: registry.all('migrations') })
    const all = () => after.tables().selectFrom('deal_contacts').selectAll().execute()
    expect(await all()).toEqual([{ user_from: 'acme', deal_id: none, contact_id: other }])
    await after.tables().deleteFrom('deals').execute()
    expect(await all()).toEqual([])
    await after.close()
    await place.remove()
  })
})
