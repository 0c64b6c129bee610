import { expect, it } from 'vitest'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'

const lines = [{ name: 'Chair', quantity: 10, unit_price: 10, tax_rate: 20 }]
const part = (quantity: number) => [{ name: 'Chair', quantity, unit_price: 10, tax_rate: 20 }]

describeStorages('Documents follow each other', (open) => {
  type Api = Opened['api']
  const sentQuote = async (api: Api, input: object = {}) => await api.quotes.send({ id: (await api.quotes.create({ lines, ...input })).id })
  const ordered = async (api: Api) => {
    const quote = await sentQuote(api)
    return (await api.quotes.convert({ id: quote.id, to: 'order' })) as { quote: { id: string }; order: { id: string } }
  }
  const stateOf = async (api: Api, id: string) => (await api.orders.get({ id })).status

  it('an order is invoiced once issued invoices bill all of it, and goes back to where it was without them', async () => {
    const { api } = await open()
    const order = await api.orders.create({ lines, status: 'confirmed' })
    await api.orders.update({ id: order.id, status: 'partially_delivered' })
    const most = await api.invoices.create({ order_id: order.id, lines: part(6) })
    const rest = await api.invoices.create({ order_id: order.id, lines: part(4), status: 'sent' })
    expect(await stateOf(api, order.id)).toBe('partially_delivered')
    await api.invoices.update({ id: most.id, status: 'sent' })
    expect(await stateOf(api, order.id)).toBe('invoiced')
    await api.invoices.recordPayment({ id: most.id, amount: 72 })
    expect(await stateOf(api, order.id)).toBe('invoiced')
    await api.invoices.update({ id: rest.id, status: 'void' })
    expect(await stateOf(api, order.id)).toBe('partially_delivered')
    const { events } = await api.events.list({ type: 'order.status_changed' })
    expect(events.map(({ payload }) => [payload.from, payload.to])).toContainEqual(['invoiced', 'partially_delivered'])
    const again = await api.invoices.create({ order_id: order.id, lines: part(4), status: 'paid' })
    expect(await stateOf(api, order.id)).toBe('invoiced')
    await api.creditNotes.create({ invoice_id: again.id, status: 'issued' })
    expect(await stateOf(api, order.id)).toBe('partially_delivered')
    expect(await api.invoices.create({ order_id: order.id, lines: part(4) })).toMatchObject({ total_excl_tax: 40 })
  })

  it('what was billed ahead is delivered behind it, and a payment does not change that', async () => {
    const { api } = await open()
    const order = await api.orders.create({ lines, status: 'confirmed' })
    const invoice = await api.invoices.create({ order_id: order.id, status: 'sent' })
    await expect(api.orders.update({ id: order.id, status: 'draft' })).rejects.toMatchObject({
      details: { errors: [{ path: '/status', allowed: ['invoiced', 'partially_delivered', 'delivered'] }] },
    })
    await expect(api.orders.update({ id: order.id, status: 'cancelled' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await api.orders.update({ id: order.id, status: 'delivered' })).toMatchObject({ status: 'delivered' })
    await api.invoices.recordPayment({ id: invoice.id, amount: 120 })
    expect(await stateOf(api, order.id)).toBe('delivered')
  })

  it('a state that somebody set, and that of a source, stays', async () => {
    const { api } = await open()
    const order = await api.orders.create({ lines, status: 'confirmed' })
    await api.orders.update({ id: order.id, status: 'invoiced' })
    const invoice = await api.invoices.create({ order_id: order.id, lines: part(1), status: 'sent' })
    await api.invoices.update({ id: invoice.id, status: 'void' })
    expect(await stateOf(api, order.id)).toBe('invoiced')
    const source = await api.orders.create({ number: 'ERP-1', source_totals: true, status: 'confirmed', total_excl_tax: 10 })
    await api.invoices.create({ order_id: source.id, source_totals: true, number: 'ERP-2', status: 'sent', total_excl_tax: 10 })
    expect(await stateOf(api, source.id)).toBe('confirmed')
  })

  it('imported invoices count, and count no more once they are deleted', async () => {
    const { api } = await open()
    const order = await api.orders.create({ lines, status: 'confirmed' })
    const record = { number: 'ERP-1', order_id: order.id, source_totals: true, status: 'sent' as const, total_excl_tax: 100 }
    const { results } = await api.invoices.bulkUpsert({ records: [record, { number: 'ERP-2', source_totals: true }] })
    expect(await stateOf(api, order.id)).toBe('invoiced')
    const id = results[0]!.id!
    await api.invoices.delete({ id })
    expect(await stateOf(api, order.id)).toBe('confirmed')
    await api.invoices.restore({ id })
    expect(await stateOf(api, order.id)).toBe('invoiced')
    await api.invoices.delete({ id, purge: true })
    expect(await stateOf(api, order.id)).toBe('confirmed')
  })

  it('a quote, its order and their invoice see each other, by whatever way they were made', async () => {
    const { api } = await open()
    const { quote, order } = await ordered(api)
    const invoice = await api.invoices.create({ order_id: order.id })
    expect(invoice).toMatchObject({ quote_id: quote.id })
    expect(await api.quotes.get({ id: quote.id })).toMatchObject({ order_id: order.id, invoice_id: invoice.id })
    const next = await ordered(api)
    const direct = await api.invoices.create({ quote_id: next.quote.id, lines: part(3) })
    expect(direct).toMatchObject({ order_id: next.order.id })
    expect(await api.orders.get({ id: next.order.id })).toMatchObject({ invoice_ids: [direct.id] })
    const first = await sentQuote(api)
    const { quote: shown, invoice: early } = await api.quotes.convert({ id: first.id, to: 'invoice' })
    expect(shown).toMatchObject({ invoice_id: early!.id, order_id: null })
    await api.invoices.update({ id: early!.id, status: 'sent' })
    const late = await api.orders.create({ quote_id: first.id, status: 'confirmed' })
    expect(late).toMatchObject({ status: 'invoiced', invoice_ids: [early!.id] })
    expect(await api.invoices.get({ id: early!.id })).toMatchObject({ order_id: late.id, quote_id: first.id })
  })

  it('links are undone with what they lead to, and come back with it', async () => {
    const { api } = await open()
    const { quote, order } = await ordered(api)
    const invoice = await api.invoices.create({ order_id: order.id })
    const other = await api.invoices.create({ quote_id: quote.id, order_id: order.id, lines: [] })
    const seen = async () => (await api.quotes.get({ id: quote.id })).invoice_id
    await api.invoices.delete({ id: invoice.id })
    expect(await seen()).toBe(other.id)
    await api.invoices.update({ id: other.id, status: 'void' })
    expect(await seen()).toBeNull()
    await api.invoices.restore({ id: invoice.id })
    expect(await seen()).toBe(invoice.id)
    await api.invoices.delete({ id: invoice.id, purge: true })
    expect(await seen()).toBeNull()
    await api.orders.update({ id: order.id, status: 'cancelled' })
    expect(await api.quotes.get({ id: quote.id })).toMatchObject({ order_id: null })
    const again = await api.quotes.convert({ id: quote.id, to: 'order' })
    expect(again.quote).toMatchObject({ order_id: again.order!.id })
    await api.orders.delete({ id: again.order!.id })
    expect(await api.quotes.get({ id: quote.id })).toMatchObject({ order_id: null })
    await api.orders.restore({ id: again.order!.id })
    expect(await api.quotes.get({ id: quote.id })).toMatchObject({ order_id: again.order!.id })
  })

  it('a teammate who sees neither order nor quote moves them all the same', async () => {
    const { engine, api } = await open()
    const { quote, order } = await ordered(api)
    const invoice = await api.invoices.create({ order_id: order.id, owner_email: 'bob@acme.test' })
    const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
    await expect(bob.orders.get({ id: order.id })).rejects.toMatchObject({ code: 'not_found' })
    await bob.invoices.update({ id: invoice.id, status: 'sent' })
    expect(await stateOf(api, order.id)).toBe('invoiced')
    expect(await api.quotes.get({ id: quote.id })).toMatchObject({ invoice_id: invoice.id })
  })

  it('an accepted quote is what its deal is worth, in the currency of the deal', async () => {
    const { api } = await open()
    const deal = await api.deals.create({ name: 'Chairs', currency: 'EUR', amount: 7 })
    const quote = await sentQuote(api, { deal_id: deal.id, discount_percent: 10 })
    expect(await api.deals.get({ id: deal.id })).toMatchObject({ amount: 7 })
    await api.quotes.accept({ id: quote.id, name: 'Ada', win_deal: true })
    expect(await api.deals.get({ id: deal.id })).toMatchObject({ amount: 90, currency: 'EUR', status: 'won' })
    const foreign = await sentQuote(api, { deal_id: deal.id, currency: 'USD' })
    await api.quotes.accept({ id: foreign.id, name: 'Ada' })
    expect(await api.deals.get({ id: deal.id })).toMatchObject({ amount: 90, currency: 'EUR' })
    const agreed = await sentQuote(api, { deal_id: deal.id, currency: 'USD', exchange_rate: 0.5 })
    await api.quotes.accept({ id: agreed.id, name: 'Ada' })
    expect(await api.deals.get({ id: deal.id })).toMatchObject({ amount: 50, currency: 'EUR' })
    await api.deals.update({ id: deal.id, amount: 60 })
    await api.deals.lose({ id: deal.id })
    const vain = await sentQuote(api, { deal_id: deal.id })
    await api.quotes.accept({ id: vain.id, name: 'Ada' })
    expect(await api.deals.get({ id: deal.id })).toMatchObject({ amount: 60, status: 'lost' })
  })
})
