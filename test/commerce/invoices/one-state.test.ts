import { expect, it } from 'vitest'
import { allEventsOf, withEvents } from '../../support/event-probe.ts'
import { describeStorages } from '../../support/storages.ts'

type Named = Readonly<Record<string, unknown>>
const lines = [{ name: 'Work', unit_price: 100 }]

// It is the day after the due date in the organization, and still the due date in UTC.
describeStorages('the state of an invoice that is overdue after a part payment', (open) => {
  async function opened() {
    const { api, engine, clock } = await open(withEvents)
    await api.organization.update({ timezone: 'Pacific/Auckland' })
    const company = await api.companies.create({ name: 'Atelier' })
    const order = await api.orders.create({ company_id: company.id, lines, status: 'confirmed' })
    const { id, number } = await api.invoices.create({ order_id: order.id, status: 'sent', due_date: '2026-01-20' })
    await api.invoices.recordPayment({ id, amount: 40 })
    clock.set('2026-01-20T12:00:00Z')
    return { api, engine, company, order, id, number }
  }
  const status = (record: unknown) => (record as Named | undefined)?.['status']

  it('is overdue wherever it is read', async () => {
    const { api, engine, company, order, id, number } = await opened()
    const seen: Record<string, unknown> = {}
    seen['get'] = status(await api.invoices.get({ id }))
    seen['list'] = status((await api.invoices.list({})).invoices[0])
    seen['filter'] = status((await api.invoices.list({ status: 'overdue' })).invoices[0])
    seen['unpaid'] = status((await api.invoices.unpaid({})).invoices[0])
    const filter = { field: 'status', op: 'eq' as const, value: 'overdue' }
    seen['search'] = status((await api.invoices.search({ filter })).invoices[0])
    seen['search by words'] = status((await api.search.all({ q: number })).results[0]?.summary)
    seen['resolve'] = status((await api.search.resolve({ number })).matches[0]?.summary)
    const { timeline } = await api.companies.timeline({ id: company.id })
    seen['timeline'] = status(timeline.find(({ type }) => type === 'invoice')?.data)
    seen['of the order'] = status((await api.orders.get({ id: order.id, include: ['invoices'] })).included?.invoices?.[0])
    seen['of the company'] = status((await api.companies.get({ id: company.id, include: ['invoices'] })).included?.invoices?.[0])
    seen['report'] = status((await api.reports.query({ object: 'invoices', group_by: [{ field: 'status' }] })).rows[0])
    seen['example of hooks'] = status((await api.hooks.sample({ event: 'invoice.paid' }))[0]?.data.record)
    const file = await api.exports.create({ object: 'invoices', fields: ['number', 'status'] })
    await engine.tick()
    const chunks: Uint8Array[] = []
    for await (const chunk of await api.exports.download({ id: file.id })) chunks.push(chunk)
    const [head = '', row = ''] = Buffer.concat(chunks).toString('utf8').replace('\uFEFF', '').split('\r\n')
    seen['export'] = row.split(',')[head.split(',').indexOf('status')]
    expect(Object.entries(seen).filter(([, state]) => state !== 'overdue')).toEqual([])
  })

  it('is found by no other state', async () => {
    const { api } = await opened()
    for (const value of ['sent', 'partially_paid'] as const) {
      expect((await api.invoices.list({ status: value })).invoices).toEqual([])
      expect((await api.invoices.search({ filter: { field: 'status', op: 'eq', value } })).invoices).toEqual([])
    }
  })

  it('counts as owed and overdue wherever amounts are added up', async () => {
    const { api, company } = await opened()
    expect(await api.companies.summary({ id: company.id })).toMatchObject({ unpaid_amount: 60, overdue_amount: 60 })
    expect(await api.companies.get({ id: company.id })).toMatchObject({ unpaid_amount: 60, overdue_amount: 60 })
    expect((await api.invoices.unpaid({})).companies).toMatchObject([{ balance_due: 60, overdue_amount: 60 }])
    expect(await api.analytics.receivables({})).toMatchObject({ total: 60, overdue: 60 })
  })

  it('is told by its events, in the summary, in the record and among what changed', async () => {
    const { api, engine, id } = await opened()
    await engine.tick()
    await api.invoices.recordPayment({ id, amount: 10 })
    await api.invoices.recordPayment({ id, amount: 50, date: '2026-01-20' })
    const told = (await allEventsOf(engine)).filter(({ entity_type }) => entity_type === 'invoice').slice(-3)
    expect(told.map(({ type, payload, data }) => [type, payload['status'], status(data['record'])])).toEqual([
      ['invoice.overdue', 'overdue', 'overdue'],
      ['invoice.updated', 'overdue', 'overdue'],
      ['invoice.paid', 'paid', 'paid'],
    ])
    expect(told[2]?.payload).toMatchObject({ from: 'overdue', to: 'paid' })
  })
})
