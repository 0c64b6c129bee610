import type { Api } from 'rapport-crm'
import type { World } from './world.ts'
import { documentFaults } from './document-faults.ts'

/** Documents of one customer that come from each other, so that any two operations meet in a row. */
export type Documents = Awaited<ReturnType<typeof documentsIn>>

const chairs = (quantity: number) => [{ sku: 'CHAIR', quantity }]
const rebate = (unit_price: number) => [{ name: 'Less', unit_price }]

async function documentsIn(api: Api) {
  const { id: company_id } = await api.companies.create({ name: 'Buyer' })
  const product = await api.products.create({ sku: 'CHAIR', name: 'Chair', price: 10, currency: 'EUR', stock_on_hand: 5 })
  const rule = await api.priceRules.create({ name: 'Of a sector', company_tier: 'gold', kind: 'discount_percent', value: 5 })
  const of = (quantity: number) => ({ company_id, currency: 'EUR', lines: chairs(quantity) })
  const deal = await api.deals.create({ name: 'Chairs', company_id, amount: 100, currency: 'EUR' })
  const draft = await api.quotes.create({ ...of(3), deal_id: deal.id })
  const sent = await api.quotes.send({ id: (await api.quotes.create({ ...of(4), deal_id: deal.id })).id })
  const order = await api.orders.create({ ...of(10), status: 'confirmed' })
  const whole = await api.orders.create({ ...of(10), status: 'confirmed' })
  const spare = await api.orders.create(of(1))
  const part = await api.invoices.create({ ...of(6), order_id: order.id })
  const open = await api.invoices.create({ ...of(10), status: 'sent' })
  const paid = await api.invoices.recordPayment({ id: open.id, amount: 30, reference: 'first' })
  const other = await api.invoices.create({ ...of(2), status: 'sent' })
  const fresh = await api.invoices.create({ ...of(5), status: 'sent' })
  const note = await api.creditNotes.create({ invoice_id: open.id, reason: 'discount', lines: rebate(40) })
  const applied = await api.creditNotes.create({ invoice_id: other.id, status: 'issued', reason: 'discount', lines: rebate(5) })
  const gone = {
    quotes: await api.quotes.create(of(1)),
    orders: await api.orders.create(of(1)),
    invoices: await api.invoices.create({ ...of(4), order_id: order.id }),
    'credit-notes': await api.creditNotes.create({ invoice_id: open.id, reason: 'discount', lines: rebate(1) }),
    products: await api.products.create({ sku: 'STOOL', name: 'Stool' }),
    'price-rules': await api.priceRules.create({ name: 'Gone', company_tier: 'gold', kind: 'discount_percent', value: 5 }),
  }
  await api.quotes.delete({ id: gone.quotes.id })
  await api.orders.delete({ id: gone.orders.id })
  await api.invoices.delete({ id: gone.invoices.id })
  await api.creditNotes.delete({ id: gone['credit-notes'].id })
  await api.products.delete({ id: gone.products.id })
  await api.priceRules.delete({ id: gone['price-rules'].id })
  const payment = paid.payments[0]!
  return { company_id, product, rule, deal, draft, sent, order, whole, spare, part, open, payment, other, fresh, note, applied, gone }
}

/** Operations of quotes, orders, invoices, payments, credit notes, products and price rules. */
export const documents: World<Documents> = {
  open: documentsIn,
  faults: documentFaults,
  subjects: /^(PATCH|POST|PUT|DELETE) \/(quotes|orders|invoices|payments|credit-notes|products|price-rules)(\/|$)/,
  named: {
    quotes: ({ sent }) => sent.id,
    orders: ({ spare }) => spare.id,
    invoices: ({ part }) => part.id,
    'credit-notes': ({ note }) => note.id,
    products: ({ product }) => product.id,
    'price-rules': ({ rule }) => rule.id,
  },
  gone: ({ gone }, collection) => gone[collection as keyof typeof gone]?.id,
  inputs: {
    createQuote: [({ company_id }) => ({ company_id, lines: chairs(1) })],
    updateQuote: [({ draft }) => ({ id: draft.id, lines: chairs(2) }), ({ sent }) => ({ id: sent.id, title: 'Chairs' })],
    deleteQuote: [({ draft }) => ({ id: draft.id })],
    bulkUpsertQuotes: [
      ({ draft, company_id }) => ({
        records: [
          { id: draft.id, title: 'Set' },
          { company_id, lines: chairs(1) },
        ],
      }),
    ],
    bulkDeleteQuotes: [({ draft }) => ({ ids: [draft.id], confirm_count: 1 })],
    replaceQuoteLines: [({ draft }) => ({ id: draft.id, lines: chairs(5) })],
    sendQuote: [({ draft }) => ({ id: draft.id })],
    acceptQuote: [() => ({ name: 'Bea' }), () => ({ name: 'Bea', win_deal: true })],
    convertQuote: [() => ({ to: 'order' }), () => ({ to: 'invoice' })],
    createOrder: [({ company_id }) => ({ company_id, lines: chairs(1), status: 'confirmed' }), ({ sent }) => ({ quote_id: sent.id })],
    updateOrder: [
      ({ whole }) => ({ id: whole.id, status: 'cancelled' }),
      ({ order }) => ({ id: order.id, lines: chairs(7) }),
      ({ order }) => ({ id: order.id, lines: chairs(12) }),
      () => ({ status: 'confirmed' }),
    ],
    deleteOrder: [({ whole }) => ({ id: whole.id }), () => ({})],
    bulkUpsertOrders: [({ spare }) => ({ records: [{ id: spare.id, status: 'confirmed' }] })],
    bulkDeleteOrders: [({ spare }) => ({ ids: [spare.id], confirm_count: 1 })],
    createInvoice: [
      ({ order }) => ({ order_id: order.id, lines: chairs(4) }),
      ({ whole }) => ({ order_id: whole.id, status: 'sent' }),
      ({ sent }) => ({ quote_id: sent.id, status: 'sent' }),
      ({ company_id }) => ({ company_id, lines: chairs(1), status: 'sent' }),
    ],
    updateInvoice: [
      () => ({ status: 'sent' }),
      () => ({ lines: chairs(10) }),
      ({ fresh }) => ({ id: fresh.id, status: 'void' }),
      ({ whole }) => ({ order_id: whole.id }),
    ],
    bulkUpsertInvoices: [
      ({ part, order }) => ({
        records: [
          { id: part.id, status: 'sent' },
          { order_id: order.id, lines: chairs(3) },
        ],
      }),
    ],
    bulkDeleteInvoices: [({ part }) => ({ ids: [part.id], confirm_count: 1 })],
    recordInvoicePayment: [
      ({ open }) => ({ id: open.id, amount: 70, reference: 'second' }),
      ({ open }) => ({ id: open.id, amount: 40, reference: 'third' }),
      ({ other }) => ({ id: other.id, amount: 15, reference: 'fourth' }),
      ({ fresh }) => ({ id: fresh.id, amount: 50, reference: 'fifth' }),
    ],
    allocatePayment: [
      ({ open, fresh, other }) => ({
        amount: 70,
        reference: 'both',
        allocations: [
          { invoice_id: open.id, amount: 45 },
          { invoice_id: other.id, amount: 15 },
          { invoice_id: fresh.id, amount: 10 },
        ],
      }),
    ],
    undoPayment: [({ open, payment }) => ({ id: open.id, paymentId: payment.id })],
    createCreditNote: [
      ({ open }) => ({ invoice_id: open.id, status: 'issued', reason: 'discount', lines: rebate(70) }),
      ({ fresh }) => ({ invoice_id: fresh.id, status: 'issued' }),
      ({ part }) => ({ invoice_id: part.id, lines: rebate(10) }),
    ],
    updateCreditNote: [() => ({ status: 'issued' }), ({ applied }) => ({ id: applied.id, status: 'void' }), () => ({ lines: rebate(100) })],
    bulkUpsertCreditNotes: [({ note }) => ({ records: [{ id: note.id, status: 'issued' }] })],
    bulkDeleteCreditNotes: [({ note }) => ({ ids: [note.id], confirm_count: 1 })],
    createProduct: [() => ({ sku: 'CHAIR', name: 'Chair', price: 12 }), () => ({ sku: 'TABLE', name: 'Table' })],
    updateProduct: [() => ({ price: 11 }), () => ({ sku: 'TABLE' })],
    bulkUpsertProducts: [
      () => ({
        records: [
          { sku: 'TABLE', name: 'Table' },
          { sku: 'CHAIR', price: 13 },
        ],
      }),
    ],
    bulkDeleteProducts: [({ product }) => ({ ids: [product.id], confirm_count: 1 })],
    bulkSetStock: [() => ({ records: [{ sku: 'CHAIR', stock_on_hand: 9 }] })],
    createPriceRule: [({ product }) => ({ name: 'New', product_id: product.id, kind: 'discount_percent', value: 10 })],
    updatePriceRule: [() => ({ value: 7 })],
    bulkUpsertPriceRules: [({ rule }) => ({ records: [{ id: rule.id, value: 8 }] })],
    bulkDeletePriceRules: [({ rule }) => ({ ids: [rule.id], confirm_count: 1 })],
  },
}
