import { describe, expect, it } from 'vitest'
import { read, readOne } from '../read-one.ts'

const head = { number: 'N-1', customer_name: 'Birch' }

describe('amounts that count cents without a word of it', () => {
  const bill = { ...head, currency_code: 'EUR', sub_total: 2999, tax: 570, total: 3569, amount_due: 3569 }
  const of = (record: object) => readOne('invoices', record).values

  it('are known by a tax that was rounded to a whole number where its currency has cents', () => {
    expect(of({ ...bill, line_items: [{ description: 'Plan', quantity: 1, unit_amount: 2999, amount: 2999 }] })).toMatchObject({
      total_excl_tax: 29.99, total_tax: 5.7, total_incl_tax: 35.69, amount_due: 35.69, lines: [{ unit_price: 29.99, total_excl_tax: 29.99 }],
    }) // prettier-ignore
    const [first, second] = read('invoices', [bill, { ...bill, number: 'N-2', sub_total: 1000, tax: 190, total: 1190 }]).records
    expect([first?.values.total_tax, second?.values.total_tax]).toEqual([5.7, 1.9])
    for (const each of [first, second]) expect(each?.warnings).toContainEqual(expect.stringContaining('read as cents'))
  })

  it('are known by a line that was rounded', () => {
    const lines = [{ description: 'Hours', quantity: 1.25, unit_price: 9999, amount: 12_499 }]
    expect(of({ ...head, currency: 'USD', lines, total: 12_499 })).toMatchObject({ total_incl_tax: 124.99, lines: [{ unit_price: 99.99, total_excl_tax: 124.99 }] }) // prettier-ignore
  })

  it('are whole units where nothing was rounded, one amount has decimals, or the currency is used without any', () => {
    expect(of({ ...bill, sub_total: 3000, tax: 570, total: 3570 })).toMatchObject({ total_excl_tax: 3000, total_tax: 570 })
    expect(of({ ...bill, amount_due: 3568.5 })).toMatchObject({ total_excl_tax: 2999, total_tax: 570 })
    expect(of({ ...bill, currency_code: 'COP' })).toMatchObject({ total_excl_tax: 2999, total_tax: 570 })
    expect(of({ ...bill, 'Paid by': 'Ann' })).toMatchObject({ total_excl_tax: 2999, total_tax: 570 })
    const { currency_code: _, ...none } = bill
    expect(of(none)).toMatchObject({ total_excl_tax: 2999, total_tax: 570 })
  })
})

describe('amounts of which the names say less than the sums', () => {
  const of = (record: object) => readOne('invoices', { ...head, ...record }).values

  it('a "gross" to which the tax is still to be added is without tax', () => {
    expect(of({ TotalGross: '300.00', TotalTaxes: '63.00', InvoiceTotal: '363.00' })).toMatchObject({ total_excl_tax: 300, total_tax: 63, total_incl_tax: 363 }) // prettier-ignore
  })

  it('a "gross" below what else is asked for is nothing that is known', () => {
    expect(of({ gross_total: 300, total: 350 })).toEqual(head)
    expect(of({ gross_total: 300, total: 363 })).toEqual({ ...head, total_excl_tax: 300, total_incl_tax: 363 })
    expect(of({ gross_total: 363, total: 300 })).toMatchObject({ total_incl_tax: 363 })
  })

  it('a subtotal that leaves out something else than the tax is none', () => {
    expect(of({ subtotal: 40, total: 45 })).toEqual({ ...head, total_incl_tax: 45 })
    expect(of({ subtotal: 40, total: 48 })).toEqual({ ...head, total_excl_tax: 40, total_incl_tax: 48 })
    expect(of({ subtotal: 40, total: 40 })).toMatchObject({ total_excl_tax: 40 })
  })

  it('of several quantities the one is meant that makes the total of the price', () => {
    const line = { sku: 'A', qty_delivered: 0, product_uom_qty: 2, qty_invoiced: 1, price_unit: 100, discount: 10, price_subtotal: 180 }
    expect(of({ lines: [line] }).lines).toEqual([{ sku: 'A', quantity: 2, unit_price: 100, discount_percent: 10, total_excl_tax: 180 }])
  })

  it('a discount among totals is no rate', () => {
    const line = { description: 'Plan', quantity: 1, totals: { subtotal: '10.00', discount: '0' } }
    expect(of({ lines: [line] }).lines).toEqual([{ description: 'Plan', quantity: 1, total_excl_tax: 10 }])
  })

  it('the tax that the rows of a document repeat is none of their rates', () => {
    const row = (number: string, item: string, price: number, total: string, tax: string) => ({ 'Bestellung Nr.': number, 'Gesamtbetrag inkl. MwSt.': total, 'davon MwSt.': tax, Artikelnummer: item, Anzahl: 1, 'Einzelpreis (netto)': price, 'Positionssumme (netto)': price }) // prettier-ignore
    const { records } = read('orders', [row('1', 'A', 120, '142,80', '22,80'), row('2', 'A', 60, '95,20', '15,20'), row('2', 'B', 20, '95,20', '15,20')]) // prettier-ignore
    expect(records.map(({ values }) => [values.number, values.total_tax])).toEqual([['1', 22.8], ['2', 15.2]]) // prettier-ignore
    expect(records[1]?.values.lines).toEqual([{ sku: 'A', quantity: 1, unit_price: 60, total_excl_tax: 60 }, { sku: 'B', quantity: 1, unit_price: 20, total_excl_tax: 20 }]) // prettier-ignore
  })
})

it('the lines of a graph are what its edges lead to', () => {
  const lineItems = { edges: [{ cursor: 'x', node: { sku: 'A', quantity: 1 } }, { node: { sku: 'B', quantity: 2 } }] }
  expect(readOne('orders', { ...head, lineItems }).values.lines).toEqual([{ sku: 'A', quantity: 1 }, { sku: 'B', quantity: 2 }]) // prettier-ignore
})

it('the lines of rows are recognized by what differs among those of a document, where its own sums are called more like theirs', () => {
  const row = (item: string, count: string, price: string, total: string) => ({ 'Nº ppto.': 'P-44', Cliente: 'Bar', Concepto: item, 'Uds.': count, 'P. unit.': price, Importe: total, 'Total s/IVA': '620,00' }) // prettier-ignore
  const [quote] = read('quotes', [row('Mesa', '8', '62,50', '500,00'), row('Sombrilla', '2', '60,00', '120,00')]).records
  expect(quote?.values).toEqual({ number: 'P-44', customer_name: 'Bar', total_excl_tax: 620, lines: [{ description: 'Mesa', quantity: 8, unit_price: 62.5, total_excl_tax: 500 }, { description: 'Sombrilla', quantity: 2, unit_price: 60, total_excl_tax: 120 }] }) // prettier-ignore
})

it('taxes of lines beyond what any country asks for are no rates', () => {
  const of = (...taxes: number[]) => readOne('orders', { ...head, lines: taxes.map((tax) => ({ sku: 'A', quantity: 1, price: 100, tax })) }).values.lines // prettier-ignore
  expect(of(19, 57)).toEqual([1, 2].map(() => ({ sku: 'A', quantity: 1, unit_price: 100 })))
  expect(of(19, 7)).toMatchObject([{ tax_rate: 19 }, { tax_rate: 7 }])
})

it('taxes of lines that make up the tax of the document are no rates', () => {
  const of = (tax: number, total_tax: number) => readOne('orders', { ...head, total_tax, lines: [{ sku: 'A', quantity: 4, price: 3, tax, total: 12 }] }).values.lines // prettier-ignore
  expect(of(1.2, 1.2)).toEqual([{ sku: 'A', quantity: 4, unit_price: 3, total_excl_tax: 12 }])
  expect(of(10, 1.2)).toMatchObject([{ tax_rate: 10 }])
  expect(of(20, 20)).toMatchObject([{ tax_rate: 20 }])
})

describe('XML written as JSON', () => {
  it('is read without its namespaces', () => {
    const party = { 'ram:BuyerTradeParty': { 'ram:ID': 'GE-1', 'ram:Name': 'Kunden AG' }, 'ram:SellerTradeParty': { 'ram:Name': 'Wir' } }
    const sums = { 'ram:TaxBasisTotalAmount': '198.00', 'ram:GrandTotalAmount': '235.62', 'ram:DuePayableAmount': { '@currencyID': 'EUR', '#text': '235.62' } } // prettier-ignore
    const record = { 'ram:ID': 'R-1', 'ram:ApplicableHeaderTradeAgreement': party, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation': sums } // prettier-ignore
    expect(readOne('invoices', record).values).toMatchObject({ external_id: 'R-1', customer_external_id: 'GE-1', customer_name: 'Kunden AG', total_excl_tax: 198, total_incl_tax: 235.62, amount_due: 235.62 }) // prettier-ignore
  })
})

describe('lines in groups', () => {
  const item = { sku: 'A', quantity: 1, unit_price: 5 }
  const of = (grouped_lines: unknown) => readOne('invoices', { ...head, grouped_lines }).values.lines

  it('are the lines of all groups', () => {
    expect(of([{ section: { title: 'One' }, line_items: [item, item] }, { section: { title: 'Two' }, line_items: [item] }])).toEqual([item, item, item]) // prettier-ignore
  })

  it('are no groups where a line has parts', () => {
    const set = { sku: 'SET', quantity: 2, unit_price: 9, line_items: [item] }
    expect(of([set])).toEqual([{ sku: 'SET', quantity: 2, unit_price: 9 }])
  })
})

describe('parties', () => {
  it('the name of a document with an address is of whom it is for, and without one it is no one’s', () => {
    const order = { belegnr: '200071', name: 'Hammer GmbH', ansprechpartner: 'Uwe Hammer' }
    expect(readOne('orders', { ...order, plz: '45127', ort: 'Essen' }).values).toEqual({ number: '200071', customer_name: 'Hammer GmbH' })
    expect(readOne('orders', { number: '1', name: 'Spring stock' }).values).toEqual({ number: '1' })
    expect(readOne('orders', { id: 4, name: 'S00021', city: 'Essen' }).values).toEqual({ external_id: '4', number: 'S00021' })
  })

  it('what people call a record stands beside its id', () => {
    const order = { number: '1', businessPartner: 'A6750F0D15334FB890C254369AC750A8', businessPartner$_identifier: 'Hoteles SA', currency: '102', currency$_identifier: 'EUR' } // prettier-ignore
    expect(readOne('orders', order).values).toEqual({ number: '1', customer_external_id: order.businessPartner, customer_name: 'Hoteles SA', currency: 'EUR' }) // prettier-ignore
  })

  it('a link is no name', () => {
    const contact = 'https://api.test/contacts/2'
    expect(readOne('quotes', { number: '1', contact }).values).toEqual({ number: '1', customer_external_id: contact })
  })

  it('what the item of a list of addresses calls its name is the address', () => {
    const emails = [{ id: 2, name: 'helga@optik.test', atype: 'office' }]
    expect(readOne('contacts', { id: 1, emails, tels: [{ id: 3, name: '0551 12345' }] }).values).toEqual({ external_id: '1', email: 'helga@optik.test', phone: '0551 12345' }) // prettier-ignore
  })

  it('the id that says whose it is goes before the id of what wraps it', () => {
    const orderCustomer = { id: '77', customerId: 'C-9', email: 'a@b.test' }
    expect(readOne('orders', { number: '1', orderCustomer }).values.customer_external_id).toBe('C-9')
    expect(readOne('orders', { number: '1', customer: { id: '77' } }).values.customer_external_id).toBe('77')
  })

  it('an account of the ledger that several customers share is no key of theirs', () => {
    const { records } = read('invoices', [{ InvoiceNumber: 'A', ContactName: 'Birch', AccountCode: '200' }, { InvoiceNumber: 'B', ContactName: 'Elm', AccountCode: '200' }]) // prettier-ignore
    expect(records.map(({ values }) => values.customer_external_id)).toEqual([undefined, undefined])
    expect(readOne('invoices', { InvoiceNumber: 'A', ContactName: 'Birch', AccountCode: 'B-9' }).values.customer_external_id).toBe('B-9')
  })

  it('a company goes by what people call it, and by its id where it has nothing else', () => {
    const Guid = '8d3f4e2a-1111-4a11-9c11-00000000000b'
    expect(readOne('contacts', { id: 1, Account: { Guid, Label: 'Scierie' } }).values.company).toBe('Scierie')
    expect(readOne('contacts', { id: 1, company: { id: Guid } }).values.company).toBe(Guid)
  })

  it('the first of several names of a customer in a list is the name', () => {
    expect(readOne('invoices', { 'Belegnr.': '9001', Debitor: '100', 'Name 1': 'Fink', 'Name 2': 'Metall' }).values).toEqual({ number: '9001', customer_external_id: '100', customer_name: 'Fink' }) // prettier-ignore
  })

  it.each(['cus_NjLgPhUokHubJC', '5aaa51ab1d6d8200336e5f52', '9001'])('%s is the key of a customer and no name', (customer) => {
    for (const title of ['customer', 'contact'])
      expect(readOne('credit_notes', { number: 'C-1', [title]: customer }).values).toEqual({
        number: 'C-1',
        customer_external_id: customer,
      })
  })

  it('an address of a letter is no name', () => {
    const contact_address = 'Birch AG\nHauptstr. 1\n8000 Zürich'
    expect(readOne('invoices', { number: '1', contact_id: 4, contact_address }).values).toEqual({ number: '1', customer_external_id: '4' })
  })

  it('the first of two last names is the last name', () => {
    expect(readOne('contacts', { id: 1, Nombre: 'Lucía', '1er apellido': 'Santos', '2º apellido': 'Prieto' }).values).toEqual({ external_id: '1', first_name: 'Lucía', last_name: 'Santos' }) // prettier-ignore
    expect(readOne('contacts', { id: 1, Nombre: 'Lucía', '1º apellido': 'Santos' }).values.last_name).toBe('Santos')
  })
})

describe('keys', () => {
  it('an id once more is no number', () => {
    expect(readOne('invoices', { id: '12', docid: '12' }).values).toEqual({ external_id: '12' })
    expect(readOne('invoices', { id: '12', docid: 'F-7' }).values).toEqual({ external_id: '12', number: 'F-7' })
  })

  it('references that a shop draws by lot are numbers, and a word is none', () => {
    const { records } = read('orders', [
      { ID: 5, Referencia: 'KHWLILZLL' },
      { ID: 6, Referencia: 'XKBKNABJK' },
    ])
    expect(records.map(({ values }) => values.number)).toEqual(['KHWLILZLL', 'XKBKNABJK'])
    expect(read('orders', [{ ID: 5, Referencia: 'URGENTE' }, { ID: 6, Referencia: 'URGENTE' }]).records[0]?.values).toEqual({ external_id: '5' }) // prettier-ignore
  })

  it('the place of an item in its list is no key of the product', () => {
    const of = (ids: readonly number[]) =>
      readOne('orders', { ...head, items: ids.map((ItemID) => ({ ItemID, quantity: 1 })) }).values.lines
    expect(of([1, 2])).toEqual([{ quantity: 1 }, { quantity: 1 }])
    expect(of([71, 72])).toEqual([{ sku: '71', quantity: 1 }, { sku: '72', quantity: 1 }]) // prettier-ignore
  })

  it('columns of joined tables are read without the tables, and those of a system without its letters', () => {
    const row = (part: string) => ({ OrderHed_OrderNum: 5423, OrderHed_OrderDate: '2025-03-03', Customer_CustID: 'ADD', Customer_Name: 'Addison', OrderDtl_PartNum: part, OrderDtl_OrderQty: 2, OrderDtl_DocUnitPrice: 90 }) // prettier-ignore
    expect(read('orders', [row('A'), row('B')]).records[0]?.values).toEqual({ number: '5423', date: '2025-03-03', customer_external_id: 'ADD', customer_name: 'Addison', lines: [{ sku: 'A', quantity: 2, unit_price: 90 }, { sku: 'B', quantity: 2, unit_price: 90 }] }) // prettier-ignore
    const glued = { OXID: 'a1', OXORDERNR: '2041', OXORDERDATE: '2025-03-29', OXTOTALNETSUM: '100.00', OXCURRENCY: 'EUR', OXCURRATE: '1' } // prettier-ignore
    expect(readOne('orders', glued).values).toEqual({ external_id: 'a1', number: '2041', date: '2025-03-29', total_excl_tax: 100, currency: 'EUR' }) // prettier-ignore
  })
})

describe('words', () => {
  it.each([['Nettobetr.', 'total_excl_tax'], ['Bruttobetr.', 'total_incl_tax'], ['19 % MwSt', 'total_tax'], ['Taxes free total', 'total_excl_tax']])('%s is %s', (title, field) => {
    expect(readOne('invoices', { ...head, [title]: 19 }).values).toEqual({ ...head, [field]: 19 })
  }) // prettier-ignore

  it.each(['Reste à imputer', 'unallocated_amount', 'Pendiente de aplicar', 'RemainingCredit'])('%s of a credit is unpaid', (title) => {
    expect(readOne('credit_notes', { ...head, [title]: -144 }).values).toEqual({ ...head, amount_due: 144 })
  })

  it('a special price is a price without tax where its title says so', () => {
    expect(readOne('price_rules', { Artikelnr: 'R-1', 'ab Menge': 5, 'Sonderpreis netto': 9.9 }).values).toEqual({ sku: 'R-1', min_quantity: 5, price: 9.9 }) // prettier-ignore
  })

  it.each(['Bestellt am', 'ordered_on', 'orderedAt'])('%s is the date of an order', (title) => {
    expect(readOne('orders', { ...head, [title]: '2025-05-02', lines: [{ sku: 'A', QtyOrdered: 3 }] }).values).toMatchObject({ date: '2025-05-02', lines: [{ quantity: 3 }] }) // prettier-ignore
  })

  it('the only description of a deal is its name', () => {
    expect(readOne('deals', { 'Cód. oportunidad': 'OP-1', Descripción: 'Renovación' }).values).toEqual({ external_id: 'OP-1', name: 'Renovación' }) // prettier-ignore
  })

  it('words cut to three letters are words', () => {
    const record = { NumCde: 'CC-1', DatCde: '20250312', CodCli: 'C-9', NomCli: 'Papier SA', MntHT: '10.00', CodDev: 'EUR', LigneCde: { Ligne: [{ CodArt: 'A', LibArt: 'Ramette', QteCde: '2', PuHT: '5.00' }] } } // prettier-ignore
    expect(readOne('orders', record).values).toEqual({ number: 'CC-1', date: '2025-03-12', customer_external_id: 'C-9', customer_name: 'Papier SA', total_excl_tax: 10, currency: 'EUR', lines: [{ sku: 'A', description: 'Ramette', quantity: 2, unit_price: 5 }] }) // prettier-ignore
  })

  it('a sign that stands for a number that is still to come is none, and takes none from the others', () => {
    const { records } = read('invoices', [
      { id: 1, name: '/' },
      { id: 2, name: 'INV/7' },
    ])
    expect(records.map(({ values }) => values)).toEqual([{ external_id: '1' }, { external_id: '2', number: 'INV/7' }])
  })

  it('the state in words goes before its number', () => {
    expect(readOne('invoices', { ...head, doc_status: 1, status: 'Return' }).values.status).toBe('Return')
    expect(readOne('invoices', { ...head, doc_status: 1 }).values.status).toBe('1')
  })

  it('names in parts, the sums of a document in a wrapper, and a net price of a unit', () => {
    expect(readOne('contacts', { id: 1, name: { given: 'Mara', family: 'Stein' } }).values).toEqual({ external_id: '1', first_name: 'Mara', last_name: 'Stein' }) // prettier-ignore
    const order = { nummer: 'AB-1', summen: { netto: 1200, mwst: 228, brutto: 1428 }, lines: [{ sku: 'MUG', qty: 10, unit_net: 120 }] }
    expect(readOne('orders', order).values).toEqual({ number: 'AB-1', total_excl_tax: 1200, total_tax: 228, total_incl_tax: 1428, lines: [{ sku: 'MUG', quantity: 10, unit_price: 120 }] }) // prettier-ignore
    expect(readOne('deals', { 'Réf. affaire': 'A-1', 'Compte client': 'Banque', 'Montant estimé HT': 85 }).values).toMatchObject({ company: 'Banque', amount: 85 }) // prettier-ignore
    expect(readOne('invoices', { ...head, 'USt. EUR': '22,40', 'Rest EUR': '342,40' }).values).toEqual({ ...head, total_tax: 22.4, amount_due: 342.4, currency: 'EUR' }) // prettier-ignore
  })

  it('a line that is a heading is none', () => {
    const lines = [
      { Type: 'Transaction', sku: 'A', quantity: 1, unit_price: 5 },
      { Type: 'Header', Description: 'Thanks', Total: 0 },
    ]
    expect(readOne('invoices', { ...head, lines }).values.lines).toEqual([{ sku: 'A', quantity: 1, unit_price: 5 }])
  })
})
