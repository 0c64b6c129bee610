import { describe, expect, it } from 'vitest'
import { lineOf, readOne } from '../read-one.ts'

const head = { number: 'N-1', customer_name: 'Birch' }
const invoice = (record: object) => readOne('invoices', { ...head, ...record }).values
const line = (record: object) => lineOf(readOne('orders', { ...head, lines: [record] }))

describe('what wraps a value is looked through', () => {
  it('a list of names and values is the record it stands for', () => {
    const properties = [{ type: 'SYSTEM', name: 'first_name', value: 'Loki' }, { type: 'SYSTEM', name: 'last_name', value: 'Odinson' }, { name: 'email', value: 'L@asgard.test' }, { name: 'email', value: 'two@asgard.test' }] // prettier-ignore
    expect(readOne('contacts', { id: 5, properties }).values).toEqual({ external_id: '5', first_name: 'Loki', last_name: 'Odinson', email: 'l@asgard.test' }) // prettier-ignore
    const attributes = [{ attribute_code: 'barcode', value: '4006381333931' }]
    expect(readOne('products', { sku: 'A', name: 'B', attributes }).values).toEqual({ sku: 'A', name: 'B', barcode: '4006381333931' })
    expect(readOne('contacts', { id: 5, properties: [{ name: '__proto__', value: { email: 'x@y.test' } }] }).values).toEqual({
      external_id: '5',
    })
  })

  it('the results of OData, a summary, and the original among translations', () => {
    const addresses = { results: [{ StreetName: 'Hauptstr.', CityName: 'Walldorf', PostalCode: '69190', Country: 'DE' }] }
    expect(readOne('companies', { id: 'A', name: 'Birch', to_BusinessPartnerAddress: addresses }).values).toMatchObject({ street: 'Hauptstr.', city: 'Walldorf', postcode: '69190', country: 'DE' }) // prettier-ignore
    const priceSummary = { subtotal: { amount: '120.00' }, tax: { amount: '20.40' }, total: { amount: '140.40' } }
    expect(invoice({ priceSummary })).toMatchObject({ total_excl_tax: 120, total_tax: 20.4, total_incl_tax: 140.4 })
    expect(line({ productName: { original: 'Lamp', translated: 'Lampe' }, quantity: 2, price: 5 })).toEqual({ description: 'Lamp', quantity: 2, unit_price: 5 }) // prettier-ignore
  })

  it('lines under the number or id of each, and a quantity with its unit', () => {
    const row = { productSku: 'TT', quantity: { magnitude: '4.0' }, productPrice: { currencyCode: 'GBP', value: '10.00' } }
    expect(readOne('orders', { ...head, orderRows: { 811: row, 812: row } }).values.lines).toEqual([{ sku: 'TT', quantity: 4, unit_price: 10 }, { sku: 'TT', quantity: 4, unit_price: 10 }]) // prettier-ignore
    const parties = { supplier: null, customer: { id: 205, companyName: 'Stone' }, delivery: { companyName: 'Dock' } }
    expect(readOne('orders', { number: '1', parties }).values).toEqual({ number: '1', customer_external_id: '205', customer_name: 'Stone' })
  })

  it('columns of a board, as people read them', () => {
    const column_values = [{ id: 'deal_stage', text: 'Negotiation', value: '{"index":3}' }, { id: 'deal_value', text: '42000', value: '"42000"' }] // prettier-ignore
    expect(readOne('deals', { id: '5', name: 'Solar', column_values }).values).toEqual({ external_id: '5', name: 'Solar', stage: 'Negotiation', amount: 42_000 }) // prettier-ignore
  })

  it('a list of one that holds the heads and lines of a document, unless the record has lines of its own', () => {
    const line = { description: 'Survey', quantity: 2, unit_price: 30 }
    const body = { general: { date: '2025-03-14', currency: 'EUR', total_incl_tax: 60 }, goods: { lines: [line] } }
    expect(readOne('invoices', { header: { customer: { name: 'Birch' } }, invoice_body: [body] }).values).toEqual({ customer_name: 'Birch', date: '2025-03-14', currency: 'EUR', total_incl_tax: 60, lines: [line] }) // prettier-ignore
    expect(readOne('invoices', { envelope: { header: { buyer: { name: 'Birch' } }, body: [body] } }).values.lines).toEqual([line])
    const parcels = [{ status: 'lost', lines: [{ ...line, quantity: 1 }] }]
    expect(invoice({ status: 'open', lines: [line], parcels })).toEqual({ ...head, status: 'open', lines: [line] })
  })

  it('a wrapper around the whole record, and one that is called like the number in it', () => {
    const order = { number_range: { prefix: 'B', number: 'B-7' }, buyer: { name: 'Birch' }, placed_on: '2025-03-14' }
    expect(readOne('orders', { zquux: order }).values).toEqual({ number: 'B-7', customer_name: 'Birch', date: '2025-03-14' })
  })

  it('the only value of an attribute', () => {
    expect(readOne('companies', { name: [{ value: 'Apple' }], domains: [{ domain: 'apple.com' }] }).values).toMatchObject({ name: 'Apple' })
  })

  it('an address for mail is none of e-mail', () => {
    const record = { CUSTOMERID: 'C-1', NAME: 'Maple', 'DISPLAYCONTACT.EMAIL1': 'ap@maple.test', 'DISPLAYCONTACT.MAILADDRESS.ADDRESS1': '6985 Drive', 'DISPLAYCONTACT.MAILADDRESS.CITY': 'Ottawa', 'DISPLAYCONTACT.MAILADDRESS.ZIP': 'L5N 0A1' } // prettier-ignore
    expect(readOne('companies', record).values).toEqual({ external_id: 'C-1', name: 'Maple', email: 'ap@maple.test', street: '6985 Drive', city: 'Ottawa', postcode: 'L5N 0A1' }) // prettier-ignore
  })

  it('a list with the only amounts of a document', () => {
    const amounts = [{ isNet: false, currency: 'EUR', netTotal: 84.03, vatTotal: 15.97, grossTotal: 100 }]
    expect(invoice({ amounts })).toMatchObject({ currency: 'EUR', total_excl_tax: 84.03, total_tax: 15.97, total_incl_tax: 100 })
  })

  it('an id by the name of a system is that of the record where its customer has one, too', () => {
    const record = { lago_id: 'a1-b2', number: 'L-1', customer: { lago_id: 'c3-d4', external_id: 'cus_9', name: 'Hooli' } }
    expect(readOne('invoices', record).values).toEqual({ external_id: 'a1-b2', number: 'L-1', customer_external_id: 'cus_9', customer_name: 'Hooli' }) // prettier-ignore
    expect(readOne('invoices', { ...head, lago_id: 'a1-b2' }).values).toEqual(head)
  })
})

describe('the kind of a part is none of the whole', () => {
  it('a line with a kind of tax is a line', () => {
    const items = [{ code: 'S-1', description: 'Chair', quantity: 2, price: 500, taxes: [{ type: 'IVA', percentage: 19 }] }]
    expect(readOne('invoices', { ...head, items }).values.lines).toEqual([{ sku: 'S-1', description: 'Chair', quantity: 2, unit_price: 500, tax_rate: 19 }]) // prettier-ignore
  })

  it('an order of a marketplace names its seller and is a sale', () => {
    expect(readOne('orders', { orderId: '12-04', sellerId: 'shop', buyer: { username: 'kiwi' }, total: 45 }).reject).toBeNull()
    expect(readOne('orders', { orderId: '12-04', supplierId: '9', total: 45 }).reject).toMatchObject({ code: 'not_a_sale' })
  })

  it('the number of a house is no street, and stands beside it as its country writes it', () => {
    for (const number of ['3a', '12', '12-14', '7 bis', '12 B'])
      expect(readOne('companies', { name: 'Birch', street_number: number, street: 'Mustamäe tee' }).values).toEqual({ name: 'Birch', street: `Mustamäe tee ${number}` }) // prettier-ignore
    const english = { name: 'Birch', house_number: '12', street: 'High Street', country: 'United Kingdom' }
    expect(readOne('companies', english).values).toEqual({ name: 'Birch', street: '12 High Street', country: 'GB' })
    expect(readOne('companies', { ...english, street: '12 High Street' }).values.street).toBe('12 High Street')
    expect(readOne('companies', { name: 'Birch', address_street_number: '3a' }).values).toEqual({ name: 'Birch' })
    expect(readOne('companies', { name: 'Birch', 'Straße und Nr.': 'Hafenstr. 4' }).values).toEqual({
      name: 'Birch',
      street: 'Hafenstr. 4',
    })
  })
})

describe('amounts in cents', () => {
  it('are read where the title says so, by the decimals of their currency', () => {
    const cents = { sub_total_excluding_taxes_amount_cents: 10_000, taxes_amount_cents: 2000, total_amount_cents: 12_000 }
    expect(invoice({ ...cents, currency: 'EUR' })).toMatchObject({ total_excl_tax: 100, total_tax: 20, total_incl_tax: 120 })
    expect(invoice({ ...cents, currency: 'JPY' })).toMatchObject({ total_excl_tax: 10_000, total_tax: 2000, total_incl_tax: 12_000 })
    expect(line({ sku: 'A', quantity: 1, unit_price_cents: 550 })).toEqual({ sku: 'A', quantity: 1, unit_price: 5.5 })
    expect(readOne('products', { sku: 'A', name: 'B', price_in_cents: 1999 }).values).toEqual({ sku: 'A', name: 'B', price: 19.99 })
  })

  it('are read where a text beside them shows it, and nowhere else', () => {
    const deal = { id: 'o1', name: 'Harbour', value: 50_000, currency: 'USD' }
    expect(readOne('deals', { ...deal, value_formatted: '$500.00' }).values.amount).toBe(500)
    expect(readOne('deals', { ...deal, value_formatted: '$50,000.00' }).values.amount).toBe(50_000)
    expect(readOne('deals', deal).values.amount).toBe(50_000)
  })

  it('give way to whole units, and count nothing but money', () => {
    expect(invoice({ total: 12.5, total_cents: 1250 })).toMatchObject({ total_incl_tax: 12.5 })
    expect(readOne('products', { sku: 'A', name: 'B', stock_cents: 5 }).values).toEqual({ sku: 'A', name: 'B' })
  })
})

describe('prices that include tax are recognized by arithmetic', () => {
  it('a price that makes up the total with tax of its line', () => {
    const sold = { sku: 'MUG', quantity: 2, tax_rate: 20 }
    expect(line({ ...sold, unit_price: 10, total_incl_tax: 20 })).toEqual(sold)
    expect(line({ ...sold, unit_price: 10, total_incl_tax: 24 })).toEqual({ ...sold, unit_price: 10 })
  })

  it('a total that is net price and tax together', () => {
    const sold = { sku: 'S-1', quantity: 2, unit_price: 500, tax_rate: 19 }
    expect(line({ ...sold, total: 1190 })).toEqual(sold)
    expect(line({ ...sold, total: 1000 })).toEqual({ ...sold, total_excl_tax: 1000 })
  })
})

describe('values say what a title leaves open', () => {
  it('a code of letters is no number of a document, and the id of a category no category', () => {
    expect(readOne('orders', { id: 7, CODE: 'ILS', total: 5 }).values).toEqual({ external_id: '7', total_incl_tax: 5 })
    expect(readOne('orders', { id: 7, code: 'GQ4-11', total: 5 }).values).toEqual({ external_id: '7', number: 'GQ4-11', total_incl_tax: 5 })
    const product = { sku: 'A', name: 'B' }
    expect(readOne('products', { ...product, category_id: '88c1' }).values).toEqual(product)
    expect(readOne('products', { ...product, category_id: 'Mugs' }).values).toEqual({ ...product, category: 'Mugs' })
  })

  it('the id of the transaction of a customer is none of the customer', () => {
    const record = {
      CustomerTransactionId: 300_100,
      TransactionNumber: '1027',
      BillToCustomerNumber: '1006',
      BillToCustomerName: 'Rentals',
    }
    expect(readOne('invoices', record).values).toEqual({ external_id: '300100', number: '1027', customer_external_id: '1006', customer_name: 'Rentals' }) // prettier-ignore
  })

  it('of a short and a long text the short one is the name, where nothing else is', () => {
    expect(readOne('products', { ArtNr: '4', Kurztext: 'Dübel', Langtext: 'Nylondübel, grau' }).values).toEqual({ sku: '4', name: 'Dübel', description: 'Nylondübel, grau' }) // prettier-ignore
    expect(readOne('products', { ArtNr: '4', Bezeichnung: 'Dübel 8', Kurztext: 'Dübel' }).values).toMatchObject({ name: 'Dübel 8' })
  })

  it('the name of a status comes before its id', () => {
    expect(readOne('orders', { ...head, orderStatus: { orderStatusId: 4, name: 'Invoiced' } }).values).toEqual({ ...head, status: 'Invoiced' }) // prettier-ignore
  })

  it('the first of several names and phones is meant, the first of several amounts is not', () => {
    expect(readOne('products', { artikelnummer: 'K', bezeichnung1: 'Säge', bezeichnung2: 'mit Koffer', langtext: '1200 W' }).values).toEqual({ sku: 'K', name: 'Säge', description: '1200 W' }) // prettier-ignore
    expect(invoice({ tax1: 5, tax2: 3, total: 108 })).toEqual({ ...head, total_incl_tax: 108 })
  })

  it('the sign of its cars is a country of German addresses', () => {
    const record = { Kundennr: '1', Name1: 'Huber', LKZ: 'D', PLZ: '84028', Ort: 'Landshut' }
    expect(readOne('companies', record).values).toMatchObject({ name: 'Huber', country: 'DE', postcode: '84028' })
    expect(readOne('companies', { ...record, LKZ: 'A' }).values.country).toBe('AT')
    expect(readOne('companies', { ...record, LKZ: 'Z' }).values.country).toBeUndefined()
  })
})

describe('words of trade in titles', () => {
  it('a price without the tax that its title names, and none with it', () => {
    expect(readOne('products', { 'Cód. art.': 'L', Descripción: 'Lámpara', 'PVP s/IVA': '24,90', 'Fam.': 'Luz' }).values).toEqual({ sku: 'L', name: 'Lámpara', price: 24.9, category: 'Luz' }) // prettier-ignore
    expect(readOne('products', { 'Cód. art.': 'L', Descripción: 'Lámpara', 'PVP c/IVA': '30,13' }).values).toEqual({
      sku: 'L',
      name: 'Lámpara',
    })
  })

  it('a currency at the end of a title, unless another title names another', () => {
    const deal = { 'Nr.': 'V-1', Vorhaben: 'Halle', Kunde: 'Kurz', 'Volumen EUR': '120.000,50', Vertriebler: 'Anke Thiel' }
    expect(readOne('deals', deal).values).toEqual({
      external_id: 'V-1',
      name: 'Halle',
      company: 'Kurz',
      amount: 120_000.5,
      currency: 'EUR',
      owner: 'Anke Thiel',
    })
    expect(readOne('deals', { ...deal, 'Volumen USD': '130.000,50' }).values).not.toHaveProperty('amount')
  })

  it('the number of an order by its French letters, and no word for one', () => {
    const row = { 'N° BC': 'BC-77', 'Date BC': '17/04/2025', 'Nom client': 'Scierie', Article: 'PL-30', 'Qté cdée': '50', 'PU HT': '6,20', 'Rem. %': '10' } // prettier-ignore
    expect(readOne('orders', row).values).toEqual({ number: 'BC-77', date: '2025-04-17', customer_name: 'Scierie', lines: [{ sku: 'PL-30', quantity: 50, unit_price: 6.2, discount_percent: 10 }] }) // prettier-ignore
    expect(readOne('orders', { id: 7, order: 'Galil Paper', total: 5 }).values).toEqual({ external_id: '7', total_incl_tax: 5 })
  })

  it('a prefixed id, a postal address, the currency by its standard and the day until which is to be paid', () => {
    expect(invoice({ uid: 'inv_01H', currency_iso: 'EUR', 'fällig bis': '14.03.2025' })).toEqual({ ...head, external_id: 'inv_01H', currency: 'EUR', due_date: '2025-03-14' }) // prettier-ignore
    expect(readOne('companies', { id: 1, name: 'A', postalAddress: { city: 'Oslo', postalCode: '0150' } }).values).toEqual({ external_id: '1', name: 'A', city: 'Oslo', postcode: '0150' }) // prettier-ignore
  })
})

it('reads further words of tables and interfaces', () => {
  expect(readOne('invoices', { 'Nº fact.': 'F/1', 'F. factura': '22/01/2025', 'Razón social cliente': 'Mora', 'Total fact.': '968,00' }).values).toEqual({ number: 'F/1', date: '2025-01-22', customer_name: 'Mora', total_incl_tax: 968 }) // prettier-ignore
  expect(readOne('companies', { 'Dénomination sociale': 'Roux', 'CP fact.': '25000', 'Ville fact.': 'Besançon', 'Tél. standard': '03 81 00 11 22', 'Mail compta': 'c@roux.test' }).values).toEqual({ name: 'Roux', postcode: '25000', city: 'Besançon', phone: '03 81 00 11 22', email: 'c@roux.test' }) // prettier-ignore
  expect(readOne('invoices', { 'Beleg-Nr.': 'R-1', 'Beleg-Dat.': '02.01.2025', Konto: '10020', Kontobezeichnung: 'Kern', 'Offener Betrag': '690,00' }).values).toEqual({ number: 'R-1', date: '2025-01-02', customer_external_id: '10020', customer_name: 'Kern', amount_due: 690 }) // prettier-ignore
  expect(readOne('price_rules', { itemSku: 'C', fromQty: 10, unitPrice: 4.2, effectiveFrom: '2025-01-01', effectiveTo: '2025-06-30' }).values).toEqual({ sku: 'C', min_quantity: 10, price: 4.2, valid_from: '2025-01-01', valid_to: '2025-06-30' }) // prettier-ignore
  expect(readOne('deals', { id: 1, Oportunidad: 'Flota', Cuenta: 'Logística Ría' }).values).toEqual({ external_id: '1', name: 'Flota', company: 'Logística Ría' }) // prettier-ignore
  expect(invoice({ totAmt: 12, netAmt: 10, vatAmt: 2 })).toMatchObject({ total_incl_tax: 12, total_excl_tax: 10, total_tax: 2 })
  expect(readOne('contacts', { id: 1, Nombre: 'Marta', 'Primer apellido': 'Gil', 'Segundo apellido': 'Roca' }).values).toEqual({ external_id: '1', first_name: 'Marta', last_name: 'Gil' }) // prettier-ignore
  expect(invoice({ payableUntil: '2025-07-03' })).toEqual({ ...head, due_date: '2025-07-03' })
  expect(readOne('products', { 'Item Code': 'B', 'Item Description': 'Bracket', 'Bar Code': '5012345678900' }).values).toMatchObject({ sku: 'B', barcode: '5012345678900' }) // prettier-ignore
  expect(readOne('companies', { name: 'A', 'Whrg.': 'CHF' }).values).toEqual({ name: 'A', currency: 'CHF' })
  expect(readOne('price_rules', { 'Artikel-Nr.': 'S8', 'ab Stück': '100', Nettopreis: '0,08', 'Whg.': 'EUR', 'gilt ab': '01.02.2025', 'gilt bis': '31.12.2025' }).values).toEqual({ sku: 'S8', min_quantity: 100, price: 0.08, currency: 'EUR', valid_from: '2025-02-01', valid_to: '2025-12-31' }) // prettier-ignore
  expect(readOne('companies', { Nom: 'Durand', 'Identifiant TVA': 'FR40401122334' }).values).toEqual({
    name: 'Durand',
    vat_number: 'FR40401122334',
  })
  expect(readOne('products', { 'Réf.': 'V', Désignation: 'Vis', 'Stock dispo': '145', Descriptif: 'Tête fraisée' }).values).toEqual({ sku: 'V', name: 'Vis', stock: 145, description: 'Tête fraisée' }) // prettier-ignore
  expect(readOne('invoices', { Folio: '1204', 'Razón social': 'Acero', Total: '11,600.00' }).values).toEqual({ number: '1204', customer_name: 'Acero', total_incl_tax: 11_600 }) // prettier-ignore
  expect(line({ Material: 'TG11', RequestedQuantity: '5', RequestedQuantityUnit: 'PC', NetAmount: '87.75' })).toEqual({ sku: 'TG11', quantity: 5, unit: 'PC', total_excl_tax: 87.75 }) // prettier-ignore
})
