import { expect, it } from 'vitest'
import type { Api } from 'rapport-crm'
import { describeStorages } from '../../support/storages.ts'

const lines = [{ name: 'Licence', quantity: 1, unit_price: 10 }]

describeStorages(
  'An undone merge',
  (open) => {
    it('leaves every record that can name a contact or company as it was', async () => {
      const { api, clock } = await open()
      await api.properties.create({ object: 'contacts', name: 'badge', type: 'text', unique: true })
      const cycle = await api.salesCycles.create({ name: 'Main', stages: [{ name: 'New' }, { name: 'Done' }] })
      const [firm, rival] = [
        await api.companies.create({ name: 'Firm', domain: 'firm-one.com' }),
        await api.companies.create({ name: 'Rival', domain: 'rival-two.com', code: 'R', vat_number: 'DE 1', tags: ['rival'] }),
      ]
      const external_ids = (id: string) => [{ provider: 'custom:erp', id }]
      const anna = await api.contacts.create({
        email: 'anna@firm-one.com',
        phone: '+49301234567',
        custom: { badge: '1' },
        external_ids: external_ids('1'),
      })
      const ann = await api.contacts.create({
        email: 'ann@rival-two.com',
        emails: [{ email: 'private@rival-two.com' }],
        phone: '+49307654321',
        last_name: 'Smith',
        tags: ['vip'],
        lead_score: 5,
        sales_cycle_id: cycle.id,
        pipeline_stage: 'Done',
        custom: { badge: '2', free: true },
        external_ids: external_ids('2'),
      })
      await api.contacts.unsubscribe({ id: ann.id, topic: 'news' })
      const named = { lead_id: ann.id, company_id: rival.id }
      const deal = await api.deals.create({
        name: 'D',
        company_id: rival.id,
        contacts: [{ lead_id: anna.id }, { lead_id: ann.id, role: 'boss' }],
      })
      await api.tasks.create({ title: 'T', ...named })
      await api.activities.log({ type: 'call', body: 'b', ...named })
      await api.quotes.create({ ...named, deal_id: deal.id, lines })
      await api.orders.create({ ...named, lines })
      const invoice = await api.invoices.create({ ...named, lines, status: 'sent' })
      await api.creditNotes.create({ invoice_id: invoice.id })
      await api.priceRules.create({ kind: 'discount_percent', value: 5, company_id: rival.id })
      await api.products.create({ sku: 'P', name: 'P', supplier_company_id: rival.id })
      await api.companies.create({ name: 'Child', parent_company_id: rival.id })
      await api.lists.create({ name: 'Both', object: 'contacts', ids: [anna.id, ann.id] })
      await api.lists.create({ name: 'Rivals', object: 'companies', ids: [rival.id] })
      const link = { from_object: 'contacts', from_id: ann.id, label: 'adviser' }
      await api.associations.create({ ...link, to_object: 'companies', to_id: firm.id })
      await api.associations.create({ ...link, to_object: 'contacts', to_id: anna.id })
      const before = await everything(api)
      clock.advance('1 second')
      const contacts = await api.contacts.merge({ id: anna.id, merge_ids: [ann.id], overrides: { custom: { badge: '3' } } })
      const merged = await api.contacts.get({ id: anna.id })
      expect(merged).toMatchObject({ lead_score: 5, phones: [{ phone: '+49301234567' }, { phone: '+49307654321' }] })
      const companies = await api.companies.merge({ id: firm.id, merge_ids: [rival.id] })
      const between = await everything(api)
      for (const [name, records] of Object.entries(before)) expect([name, between[name]]).not.toEqual([name, records])
      await api.merges.undo({ id: companies.merge_id })
      await api.merges.undo({ id: contacts.merge_id })
      expect(await everything(api)).toEqual(before)
    })

    it('finds records that are deleted meanwhile where they belong once they are restored', async () => {
      const { api } = await open()
      const [stays, gone] = [await api.contacts.create({ first_name: 'A' }), await api.contacts.create({ first_name: 'B' })]
      const [into, from] = [await api.companies.create({ name: 'A' }), await api.companies.create({ name: 'B' })]
      const named = { lead_id: gone.id, company_id: from.id }
      const meant = { lead_id: stays.id, company_id: into.id }
      const [deal, task] = [await api.deals.create({ name: 'D', ...named }), await api.tasks.create({ title: 'T', ...named })]
      const contact = await api.contacts.create({ first_name: 'C', company_id: from.id })
      const all = async (act: 'delete' | 'restore') => {
        const ids = { deals: deal.id, tasks: task.id, contacts: contact.id }
        for (const [of, id] of Object.entries(ids)) await api[of as keyof typeof ids][act]({ id })
      }
      const shows = async ({ lead_id, company_id }: typeof named) => {
        expect(await api.deals.get({ id: deal.id })).toMatchObject({ primary_lead_id: lead_id, contacts: [{ lead_id }], company_id })
        expect(await api.tasks.get({ id: task.id })).toMatchObject({ lead_id, company_id })
        expect(await api.contacts.get({ id: contact.id })).toMatchObject({ company_id, company: company_id === into.id ? 'A' : 'B' })
      }
      await all('delete')
      const merges = [
        await api.contacts.merge({ id: stays.id, merge_ids: [gone.id] }),
        await api.companies.merge({ id: into.id, merge_ids: [from.id] }),
      ]
      await all('restore')
      await shows(meant)
      await all('delete')
      for (const { merge_id } of merges) await api.merges.undo({ id: merge_id })
      await all('restore')
      await shows(named)
    })

    it('keeps what was done to the survivor since, item by item of its lists and custom values', async () => {
      const { api } = await open()
      const [a, b] = [
        await api.contacts.create({ email: 'a@one.test', tags: ['a'], custom: { x: 1, y: 1 }, lead_score: 1 }),
        await api.contacts.create({
          email: 'b@two.test',
          tags: ['b'],
          custom: { x: 2, z: 2 },
          lead_score: 5,
          external_ids: [{ provider: 'custom:erp', id: '1' }],
        }),
      ]
      const { merge_id } = await api.contacts.merge({ id: a.id, merge_ids: [b.id] })
      const { emails } = await api.contacts.get({ id: a.id })
      await api.contacts.update({
        id: a.id,
        tags: ['a', 'b', 'later'],
        emails: [...emails, { email: 'third@one.test' }],
        custom: { y: 2, later: true },
      })
      await api.contacts.create({ email: 'a@one.test', external_ids: [{ provider: 'custom:erp', id: '2' }] })
      expect(await api.contacts.adjustScore({ id: a.id, points: 3 })).toMatchObject({ lead_score: 9 })
      await api.merges.undo({ id: merge_id })
      expect(await api.contacts.get({ id: a.id })).toMatchObject({
        lead_score: 4,
        tags: ['a', 'later'],
        emails: [{ email: 'a@one.test' }, { email: 'third@one.test' }],
        custom_properties: { x: 1, y: 2, later: true },
        external_ids: [{ id: '2' }],
        merged_ids: [],
      })
      expect(await api.contacts.get({ id: b.id })).toMatchObject({
        tags: ['b'],
        emails: [{ email: 'b@two.test' }],
        external_ids: [{ id: '1' }],
      })
      expect((await api.contacts.create({ email: 'b@two.test' })).id).toBe(b.id)
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

/** All that the organization has, without what every write changes. */
async function everything(api: Api): Promise<Record<string, unknown>> {
  const rest = ({ version: _v, updated_at: _u, ...record }: { version?: unknown; updated_at?: unknown }) => record
  const contacts = (await api.contacts.list({ sort: 'created_at' })).contacts
  const companies = (await api.companies.list({ sort: 'created_at' })).companies
  const lists = (await api.lists.list({ sort: 'created_at' })).lists
  const links = contacts.map(({ id }) => api.associations.list({ object: 'contacts', record_id: id }))
  const members = lists.map(({ id }) => api.lists.members({ id, sort: 'created_at' }))
  const pages = {
    contacts,
    companies,
    deals: (await api.deals.list({})).deals,
    tasks: (await api.tasks.list({})).tasks,
    activities: (await api.activities.list({})).activities,
    quotes: (await api.quotes.list({})).quotes,
    orders: (await api.orders.list({})).orders,
    invoices: (await api.invoices.list({})).invoices,
    creditNotes: (await api.creditNotes.list({})).credit_notes,
    priceRules: (await api.priceRules.list({})).price_rules,
    products: (await api.products.list({})).products,
    links: (await Promise.all(links)).flatMap(({ associations }) => associations),
    members: (await Promise.all(members)).flatMap((each) => each.members.map(({ id }) => ({ id }))),
    found: (await api.search.all({ q: 'rival' })).results,
  }
  return Object.fromEntries(Object.entries(pages).map(([name, records]) => [name, records.map(rest)]))
}
