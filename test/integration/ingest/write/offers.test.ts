import { expect, it } from 'vitest'
import { describeStorages } from '../../../support/storages.ts'
import { counts, send } from '../fixtures.ts'

const document = (number: string, more: object = {}) => ({
  number,
  date: '2026-01-10',
  customer_name: 'Lac SA',
  currency: 'EUR',
  total_excl_tax: 100,
  total_tax: 20,
  total_incl_tax: 120,
  lines: [{ sku: 'A-1', quantity: 2, unit_price: 50, tax_rate: 20, total_excl_tax: 100 }],
  ...more,
})

describeStorages('Quotes, orders and price rules of a source', (open) => {
  it('keep one number in quote, order and invoice apart, with one customer for the three (edge case 23)', async () => {
    const { api } = await open()
    for (const object of ['quotes', 'orders', 'invoices'])
      expect(counts(await send(api, object, [document('D-1')]))).toMatchObject({ created: 1, rejected: 0 })
    const [quote, order, invoice] = [
      (await api.quotes.list()).quotes[0],
      (await api.orders.list()).orders[0],
      (await api.invoices.list()).invoices[0],
    ]
    expect([quote, order, invoice].map((each) => each?.number)).toEqual(['D-1', 'D-1', 'D-1'])
    expect(new Set([quote, order, invoice].map((each) => each?.company_id)).size).toBe(1)
    expect(await api.quotes.get({ id: quote?.id ?? '' })).toMatchObject({
      status: 'sent',
      source_totals: true,
      total_incl_tax: 120,
      public_url: null,
      lines: [{ position: 1, sku: 'A-1', quantity: 2, total_excl_tax: 100 }],
    })
    expect(order).toMatchObject({ status: 'confirmed', order_date: '2026-01-10' })
    for (const object of ['quotes', 'orders']) expect(counts(await send(api, object, [document('D-1')]))).toMatchObject({ unchanged: 1 })
    expect((await api.events.list({ type: 'quote.sent' })).events).toEqual([])
  })

  it('take the words of a source for states, and leave what the customer did here', async () => {
    const { api } = await open()
    const words = ['Accepted', 'rejected', 'Expired', 'draft', 'cancelled', 'Angenommen', 'Refusée', 'Caducado']
    await send(
      api,
      'quotes',
      words.map((status, at) => document(`Q-${at}`, { status, due_date: '2026-02-10' })),
    )
    const { quotes } = await api.quotes.list({ sort: 'number' })
    expect(quotes.map(({ status }) => status)).toEqual([
      'accepted',
      'declined',
      'expired',
      'draft',
      'cancelled',
      'accepted',
      'declined',
      'expired',
    ])
    expect(quotes[0]).toMatchObject({ valid_until: '2026-02-10', accepted_at: null })
    await send(api, 'quotes', [document('Q-9', { status: 'sent' })])
    const { id = '' } = (await api.quotes.list({ number: 'Q-9' })).quotes[0] ?? {}
    await api.quotes.accept({ id, name: 'Ada' })
    await send(api, 'quotes', [document('Q-9', { status: 'expired' })])
    expect((await api.quotes.get({ id })).status).toBe('accepted')
    await send(
      api,
      'orders',
      ['processing', 'Delivered', 'fully billed', 'storniert', 'partially shipped'].map((status, at) => document(`O-${at}`, { status })),
    )
    expect((await api.orders.list({ sort: 'number' })).orders.map(({ status }) => status)).toEqual([
      'confirmed',
      'delivered',
      'invoiced',
      'cancelled',
      'partially_delivered',
    ])
  })

  it('make price rules: one for the rows of a scale, for a customer or for a brand, and the same again is no change', async () => {
    const { api } = await open()
    await send(api, 'companies', [{ customer_id: 'C-1', name: 'Lac SA' }])
    await send(api, 'products', [{ sku: 'A-1', name: 'Chair', brand: 'Nord', price: 100, currency: 'EUR' }])
    const rows = [
      { sku: 'A-1', customer_id: 'C-1', min_quantity: 1, price: 90, currency: 'EUR', discount_percent: null, brand: null },
      { sku: 'A-1', customer_id: 'C-1', min_quantity: 10, price: 80, currency: 'EUR', discount_percent: null, brand: null },
      { sku: null, customer_id: null, min_quantity: 1, price: null, currency: null, discount_percent: 5, brand: 'Nord' },
    ]
    const { created, rejected } = await send(api, 'price_rules', rows)
    expect([created, rejected]).toEqual([2, []])
    const { price_rules } = await api.priceRules.list({ sort: 'created_at' })
    const scale = price_rules.find(({ sku }) => sku === 'A-1')
    const company = (await api.companies.list()).companies.find(({ name }) => name === 'Lac SA')
    expect(scale).toMatchObject({
      kind: 'fixed_price',
      value: 90,
      tiers: [{ min_quantity: 10, value: 80 }],
      company_id: company?.id,
      currency: 'EUR',
    })
    expect(price_rules.find(({ brand }) => brand === 'Nord')).toMatchObject({ kind: 'discount_percent', value: 5, company_id: null })
    expect(counts(await send(api, 'price_rules', rows))).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
    await send(api, 'price_rules', [{ sku: 'A-1', customer_id: 'C-1', min_quantity: 50, price: 70, currency: 'EUR' }])
    expect((await api.priceRules.get({ id: scale?.id ?? '' })).tiers).toEqual([
      { min_quantity: 10, value: 80 },
      { min_quantity: 50, value: 70 },
    ])
    const priced = await api.priceRules.resolve({ company_id: company?.id ?? null, lines: [{ sku: 'A-1' }, { sku: 'A-1', quantity: 60 }] })
    expect(priced.lines.map(({ price }) => price)).toEqual([90, 70])
  })

  it.each([
    ['English', { SKU: 'T-1', Price: 5, 'Supplier currency': 'CHF', 'Incoming stock': 20, Tester: 'yes' }],
    ['French', { 'Réf. article': 'T-1', Prix: 5, 'Devise fournisseur': 'CHF', 'Stock à recevoir': 20, Testeur: 'oui' }],
    ['German', { Artikelnummer: 'T-1', Preis: 5, Lieferantenwährung: 'CHF', Zulauf: 20, Tester: 'ja' }],
    ['Spanish', { Referencia: 'T-1', Precio: 5, 'Divisa proveedor': 'CHF', 'Stock entrante': 20, Probador: 'sí' }],
  ])('keep supplier currencies, incoming stock and testers under %s titles, of a product and of a price', async (_, row) => {
    const { api } = await open()
    expect(counts(await send(api, 'products', [{ ...row, name: 'Cream' }]))).toMatchObject({ created: 1, rejected: 0 })
    expect((await api.products.list()).products).toMatchObject([
      { sku: 'T-1', supplier_currency: 'CHF', stock_incoming: [{ quantity: 20 }], is_tester: true, custom: {} },
    ])
    expect(counts(await send(api, 'price_rules', [row]))).toMatchObject({ created: 1, rejected: 0 })
    expect((await api.priceRules.list()).price_rules).toMatchObject([
      { sku: 'T-1', kind: 'tester', value: 5, custom: { supplier_currency: 'CHF', stock_incoming: 20 } },
    ])
  })
})
