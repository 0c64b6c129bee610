import { describe, expect, it } from 'vitest'
import { parseLiteral } from '../../core/ingest/literal.ts'
import { lineOf, read, readOne } from './read-one.ts'

const line = { sku: 'A1', quantity: 2, unit_price: 50 }
const source = { item_code: 'A1', qty: 2, unit_price: 50 }

describe('lines come in many shapes', () => {
  it.each([
    ['a list', { lines: [source] }],
    ['JSON text', { lines: JSON.stringify([source]) }],
    ['a Python literal', { Line: "[{'item_code': 'A1', 'qty': 2, 'unit_price': Decimal('50'), 'note': None, 'ok': True}]" }],
    ['an object with data', { line_items: { data: [source] } }],
    ['an object with item', { itemList: { item: [source] } }],
    ['a single object', { Line: source }],
    ['an object with one single item', { lines: { line: source } }],
    ['German positions', { Positionen: [{ Artikelnummer: 'A1', Menge: '2', Einzelpreis: '50,00' }] }],
    ['French lines', { Lignes: [{ 'Réf. produit': 'A1', Qté: '2', 'P.U.': '50,00' }] }],
    ['Spanish lines', { líneas: [{ 'Ref. producto': 'A1', Cant: '2', 'Precio unitario': '50,00' }] }],
    ['nested items', { items: [{ item: { sku: 'A1', price: '50.00' }, quantity: '2' }] }],
  ])('%s', (_, shape) => expect(readOne('orders', { number: '1', ...shape }).values.lines).toEqual([line]))

  it('leaves text alone that is no list', () => {
    expect(readOne('orders', { number: '1', lines: '[not a list' }).reject).toBeNull()
    expect(readOne('orders', { number: '1', lines: 'two desks' }).values).toEqual({ number: '1' })
  })

  it('picks the lines among taxes, shipping, payments and sales teams', () => {
    const record = { number: '1', taxes: [{ description: 'VAT', rate: 20, amount: 5 }], shipping_lines: [{ title: 'DHL', price: 4 }], payments: [{ amount: 3 }], sales_team: [{ percent: 50 }], items: [source] } // prettier-ignore
    expect(readOne('orders', record).values.lines).toEqual([line])
  })
})

describe('one row per line', () => {
  const merged = { number: 'F1', customer_name: 'Dupont', lines: [{ sku: 'A', quantity: 2, unit_price: 5 }, { sku: 'B', quantity: 1, unit_price: 7 }] } // prettier-ignore

  it('merges rows that repeat the document', () => {
    const row = { 'N° Facture': 'F1', 'Nom du client': 'Dupont' }
    const { records } = read('invoices', [{ ...row, 'Réf. produit': 'A', Qté: '2', 'P.U. HT': '5,00' }, { ...row, 'Réf. produit': 'B', Qté: '1', 'P.U. HT': '7,00' }, { 'N° Facture': 'F2', 'Nom du client': 'X', 'Réf. produit': 'C', Qté: '3', 'P.U. HT': '1,00' }]) // prettier-ignore
    expect(records.map(({ index, indexes }) => [index, indexes])).toEqual([[0, [0, 1]], [2, undefined]]) // prettier-ignore
    expect(records[0]?.values).toEqual(merged)
  })

  it('merges rows that leave the document blank below the first', () => {
    const rows = [
      {
        'Invoice Number': 'F1',
        Customer: 'Dupont',
        'Invoice Lines / Product': 'A',
        'Invoice Lines / Quantity': 2,
        'Invoice Lines / Unit Price': 5,
      },
      {
        'Invoice Number': '',
        Customer: '',
        'Invoice Lines / Product': 'B',
        'Invoice Lines / Quantity': 1,
        'Invoice Lines / Unit Price': 7,
      },
    ]
    expect(read('invoices', rows).records.map(({ values }) => values)).toEqual([merged])
  })

  it('reads dotted titles of one line each', () => {
    const rows = [{ 'invoice.number': 'F1', 'client.name': 'Dupont', 'item.sku': 'A', 'item.quantity': '2', 'item.price': '5.00' }]
    expect(read('invoices', rows).records[0]?.values).toEqual({
      number: 'F1',
      customer_name: 'Dupont',
      lines: [{ sku: 'A', quantity: 2, unit_price: 5 }],
    })
  })

  it('takes one abbreviated title for no beginning that the others lack', () => {
    const rows = ['A', 'B'].map((sku, at) => ({
      'Beleg-Nr.': 'R1',
      'Art.-Nr.': sku,
      Anzahl: at + 1,
      'E-Preis': '10,00',
      'Pos.-Betrag': `${10 * (at + 1)},00`,
    }))
    expect(read('invoices', rows).records[0]?.values.lines).toEqual([
      { sku: 'A', quantity: 1, unit_price: 10, total_excl_tax: 10 },
      { sku: 'B', quantity: 2, unit_price: 10, total_excl_tax: 20 },
    ])
  })

  it('tells the line total from the document total by multiplying', () => {
    const rows = ['A', 'B'].map((sku, at) => ({
      Rechnungsnummer: 'R1',
      Artikelnummer: sku,
      Menge: at + 1,
      Einzelpreis: '10,00',
      Nettobetrag: `${10 * (at + 1)},00`,
    }))
    expect(read('invoices', rows).records[0]?.values.lines).toEqual([
      { sku: 'A', quantity: 1, unit_price: 10, total_excl_tax: 10 },
      { sku: 'B', quantity: 2, unit_price: 10, total_excl_tax: 20 },
    ])
  })

  it('merges nothing into a row that names no document', () => {
    const rows = ['', '', 'F1', ''].map((number, at) => ({ number, sku: `S${at}`, quantity: 1, price: 5 }))
    expect(read('invoices', rows).records.map(({ index, indexes }) => indexes ?? [index])).toEqual([[0], [1], [2, 3]])
  })

  it('rejects a merged document for a fault in any of its rows', () => {
    const rows = [{ number: 'F1', sku: 'A', quantity: 1, price: 5 }, { number: 'F1', sku: 'B', quantity: 1, price: '1.234' }] // prettier-ignore
    expect(read('invoices', rows).records).toMatchObject([{ indexes: [0, 1], reject: { code: 'ambiguous_number' } }])
  })
})

describe('rows that are no lines', () => {
  it('leaves out text, titles, subtotals, tax, shipping, discounts, optional and alternative rows', () => {
    const rows = ['text', 'subtotal', 'SubTotalLineDetail', 'section', 'line_note', 'shipping', 'tax', 'DiscountLineDetail'].map(
      (type) => ({ ...source, type }),
    )
    expect(lines({ ...source, type: 'product' }, ...rows).lines).toEqual([line])
    expect(lines(source, { ...source, optional: true }, { ...source, alternative: 'yes' }, { description: 'only words' }).lines).toEqual([
      line,
    ])
    expect(lines(source, { description: 'heading', qty: 0, unit_price: 0 }).lines).toEqual([line])
  })

  it('takes a single subtotal less the discounts as the total without tax', () => {
    const rows = [
      { ...source, type: 'item', amount: 100 },
      { type: 'subtotal', amount: 100 },
      { type: 'discount', amount: 12.5 },
    ]
    expect(lines(...rows)).toMatchObject({ total_excl_tax: 87.5, lines: [{ ...line, total_excl_tax: 100 }] })
  })
})

describe('what a line says', () => {
  it('keeps the product id where there is no sku, and never the line’s own id', () => {
    expect(first({ id: 99, product_id: 7, quantity: 1, unit_price: 2 })).toEqual({ sku: '7', quantity: 1, unit_price: 2 })
    expect(first({ id: 99, sku: 'A', product_id: 7, quantity: 1, unit_price: 2 })).toEqual({ sku: 'A', quantity: 1, unit_price: 2 })
  })

  it('tells gross from net: stated by the document, or proven by the totals', () => {
    expect(first({ sku: 'A', quantity: 1, unit_price: 120 }, { prices_include_tax: true })).toEqual({ sku: 'A', quantity: 1 })
    expect(first({ sku: 'A', quantity: 1, unit_price: 120, line_total: 120 }, { LineAmountTypes: 'Inclusive' })).toEqual({
      sku: 'A',
      quantity: 1,
    })
    expect(first({ sku: 'A', quantity: 1, price: { net: 100, gross: 120 }, line_total: 120 }, { taxType: 'gross' })).toMatchObject({
      unit_price: 100,
    })
    const proven = first(
      { sku: 'A', quantity: 1, unit_price: 120, amount: 120 },
      { total_excl_tax: 100, total_tax: 20, total_incl_tax: 120 },
    )
    expect(proven).toEqual({ sku: 'A', quantity: 1 })
    expect(first({ sku: 'A', quantity: 1, PriceAfterVAT: 120 })).toEqual({ sku: 'A', quantity: 1 })
  })

  it('leaves out a unit price that has the discount taken off already', () => {
    expect(first({ sku: 'A', quantity: 1, price: 36, discount_percent: 10, total_excl: 36 })).toEqual({
      sku: 'A',
      quantity: 1,
      discount_percent: 10,
      total_excl_tax: 36,
    })
    expect(first({ sku: 'A', quantity: 1, price: 40, discount_percent: 10, total_excl: 36 })).toMatchObject({ unit_price: 40 })
  })
})

describe('literals', () => {
  it.each([
    ["[{'a': 'it\\'s', \"b\": None, 'c': (1, 2.5), 'd': {'e': True}}]", [{ a: "it's", b: null, c: [1, 2.5], d: { e: true } }]],
    ["['\\u00e9', datetime.date('2025-01-01')]", ['é', '2025-01-01']],
    ['[1, 2,]', [1, 2]],
  ])('%s', (text, value) => expect(JSON.parse(JSON.stringify(parseLiteral(text)))).toEqual(value))

  it.each(["['open", '[1 2]', "[{'a' 1}]", '[__import__("os")]', 'plain', `${'['.repeat(5000)}`, "{'__proto__'"])('%# is none', (text) =>
    expect(parseLiteral(text)).toBeUndefined(),
  )

  it('never lets a key of the text reach a prototype', () => {
    const parsed = parseLiteral("{'__proto__': {'polluted': True}}") as object
    expect(Object.getPrototypeOf(parsed)).toBeNull()
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

function lines(...rows: object[]): Readonly<Record<string, unknown>> {
  return readOne('invoices', { number: '1', customer_name: 'A', lines: rows }).values
}

function first(row: object, header: object = {}): Record<string, unknown> | undefined {
  return lineOf(readOne('invoices', { number: '1', customer_name: 'A', ...header, lines: [row] }))
}
