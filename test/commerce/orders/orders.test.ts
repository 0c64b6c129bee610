import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

const lines = [{ sku: 'A-1', name: 'Chair', quantity: 2, unit_price: 50, tax_rate: 20 }]

describeStorages('Orders', (open) => {
  it('are made with lines or from a quote, and move from draft to invoiced', async () => {
    const { api } = await open()
    const order = await api.orders.create({ lines, order_date: '2026-01-10', expected_at: '2026-02-01' })
    expect(order).toMatchObject({
      number: 'DRAFT-00001',
      status: 'draft',
      order_date: '2026-01-10',
      total_incl_tax: 120,
      invoice_ids: [],
    })
    expect(await api.orders.get({ id: order.id })).toEqual(order)
    await expect(api.orders.update({ id: order.id, status: 'invoiced' })).rejects.toMatchObject({
      details: { errors: [{ path: '/status', code: 'not_allowed', allowed: ['draft', 'confirmed', 'cancelled'] }] },
    })
    await api.orders.update({ id: order.id, status: 'confirmed', lines: [{ name: 'Table', unit_price: 10 }] })
    expect(await api.orders.update({ id: order.id, status: 'delivered' })).toMatchObject({
      delivered_at: '2026-01-15T09:00:00.000Z',
      total_incl_tax: 10,
    })
    await expect(api.orders.update({ id: order.id, lines })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.orders.delete({ id: order.id })).rejects.toMatchObject({ code: 'conflict' })
    const invoice = await api.invoices.create({ order_id: order.id })
    expect(await api.orders.update({ id: order.id, status: 'invoiced' })).toMatchObject({ status: 'invoiced', invoice_ids: [invoice.id] })
    const quote = await api.quotes.create({ lines, title: 'Chairs' })
    await expect(api.orders.create({ quote_id: quote.id })).rejects.toMatchObject({ code: 'conflict' })
    await api.quotes.send({ id: quote.id })
    expect(await api.orders.create({ quote_id: quote.id })).toMatchObject({ title: 'Chairs', total_incl_tax: 120, lines: [{ sku: 'A-1' }] })
    expect((await api.orders.list({ quote_id: quote.id })).orders).toHaveLength(1)
    await expect(api.orders.create({ quote_id: order.id })).rejects.toMatchObject({ details: { errors: [{ path: '/quote_id' }] } })
  })

  it('are the only order of their quote, whether it is converted or named', async () => {
    const { api } = await open()
    const sold = async () => {
      const { id } = await api.quotes.create({ lines })
      await api.quotes.send({ id })
      return id
    }
    const quote_id = await sold()
    const { order } = await api.quotes.convert({ id: quote_id, to: 'order' })
    const taken = { code: 'conflict', details: { existing_id: order!.id } }
    await expect(api.orders.create({ quote_id })).rejects.toMatchObject(taken)
    const other = await api.orders.create({ lines })
    await expect(api.orders.update({ id: other.id, quote_id })).rejects.toMatchObject(taken)
    const { rejected } = await api.orders.bulkUpsert({ records: [{ quote_id }, { lines }] })
    expect(rejected).toMatchObject([{ index: 0, code: 'conflict' }])
    const next = await sold()
    const made = await api.orders.create({ quote_id: next })
    expect(await api.quotes.get({ id: next })).toMatchObject({ order_id: made.id })
    await expect(api.quotes.convert({ id: next, to: 'order' })).rejects.toMatchObject({ details: { existing_id: made.id } })
    await api.orders.delete({ id: made.id })
    const again = await api.quotes.convert({ id: next, to: 'order' })
    await expect(api.orders.restore({ id: made.id })).rejects.toMatchObject({ details: { existing_id: again.order!.id } })
    const imported = await api.orders.create({ number: 'ERP-1', source_totals: true, total_incl_tax: 120, quote_id: next })
    expect(imported.quote_id).toBe(next)
  })

  it('are written in sets with their lines, each decided alone, and again without a change', async () => {
    const { api } = await open()
    const record = (number: string, more: object = {}) => ({ number, source_totals: true, total_incl_tax: 120, lines, ...more })
    const records = [
      record('A'),
      record('B', { external_ids: [{ provider: 'custom:erp', id: '7' }] }),
      { number: 'C', lines: [{ sku: 'nobody' }] },
      { nonsense: 1 } as object,
      record('A', { title: 'Again' }),
    ]
    const first = await api.orders.bulkUpsert({ records })
    expect(first.results.map(({ status }) => status)).toEqual(['created', 'created', 'rejected', 'rejected', 'updated'])
    expect(first.rejected.map(({ index, field }) => [index, field])).toEqual([
      [2, 'lines.0.unit_price'],
      [3, 'nonsense'],
    ])
    expect(first.results[4]?.id).toBe(first.results[0]?.id)
    expect((await api.orders.list({ sort: 'number' })).orders.map(({ number, title }) => [number, title])).toEqual([
      ['A', 'Again'],
      ['B', null],
    ])
    const again = [record('A', { title: 'Again' }), { external_ids: [{ provider: 'custom:erp', id: '7' }], source_totals: true }]
    expect(await api.orders.bulkUpsert({ records: again })).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    const nothing = await api.orders.bulkUpsert({ records: [record('D'), { lines: [{ sku: 'nobody' }] }], on_error: 'abort' })
    expect(nothing.results.map(({ status }) => status)).toEqual(['not_written', 'rejected'])
    expect(await api.orders.bulkUpsert({ records: [record('D')], dry_run: true })).toMatchObject({ created: 1, results: [{ id: null }] })
    expect((await api.orders.list()).orders).toHaveLength(2)
    const strict = await api.orders.bulkUpsert({ records: [record('A')], mode: 'create' })
    expect(strict.rejected).toMatchObject([{ code: 'already_exists', existing_id: first.results[0]?.id }])
  })

  it('are found by who bought what', async () => {
    const { api } = await open()
    const [lac, mer] = [await api.companies.create({ name: 'Lac', tier: 'gold' }), await api.companies.create({ name: 'Mer' })]
    await api.orders.create({ company_id: lac.id, status: 'confirmed', lines: [...lines, { sku: 'B-2', name: 'Lamp', unit_price: 5 }] })
    await api.orders.create({ company_id: mer.id, status: 'confirmed', lines })
    await api.invoices.create({ company_id: mer.id, lines })
    const found = async (filter: object) =>
      (await api.orders.search({ filter: filter as never, sort: 'number' })).orders.map(({ number }) => number)
    expect(await found({ field: 'lines.sku', op: 'contains', value: 'A-1' })).toEqual(['ORD-2026-00001', 'ORD-2026-00002'])
    expect(await found({ field: 'lines.sku', op: 'contains', value: 'B-2' })).toEqual(['ORD-2026-00001'])
    expect(await found({ field: 'lines.sku', op: 'not_contains', value: 'B-2' })).toEqual(['ORD-2026-00002'])
    expect(
      await found({
        and: [
          { field: 'company.tier', op: 'eq', value: 'gold' },
          { field: 'total_incl_tax', op: 'gt', value: 100 },
        ],
      }),
    ).toEqual(['ORD-2026-00001'])
    const { invoices } = await api.invoices.search({ filter: { field: 'lines.name', op: 'contains', value: 'Chair' } as never })
    expect(invoices).toMatchObject([{ company_id: mer.id, credit_note_ids: [], days_overdue: 0 }])
  })
})
