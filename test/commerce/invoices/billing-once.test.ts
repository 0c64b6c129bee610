import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

const lines = [{ name: 'Chair', quantity: 10, unit_price: 10 }]
const conflict = { code: 'conflict' }

describeStorages('what was sold is billed and credited once, by whatever door', (open) => {
  it('an invoice that was deleted does not come back beside the one that took its place', async () => {
    const { api } = await open()
    const order = await api.orders.create({ lines, status: 'confirmed' })
    const first = await api.invoices.create({ order_id: order.id })
    await api.invoices.delete({ id: first.id })
    const second = await api.invoices.create({ order_id: order.id, number: 'INV-OTHER' })
    await expect(api.invoices.restore({ id: first.id })).rejects.toMatchObject(conflict)
    await api.invoices.delete({ id: second.id })
    expect(await api.invoices.restore({ id: first.id })).toMatchObject({ id: first.id, deleted_at: null })
  })

  it('no more is billed than the order has, less what was credited; by parts, changes, links and sets alike', async () => {
    const { api } = await open()
    const order = await api.orders.create({ lines, status: 'confirmed' })
    const of = (quantity: number) => ({ order_id: order.id, lines: [{ name: 'Chair', quantity, unit_price: 10 }] })
    await expect(api.invoices.create(of(400))).rejects.toMatchObject({
      ...conflict,
      message: 'Order ORD-2026-00001 is of 100 EUR net, of which 100 is not billed yet: an invoice of 4000 is more',
      details: { existing_id: order.id },
    })
    const part = await api.invoices.create(of(6))
    const both = await Promise.allSettled([1, 2].map(() => api.invoices.create(of(4))))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(api.invoices.update({ id: part.id, lines: of(7).lines })).rejects.toMatchObject(conflict)
    expect(await api.invoices.get({ id: part.id })).toMatchObject({ total_excl_tax: 60 })
    const free = await api.invoices.create({ lines })
    await expect(api.invoices.update({ id: free.id, order_id: order.id })).rejects.toMatchObject(conflict)
    const { rejected } = await api.invoices.bulkUpsert({ records: [of(1)] })
    expect(rejected).toMatchObject([{ index: 0, code: 'conflict' }])
    await api.invoices.update({ id: part.id, status: 'sent' })
    await api.creditNotes.create({ invoice_id: part.id, status: 'issued' })
    expect(await api.invoices.create(of(6))).toMatchObject({ total_excl_tax: 60 })
  })

  it('an order stays at least what was billed of it, and in its currency; in a call and in a set', async () => {
    const { api } = await open()
    const order = await api.orders.create({ currency: 'EUR', lines, status: 'confirmed' })
    const chairs = (quantity: number) => [{ name: 'Chair', quantity, unit_price: 10 }]
    const part = await api.invoices.create({ order_id: order.id, lines: chairs(6) })
    await expect(api.orders.update({ id: order.id, lines: chairs(5) })).rejects.toMatchObject({
      ...conflict,
      message: 'Invoices bill 60 EUR net of order ORD-2026-00001: it cannot be 50',
      details: { existing_id: part.id },
    })
    await expect(api.orders.update({ id: order.id, discount_percent: 50 })).rejects.toMatchObject(conflict)
    await expect(api.orders.update({ id: order.id, currency: 'USD' })).rejects.toMatchObject(conflict)
    const { rejected, results } = await api.orders.bulkUpsert({ records: [{ id: order.id, lines: chairs(5) }, { lines: chairs(1) }] })
    expect(rejected).toMatchObject([{ index: 0, code: 'conflict' }])
    expect(results).toMatchObject([{ status: 'rejected' }, { status: 'created' }])
    expect(await api.orders.get({ id: order.id })).toMatchObject({ total_excl_tax: 100, currency: 'EUR' })
    expect(await api.orders.update({ id: order.id, lines: chairs(6) })).toMatchObject({ total_excl_tax: 60 })
    await api.invoices.delete({ id: part.id })
    expect(await api.orders.update({ id: order.id, currency: 'USD', lines: chairs(1) })).toMatchObject({ total_excl_tax: 10 })
  })

  it('is so in another currency, behind a negative invoice, and by the quote of an order', async () => {
    const { api } = await open()
    const quote = await api.quotes.send({ id: (await api.quotes.create({ currency: 'EUR', lines })).id })
    const { order } = await api.quotes.convert({ id: quote.id, to: 'order' })
    const bill = (input: object) => api.invoices.create({ order_id: order!.id, lines, ...input })
    await expect(bill({ currency: 'USD' })).rejects.toMatchObject({ ...conflict, message: expect.stringContaining('is in EUR') })
    await bill({
      source_totals: true,
      number: 'E-1',
      currency: 'EUR',
      total_excl_tax: -1000,
      tax_total: 0,
      total_incl_tax: -1000,
      lines: [],
    })
    await expect(bill({ lines: [{ name: 'Chair', unit_price: 1100 }] })).rejects.toMatchObject(conflict)
    await bill({})
    await expect(api.invoices.create({ quote_id: quote.id, lines })).rejects.toMatchObject(conflict)
  })

  it('nothing is made of a draft, or of what was declined, cancelled or is over', async () => {
    const { api, clock } = await open()
    const sent = async () => (await api.quotes.send({ id: (await api.quotes.create({ lines, valid_until: '2026-01-20' })).id })).id
    const draft = (await api.quotes.create({ lines })).id
    const declined = await sent()
    await api.quotes.decline({ id: declined, reason: 'Too dear' })
    const over = await sent()
    const accepted = await sent()
    await api.quotes.accept({ id: accepted, name: 'Bea', email: 'bea@buyer.test' })
    clock.advance('7 days')
    for (const quote_id of [draft, declined, over]) {
      await expect(api.orders.create({ quote_id })).rejects.toMatchObject(conflict)
      await expect(api.orders.create({ quote_id, lines })).rejects.toMatchObject(conflict)
      await expect(api.invoices.create({ quote_id })).rejects.toMatchObject(conflict)
      await expect(api.invoices.create({ quote_id, lines })).rejects.toMatchObject(conflict)
    }
    const order = await api.orders.create({ quote_id: accepted, status: 'confirmed' })
    const [unconfirmed, cancelled] = [await api.orders.create({ lines }), await api.orders.create({ lines })]
    await api.orders.update({ id: cancelled.id, status: 'cancelled' })
    for (const { id } of [unconfirmed, cancelled]) await expect(api.invoices.create({ order_id: id })).rejects.toMatchObject(conflict)
    expect(await api.invoices.create({ order_id: order.id })).toMatchObject({ order_id: order.id })
  })

  it('a quote that was ordered or billed is not declined', async () => {
    const { api } = await open()
    const sent = async () => (await api.quotes.send({ id: (await api.quotes.create({ lines })).id })).id
    const [billed, ordered] = [await sent(), await sent()]
    const invoice = await api.invoices.create({ quote_id: billed })
    const { order } = await api.quotes.convert({ id: ordered, to: 'order' })
    const refused = (existing_id: string) => ({ ...conflict, details: { existing_id } })
    await expect(api.quotes.decline({ id: billed })).rejects.toMatchObject(refused(invoice.id))
    await expect(api.quotes.decline({ id: ordered })).rejects.toMatchObject(refused(order!.id))
    await api.invoices.delete({ id: invoice.id })
    expect(await api.quotes.decline({ id: billed })).toMatchObject({ status: 'declined' })
  })

  it('an order with an invoice is neither cancelled nor deleted, until that invoice is void', async () => {
    const { api } = await open()
    const order = await api.orders.create({ lines, status: 'confirmed' })
    const invoice = await api.invoices.create({ order_id: order.id, status: 'sent' })
    const refused = { ...conflict, message: expect.stringContaining(invoice.number), details: { existing_id: invoice.id } }
    await expect(api.orders.update({ id: order.id, status: 'cancelled' })).rejects.toMatchObject(refused)
    await expect(api.orders.delete({ id: order.id })).rejects.toMatchObject(refused)
    await expect(api.orders.delete({ id: order.id, purge: true })).rejects.toMatchObject(refused)
    await api.invoices.update({ id: invoice.id, status: 'void' })
    expect(await api.orders.update({ id: order.id, status: 'cancelled' })).toMatchObject({ status: 'cancelled' })
  })

  it('an invoice is credited for its own customer, and no more than it is of', async () => {
    const { api } = await open()
    const [buyer, other] = [await api.companies.create({ name: 'Buyer' }), await api.companies.create({ name: 'Other' })]
    const { id: invoice_id } = await api.invoices.create({ company_id: buyer.id, lines, status: 'sent' })
    await expect(api.creditNotes.create({ invoice_id, company_id: other.id })).rejects.toMatchObject(conflict)
    const both = await Promise.allSettled([1, 2].map(() => api.creditNotes.create({ invoice_id, status: 'issued' })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const draft = await api.creditNotes.create({ invoice_id })
    await expect(api.creditNotes.update({ id: draft.id, status: 'issued' })).rejects.toMatchObject(conflict)
    await expect(api.creditNotes.update({ id: draft.id, company_id: other.id, status: 'issued' })).rejects.toMatchObject(conflict)
  })
})
