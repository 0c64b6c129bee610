import { expect, it } from 'vitest'
import type { Filter } from '../../../core/records/search/condition.ts'
import { describeStorages } from '../../support/storages.ts'

const lines = [{ name: 'Licence', quantity: 1, unit_price: 10 }]

describeStorages(
  'Ids of merged and deleted records that others have kept',
  (open) => {
    async function merged() {
      const { api } = await open()
      const [contact, oldContact] = [await api.contacts.create({ first_name: 'A' }), await api.contacts.create({ first_name: 'B' })]
      const [company, oldCompany] = [await api.companies.create({ name: 'A' }), await api.companies.create({ name: 'B' })]
      const task = await api.tasks.create({ title: 'T' })
      const deal = await api.deals.create({ name: 'D' })
      await api.contacts.merge({ id: contact.id, merge_ids: [oldContact.id] })
      await api.companies.merge({ id: company.id, merge_ids: [oldCompany.id] })
      const named = { lead_id: oldContact.id, company_id: oldCompany.id.toUpperCase() }
      const meant = { lead_id: contact.id, company_id: company.id }
      return { api, contact, company, oldContact, oldCompany, task, deal, named, meant }
    }

    it('mean the survivor wherever a record names them', async () => {
      const { api, contact, company, oldContact, oldCompany, task, deal, named, meant } = await merged()
      const { company_id } = meant
      const lead = { primary_lead_id: contact.id, contacts: [{ lead_id: contact.id, primary: true }] }
      expect(await api.deals.create({ name: 'D', ...named, contacts: [{ lead_id: contact.id }] })).toMatchObject({ ...lead, company_id })
      expect(await api.deals.update({ id: deal.id, contact_id: oldContact.id })).toMatchObject(lead)
      expect(await api.tasks.create({ title: 'T', ...named })).toMatchObject(meant)
      expect(await api.tasks.update({ id: task.id, ...named })).toMatchObject(meant)
      expect(await api.activities.addNote({ ...named, body: 'N' })).toMatchObject(meant)
      expect(await api.contacts.create({ first_name: 'C', company_id: oldCompany.id })).toMatchObject({ company_id, company: 'A' })
      expect(await api.companies.create({ name: 'Child', parent_company_id: oldCompany.id })).toMatchObject({
        parent_company_id: company.id,
      })
      expect(await api.products.create({ sku: 'S', name: 'S', supplier_company_id: oldCompany.id })).toMatchObject({
        supplier_company_id: company.id,
      })
      expect(await api.priceRules.create({ kind: 'discount_percent', value: 1, company_id: oldCompany.id })).toMatchObject({ company_id })
      expect(await api.priceRules.resolve({ company_id: oldCompany.id, lines: [{ sku: 'S', quantity: 1 }] })).toMatchObject({ company_id })
      for (const documents of [api.quotes, api.orders, api.invoices, api.creditNotes] as const)
        expect(await documents.create({ ...named, lines })).toMatchObject(meant)
      await expect(api.tasks.create({ title: 'T', lead_id: oldCompany.id })).rejects.toMatchObject({
        details: { errors: [{ path: '/lead_id', code: 'unknown_record' }] },
      })
    })

    it('mean it in sets and lists, too', async () => {
      const { api, contact, oldContact, task, named, meant } = await merged()
      const bulk = [
        await api.deals.bulkUpsert({ records: [{ name: 'D', ...named }] }),
        await api.tasks.bulkUpsert({
          records: [
            { title: 'T', ...named },
            { id: task.id, ...named },
          ],
        }),
        await api.invoices.bulkUpsert({ records: [{ number: 'I', ...named, lines }] }),
        await api.contacts.bulkUpsert({
          records: [
            { id: oldContact.id, title: 'Boss' },
            { id: contact.id, city: 'Bonn' },
          ],
        }),
      ]
      expect(bulk.map(({ created, updated, rejected }) => [created, updated, rejected])).toEqual([
        [1, 0, []],
        [1, 1, []],
        [1, 0, []],
        [0, 2, []],
      ])
      expect(await api.contacts.get({ id: oldContact.id })).toMatchObject({ id: contact.id, title: 'Boss', city: 'Bonn' })
      expect((await api.deals.list({ contact_id: oldContact.id })).deals).toMatchObject([{ primary_lead_id: contact.id }])
      expect((await api.tasks.list({ contact_id: oldContact.id, limit: 1 })).tasks).toMatchObject([meant])
      expect((await api.invoices.list({ lead_id: oldContact.id })).invoices).toMatchObject([meant])
    })

    it('stay where they are named once the record is deleted, as long as nobody names it again', async () => {
      const { api } = await open()
      const company = await api.companies.create({ name: 'C' })
      const contact = await api.contacts.create({ first_name: 'A', company_id: company.id })
      const named = { company_id: company.id, lead_id: contact.id }
      const deal = await api.deals.create({ name: 'D', ...named })
      const task = await api.tasks.create({ title: 'T', ...named })
      const quote = await api.quotes.create({ ...named, lines })
      await api.companies.delete({ id: company.id })
      expect(await api.contacts.update({ id: contact.id, company_id: company.id, title: 'Boss' })).toMatchObject({ title: 'Boss' })
      await api.contacts.delete({ id: contact.id })
      const { contacts, primary_lead_id } = deal
      expect(await api.deals.update({ id: deal.id, company_id: company.id, primary_lead_id, contacts, name: 'E' })).toMatchObject({
        name: 'E',
      })
      expect(await api.tasks.update({ id: task.id, ...named, title: 'U' })).toMatchObject({ title: 'U', ...named })
      expect(await api.quotes.update({ id: quote.id, ...named, title: 'Q' })).toMatchObject({ title: 'Q', ...named })
      for (const create of [() => api.deals.create({ name: 'D', ...named }), () => api.tasks.create({ title: 'T', ...named })])
        await expect(create()).rejects.toMatchObject({ details: { errors: [{ code: 'unknown_record' }] } })
    })

    it('stay where a create means a record that names them already', async () => {
      const { api } = await open()
      const external_ids = [{ provider: 'custom:erp', id: '1' }]
      const firm = await api.companies.create({ name: 'C' })
      const about = { company_id: firm.id, external_ids }
      const creates = {
        company: (name: string) => api.companies.create({ name, parent_company_id: firm.id, external_ids }),
        product: (name: string) => api.products.create({ sku: 'P', name, supplier_company_id: firm.id }),
        priceRule: (name: string) => api.priceRules.create({ name, kind: 'discount_percent', value: 1, ...about }),
        task: (title: string) => api.tasks.create({ title, ...about }),
        activity: (subject: string) => api.activities.log({ type: 'note', subject, ...about }),
      }
      const made = Object.fromEntries(
        await Promise.all(Object.entries(creates).map(async ([name, create]) => [name, (await create('One')).id])),
      )
      await api.companies.delete({ id: firm.id })
      for (const [name, create] of Object.entries(creates)) expect({ name, id: (await create('Two')).id }).toEqual({ name, id: made[name] })
      const refused = { details: { errors: [{ code: 'unknown_record' }] } }
      await expect(api.tasks.create({ title: 'T', company_id: firm.id })).rejects.toMatchObject(refused)
      await expect(api.products.create({ sku: 'Q', name: 'Q', supplier_company_id: firm.id })).rejects.toMatchObject(refused)
    })

    it('stay in sets, too, which refuse them where the record has not named them yet', async () => {
      const { api } = await open()
      const [firm, other] = [await api.companies.create({ name: 'C' }), await api.companies.create({ name: 'O' })]
      const person = await api.contacts.create({ first_name: 'A', company_id: firm.id })
      const external_ids = [{ provider: 'custom:erp', id: '1' }]
      const { id } = await api.tasks.create({ title: 'T', lead_id: person.id, company_id: firm.id, external_ids })
      const deal = await api.deals.create({ name: 'D', contact_id: person.id, company_id: firm.id })
      const quote = await api.quotes.create({ lead_id: person.id, company_id: firm.id, lines })
      for (const gone of [firm, other]) await api.companies.delete({ id: gone.id })
      await api.contacts.delete({ id: person.id })
      const named = { lead_id: person.id, company_id: firm.id }
      const refused = (index: number) => ({ index, code: 'unknown_record', field: 'company_id' })
      const records = [
        { external_ids, title: 'U', ...named },
        { id, title: 'V', company_id: other.id },
        { title: 'W', company_id: firm.id },
      ]
      expect(await api.tasks.bulkUpsert({ records })).toMatchObject({ updated: 1, created: 0, rejected: [refused(1), refused(2)] })
      expect(await api.tasks.get({ id })).toMatchObject({ title: 'U', ...named })
      const { primary_lead_id, contacts } = deal
      const deals = [
        { id: deal.id, name: 'E', primary_lead_id, contacts, company_id: firm.id },
        { id: deal.id, company_id: other.id },
      ]
      expect(await api.deals.bulkUpsert({ records: deals })).toMatchObject({ updated: 1, rejected: [refused(1)] })
      const quotes = [
        { id: quote.id, title: 'Q', ...named },
        { id: quote.id, company_id: other.id },
      ]
      expect(await api.quotes.bulkUpsert({ records: quotes })).toMatchObject({ updated: 1, rejected: [refused(1)] })
    })

    it('mean the survivor where many records are changed, and nobody where they are deleted', async () => {
      const { api, contact, oldContact } = await merged()
      const ids = [oldContact.id.toUpperCase(), contact.id]
      expect(await api.contacts.bulkUpdate({ ids, set: { title: 'Boss' } })).toEqual({ matched: 1, updated: 1 })
      expect(await api.contacts.bulkUpdate({ ids: [oldContact.id], add_tags: ['vip'] })).toEqual({ matched: 1, updated: 1 })
      expect(await api.contacts.get({ id: contact.id })).toMatchObject({ title: 'Boss', tags: ['vip'] })
      await expect(api.contacts.bulkDelete({ ids: [oldContact.id], confirm_count: 1 })).rejects.toMatchObject({ code: 'conflict' })
    })

    it('mean the survivor where they are tagged, and in conditions that are asked or kept', async () => {
      const { api, contact, company, oldContact, oldCompany, deal, named } = await merged()
      expect(await api.tags.assign({ object: 'contacts', ids: [oldContact.id], add_tags: ['vip'] })).toEqual({ matched: 1, updated: 1 })
      await api.deals.update({ id: deal.id, ...named })
      const on = (field: string, value: string | string[], op: 'eq' | 'in' | 'neq' = 'eq') => ({ field, op, value })
      const found = async (filter: Filter) => (await api.deals.search({ filter })).deals.map(({ id }) => id)
      for (const filter of [
        on('primary_lead_id', oldContact.id.toUpperCase()),
        on('contact_id', oldContact.id),
        on('company.id', oldCompany.id),
        on('company_id', [oldCompany.id, contact.id], 'in'),
      ])
        expect(await found(filter)).toEqual([deal.id])
      expect(await found(on('company_id', oldCompany.id, 'neq'))).toEqual([])
      expect((await api.deals.list({ filter: { company_id: { eq: oldCompany.id } } })).deals).toMatchObject([{ id: deal.id }])
      expect((await api.contacts.search({ filter: on('id', oldContact.id) })).contacts).toMatchObject([{ id: contact.id }])
      expect((await api.reports.query({ object: 'deals', filter: on('company_id', oldCompany.id) })).rows).toEqual([{ count: 1 }])
      expect(await api.deals.bulkUpdate({ filter: on('company_id', oldCompany.id), set: { source: 'x' } })).toMatchObject({ updated: 1 })
      const list = await api.lists.create({ name: 'Theirs', object: 'deals', filter: on('company_id', company.id) })
      const [last] = [await api.companies.create({ name: 'Last' })]
      const { merge_id } = await api.companies.merge({ id: last.id, merge_ids: [company.id] })
      expect((await api.lists.get({ id: list.id })).members_count).toBe(1)
      await api.merges.undo({ id: merge_id })
      expect((await api.lists.get({ id: list.id })).members_count).toBe(1)
    })

    it('mean the survivor where is asked what a customer was invoiced and owes', async () => {
      const { api, company, oldCompany } = await merged()
      await api.invoices.create({ company_id: company.id, lines, status: 'sent' })
      for (const company_id of [company.id.toUpperCase(), oldCompany.id, oldCompany.id.toUpperCase()]) {
        expect((await api.analytics.revenue({ company_id })).revenue).toBe(10)
        expect((await api.analytics.receivables({ company_id })).total).toBe(10)
        const unpaid = await api.invoices.unpaid({ company_id })
        expect([unpaid.invoices.length, unpaid.companies.map((each) => each.company_id)]).toEqual([1, [company.id]])
      }
    })

    it('mean nobody once the survivor is deleted', async () => {
      const { api, contact, oldContact } = await merged()
      await api.contacts.delete({ id: contact.id })
      for (const lead_id of [contact.id, oldContact.id])
        await expect(api.tasks.create({ title: 'T', lead_id })).rejects.toMatchObject({ code: 'invalid_input' })
      expect(await api.tasks.bulkUpsert({ records: [{ title: 'T', lead_id: oldContact.id }] })).toMatchObject({
        rejected: [{ index: 0, code: 'unknown_record', field: 'lead_id' }],
      })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
