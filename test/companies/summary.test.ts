import { expect, it } from 'vitest'
import { describeStorages } from '../support/storages.ts'

describeStorages(
  'The summary of a company',
  (open) => {
    it('says what is open, earned, unpaid and next, in the currency of the organisation', async () => {
      const { api } = await open()
      const { id } = await api.companies.create({ name: 'Firm', currency: 'EUR' })
      await api.deals.create({ name: 'Big', company_id: id, amount: 100.1 })
      await api.deals.create({ name: 'Small', company_id: id, amount: 0.2 })
      await api.tasks.create({ title: 'Later', company_id: id, due_at: '2026-03-01T00:00:00Z' })
      const next = await api.tasks.create({ title: 'Next', company_id: id, due_at: '2026-02-01T00:00:00Z' })
      const invoice = { customer_name: 'Firm', currency: 'EUR', status: 'open', total_excl_tax: 100, total_tax: 20, total_incl_tax: 120 }
      await api.sync.ingest({
        provider: 'custom:erp',
        object: 'invoices',
        records: [
          { ...invoice, invoice_number: 'A-1', invoice_date: '2026-01-10', due_date: '2026-01-12' },
          { ...invoice, invoice_number: 'A-2', invoice_date: '2026-01-11', due_date: '2026-02-12' },
          { ...invoice, invoice_number: 'A-3', invoice_date: '2025-12-31', due_date: '2026-02-12' },
        ],
      })
      expect(await api.companies.summary({ id })).toMatchObject({
        company: { id, name: 'Firm' },
        currency: 'EUR',
        open_deals: { count: 2, amount: 100.3 },
        revenue: { this_year: 200, last_year: 100 },
        unpaid_amount: 360,
        overdue_amount: 120,
        last_order: null,
        price_rules: 0,
        next_task: { id: next.id },
      })
      await expect(api.companies.summary({ id: '01a00000-0000-7000-8000-000000000000' })).rejects.toMatchObject({ code: 'not_found' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
