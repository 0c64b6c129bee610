import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('What is counted of a company or contact', (open) => {
  it('is named by the records that belong to it: in searches, lists, reports and bulk changes', async () => {
    const { api } = await open()
    const rich = await api.contacts.create({ email: 'ada@lovelace.test', company: 'Lovelace Ltd' })
    const poor = await api.contacts.create({ email: 'bob@weber.test', company: 'Weber' })
    const lines = [{ name: 'Licence', quantity: 1, unit_price: 900 }]
    const sent = { company_id: rich.company_id!, status: 'sent' as const, issue_date: '2025-12-01', due_date: '2025-12-31', lines }
    const invoice = await api.invoices.create(sent)
    await api.orders.create({ company_id: rich.company_id!, status: 'confirmed', order_date: '2025-12-01', lines })
    const deal = await api.deals.create({ name: 'Licences', amount: 500, primary_lead_id: rich.id })
    await api.deals.create({ name: 'Nothing', amount: 5, primary_lead_id: poor.id })
    const task = await api.tasks.create({ title: 'Call', lead_id: rich.id, company_id: rich.company_id! })
    const over = (field: string, value: number | string) => ({ filter: { field, op: 'gte' as const, value } })
    for (const [field, value] of [
      ['company.revenue_12m', 900],
      ['company.unpaid_amount', 900],
      ['company.overdue_amount', 1],
      ['company.open_deals_amount', 500],
      ['company.last_order_at', '2025-11-01'],
    ] as const) {
      expect([field, (await api.contacts.search(over(field, value))).contacts.map(({ id }) => id)]).toEqual([field, [rich.id]])
      expect([field, (await api.deals.search(over(field, value))).deals.map(({ id }) => id)]).toEqual([field, [deal.id]])
      expect([field, (await api.tasks.search(over(field, value))).tasks.map(({ id }) => id)]).toEqual([field, [task.id]])
      expect([field, (await api.invoices.search(over(field, value))).invoices.map(({ id }) => id)]).toEqual([field, [invoice.id]])
    }
    const busy = over('contact.open_tasks', 1)
    expect((await api.deals.search(busy)).deals.map(({ id }) => id)).toEqual([deal.id])
    const listed = await api.lists.create({ name: 'Debtors', object: 'contacts', type: 'dynamic', ...over('company.overdue_amount', 1) })
    expect(listed.members_count).toBe(1)
    const report = { object: 'deals' as const, measures: [{ measure: 'count' as const }], ...over('company.overdue_amount', 1) }
    expect((await api.reports.query(report)).rows).toMatchObject([{ count: 1 }])
    expect(await api.deals.bulkUpdate({ ...over('company.unpaid_amount', 1), set: { priority: 'high' } })).toEqual({
      matched: 1,
      updated: 1,
    })
  })
})
