import { describe, expect, it } from 'vitest'
import { parseLiteral } from '../../../../core/integration/ingest/read/literal.ts'
import { lineOf, read, readOne } from '../read-one.ts'

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
    ['the quantity of Odoo in Spanish', { líneas: [{ Producto: 'A1', 'Cantidad mínima': '2', 'Precio unitario': '50,00' }] }],
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

  describe('without a quantity', () => {
    const head = (number: string, customer = 'Dupont') => ({ 'Invoice No': number, Date: '2025-01-02', Customer: customer })
    const documents = (rows: readonly object[]) => read('invoices', rows).records.map(({ index, indexes, values }) => ({ rows: indexes ?? [index], ...values })) // prettier-ignore

    it('takes for lines what differs among the rows of one document, and tax rows for none', () => {
      const rows = [
        { ...head('F1'), Description: 'Desk', Amount: '100.00' },
        { ...head('F1'), Description: 'Chair', Amount: '50.00' },
        { ...head('F1'), Description: 'VAT 20 %', Amount: '30.00' },
        { ...head('F2', 'Birch'), Description: 'Lamp', Amount: '10.00' },
      ]
      const parent = { number: 'F1', date: '2025-01-02', customer_name: 'Dupont' }
      expect(documents(rows)).toEqual([
        { rows: [0, 1, 2], ...parent, lines: [{ description: 'Desk', total_excl_tax: 100 }, { description: 'Chair', total_excl_tax: 50 }] }, // prettier-ignore
        { rows: [3], ...parent, number: 'F2', customer_name: 'Birch', lines: [{ description: 'Lamp', total_excl_tax: 10 }] },
      ])
      expect(documents([rows[0] ?? {}, { ...head('', ''), Date: '', Description: 'Chair', Amount: '50.00' }])).toMatchObject([
        { rows: [0, 1], lines: [{ description: 'Desk' }, { description: 'Chair' }] },
      ])
    })

    it('keeps the total that the rows of a document repeat, and no id that differs among them', () => {
      const rows = ['D', 'C'].map((item, at) => ({ id: at + 1, ...head('F1'), Item: item, 'Net amount': `${at + 1}0.00`, Total: '36.00' }))
      expect(documents(rows)).toEqual([{ rows: [0, 1], number: 'F1', date: '2025-01-02', customer_name: 'Dupont', total_incl_tax: 36, lines: [{ sku: 'D', total_excl_tax: 10 }, { sku: 'C', total_excl_tax: 20 }] }]) // prettier-ignore
    })

    it('takes two versions of one document for no lines', () => {
      const rows = ['open', 'paid'].map((status, at) => ({ number: 'F1', customer_name: 'Dupont', description: status, total: at + 5, status })) // prettier-ignore
      expect(documents(rows)).toMatchObject([{ rows: [0], total_incl_tax: 5 }, { rows: [1], total_incl_tax: 6 }]) // prettier-ignore
    })
  })

  it('merges rows of one document that do not follow each other where they repeat it, and never two customers', () => {
    const row = (number: string, customer: string, sku: string) => ({ number, date: '2025-01-02', customer, sku, quantity: 1, price: 5 })
    const rows = [row('F1', 'A', 'S1'), row('F2', 'B', 'S2'), row('F1', 'A', 'S3'), row('F1', 'C', 'S4')]
    expect(read('invoices', rows).records.map(({ index, indexes }) => indexes ?? [index])).toEqual([[0, 2], [1], [3]])
  })

  it('rejects a merged document for a fault in any of its rows', () => {
    const rows = [{ number: 'F1', sku: 'A', quantity: 1, price: 5 }, { number: 'F1', sku: 'B', quantity: 1, price: '1.234' }] // prettier-ignore
    expect(read('invoices', rows).records).toMatchObject([{ indexes: [0, 1], reject: { code: 'ambiguous_number', row: 1 } }])
  })

  it('names the row at fault, in its line or in what it repeats of the document', () => {
    const row = (more: object) => ({ number: 'F1', sku: 'A', quantity: 1, price: 5, date: '', ...more })
    const fault = (...rows: object[]) => read('invoices', rows).records[0]?.reject
    expect(fault(row({}), row({}), row({ price: 'x' }))).toMatchObject({ code: 'not_a_number', row: 2 })
    expect(fault(row({}), row({ date: '01/02/2025' }), row({}))).toMatchObject({ code: 'ambiguous_date', row: 1 })
    expect(fault(row({}), row({ note: 'x'.repeat(70_000) }))).toMatchObject({ code: 'too_long', row: 1 })
    expect(fault(row({ number: 'F0', price: 'x' }), row({}), row({}))).toEqual({ code: 'not_a_number', field: 'unit_price', reason: 'unit_price: x in price is no number' }) // prettier-ignore
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

  it('takes taxes and discounts that are amounts for no rates', () => {
    const amounts = [{ sku: 'A', quantity: 2, price: 40, discount: 10, tax: 14, total: 70 }, { sku: 'B', quantity: 1, price: 50, discount: 5, tax: 9, total: 45 }] // prettier-ignore
    expect(lines(...amounts).lines).toEqual([{ sku: 'A', quantity: 2, unit_price: 40, total_excl_tax: 70 }, { sku: 'B', quantity: 1, unit_price: 50, total_excl_tax: 45 }]) // prettier-ignore
    const rates = [{ sku: 'A', quantity: 2, price: 50, discount: 10, tax: 20, total: 90 }, { sku: 'B', quantity: 1, price: 50, discount: 0, tax: 20, total: 50 }] // prettier-ignore
    expect(lines(...rates).lines).toMatchObject([{ discount_percent: 10, tax_rate: 20 }, { discount_percent: 0, tax_rate: 20 }]) // prettier-ignore
  })

  it('takes an "amount" for the quantity where it makes the total of the price', () => {
    expect(first({ text: 'Apples', amount: '5.000000', unit_price: '3.56', position_total: '17.80' })).toEqual({ description: 'Apples', quantity: 5, unit_price: 3.56, total_excl_tax: 17.8 }) // prettier-ignore
    expect(first({ text: 'Apples', amount: '17.80', unit_price: '3.56' })).toMatchObject({ total_excl_tax: 17.8 })
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

describe('what the values of lines tell', () => {
  it('are in groups whose title says nothing of lines', () => {
    const abschnitte = [
      { titel: 'Keller', positionen: [{ bezeichnung: 'Abfluss', menge: 3, einzelpreis: 20 }] },
      { titel: 'Dach', positionen: [{ bezeichnung: 'Rinne', menge: 8, einzelpreis: 12.5 }] },
    ]
    expect(readOne('quotes', { nummer: 'AN-1', abschnitte }).values.lines).toEqual([
      { description: 'Abfluss', quantity: 3, unit_price: 20 },
      { description: 'Rinne', quantity: 8, unit_price: 12.5 },
    ])
  })

  it('the value of a tax is its rate where it stays the same while the totals differ', () => {
    const [one, other] = [
      { text: 'Montage', amount: '2.50', unit_price: '80.00', tax_value: '8.10', position_total: '200.00' },
      { text: 'Anfahrt', amount: '1.00', unit_price: '45.00', tax_value: '8.10', position_total: '45.00' },
    ]
    expect(lines(one, other).lines).toMatchObject([{ quantity: 2.5, tax_rate: 8.1 }, { quantity: 1, tax_rate: 8.1 }]) // prettier-ignore
    expect(lines(one).lines).toEqual([{ description: 'Montage', quantity: 2.5, unit_price: 80, total_excl_tax: 200 }])
    expect(first({ ...one, tax_value: '16.20' })).not.toHaveProperty('tax_rate')
  })

  it('one piece at a price that is the total is counted by an amount, too', () => {
    const row = { description: 'Abo', amount: '1 x', amount_decimal: '1.0', price: '300.0', total_price_excl_tax: '300.0' }
    expect(first(row)).toEqual({ description: 'Abo', quantity: 1, unit_price: 300, total_excl_tax: 300 })
    expect(first({ ...row, price: '1.0', total_price_excl_tax: '1.0' })).not.toHaveProperty('quantity')
  })
})

function lines(...rows: object[]): Readonly<Record<string, unknown>> {
  return readOne('invoices', { number: '1', customer_name: 'A', lines: rows }).values
}

function first(row: object, header: object = {}): Record<string, unknown> | undefined {
  return lineOf(readOne('invoices', { number: '1', customer_name: 'A', ...header, lines: [row] }))
}
