import { describe, expect, it } from 'vitest'
import { ingestObject } from '../../../../core/integration/ingest/objects.ts'
import { read, readOne } from '../read-one.ts'

const valuesOf = (object: Parameters<typeof readOne>[0], record: unknown) => readOne(object, record).values

describe('objects have other names', () => {
  it.each([
    ['documents', 'invoices'], ['customers', 'companies'], ['avoirs', 'credit_notes'], ['Gutschriften', 'credit_notes'], ['abonos', 'credit_notes'], ['invoices', 'invoices'], ['Price Rules', 'price_rules'], ['Aufträge', undefined], ['pets', undefined], ['__proto__', undefined],
  ])('%s are %s', (name, object) => expect(ingestObject(name)).toBe(object)) // prettier-ignore
})

describe('titles of the four languages, without any vocabulary', () => {
  const company = { external_id: 'C1', name: 'Dupont SA', vat_number: 'FR12345678901', street: '1 rue X', postcode: '75001', city: 'Paris', country: 'FR', phone: '01 02 03 04 05', domain: 'dupont.fr', email: 'a@dupont.fr' } // prettier-ignore
  it.each([
    { 'Customer code': 'C1', 'Company name': 'Dupont SA', 'VAT number': 'FR12345678901', Address: '1 rue X', 'Postal code': '75001', City: 'Paris', Country: 'France', Phone: '01 02 03 04 05', Website: 'www.dupont.fr', 'E-mail': 'A@dupont.fr' },
    { 'Code client': 'C1', 'Raison sociale': 'Dupont SA', 'N° TVA': 'FR12345678901', Adresse: '1 rue X', CP: '75001', Ville: 'Paris', Pays: 'France', Tél: '01 02 03 04 05', 'Site web': 'dupont.fr', Courriel: 'a@dupont.fr' },
    { Kundennummer: 'C1', Firmenname: 'Dupont SA', 'USt-IdNr.': 'FR12345678901', Straße: '1 rue X', PLZ: '75001', Ort: 'Paris', Land: 'Frankreich', Telefon: '01 02 03 04 05', Webseite: 'dupont.fr', 'E-Mail': 'a@dupont.fr' },
    { 'Código cliente': 'C1', 'Razón social': 'Dupont SA', 'NIF intracomunitario': 'FR12345678901', Calle: '1 rue X', 'C.P.': '75001', Población: 'Paris', País: 'Francia', Teléfono: '01 02 03 04 05', Web: 'dupont.fr', 'Correo electrónico': 'a@dupont.fr' },
  ])('reads a company: $#', (record) => expect(valuesOf('companies', record)).toEqual(company)) // prettier-ignore

  const invoice = { number: 'F1', date: '2025-12-31', due_date: '2026-01-31', customer_name: 'Dupont', total_excl_tax: 1234.5, total_tax: 246.9, total_incl_tax: 1481.4, amount_due: 0 } // prettier-ignore
  it.each([
    { 'Invoice number': 'F1', 'Invoice date': '2025-12-31', 'Due date': '2026-01-31', 'Customer name': 'Dupont', 'Net amount': '1,234.50', 'Tax amount': '246.90', 'Gross amount': '1,481.40', 'Amount due': '0.00' },
    { 'N° Facture': 'F1', "Date d'émission": '31/12/2025', Échéance: '31/01/2026', 'Nom du tiers': 'Dupont', 'Montant HT': '1 234,50', 'Montant TVA': '246,90', 'Montant TTC': '1 481,40', 'Reste à payer': '0,00' },
    { Rechnungsnummer: 'F1', Rechnungsdatum: '31.12.2025', Fälligkeit: '31.01.2026', Kundenname: 'Dupont', Nettobetrag: '1.234,50', 'MwSt-Betrag': '246,90', Bruttobetrag: '1.481,40', 'Offener Betrag': '0,00' },
    { 'Nº Factura': 'F1', 'Fecha factura': '31/12/2025', Vencimiento: '31/01/2026', Cliente: 'Dupont', 'Base imponible': '1.234,50', 'Total IVA': '246,90', Total: '1.481,40', 'Importe adeudado': '0,00' },
  ])('reads an invoice: $#', (record) => expect(valuesOf('invoices', record)).toEqual(invoice)) // prettier-ignore

  const product = { sku: 'X1', name: 'Table', price: 12.5, stock: 3, barcode: '4001234567890', category: 'Meubles' }
  it.each([
    { 'Internal Reference': 'X1', Label: 'Table', 'Sales Price': '12.50', Cost: '7.00', Stock: '3', Barcode: '4001234567890', Category: 'Meubles' },
    { 'Réf. produit': 'X1', Désignation: 'Table', 'Prix unitaire HT': '12,50', 'Prix unitaire TTC': '15,00', Stock: '3', 'Code-barres': '4001234567890', Famille: 'Meubles' },
    { 'Art. Nr.': 'X1', Bezeichnung: 'Table', 'Stückpreis (netto)': '12,50', 'Stückpreis (brutto)': '14,88', Warenbestand: '3', EAN: '4001234567890', Warengruppe: 'Meubles' },
    { 'Ref. producto': 'X1', Etiqueta: 'Table', 'Precio de venta': '12,50', Coste: '7,00', Existencias: '3', 'Código de barras': '4001234567890', Familia: 'Meubles' },
  ])('reads a product: $#', (record) => expect(valuesOf('products', record)).toEqual(product)) // prettier-ignore

  const contact = { first_name: 'Ana', last_name: 'Ruiz', title: 'Directora', company: 'Sur', email: 'a@sur.es', phone: '954 123 456' }
  it.each([
    { 'First name': 'Ana', 'Last name': 'Ruiz', 'Job title': 'Directora', Company: 'Sur', Email: 'a@sur.es', Phone: '954 123 456' },
    { Prénom: 'Ana', Nom: 'Ruiz', 'Poste/Fonction': 'Directora', Société: 'Sur', 'E-mail': 'a@sur.es', Tél: '954 123 456' },
    { Vorname: 'Ana', Nachname: 'Ruiz', Anrede: 'Frau', 'Posten / Funktion': 'Directora', Firma: 'Sur', 'E-Mail': 'a@sur.es', Telefon: '954 123 456' },
    { Nombre: 'Ana', Apellidos: 'Ruiz', Cargo: 'Directora', Empresa: 'Sur', Correo: 'a@sur.es', Teléfono: '954 123 456' },
    { firstname: 'Ana', lastname: 'Ruiz', jobtitle: 'Directora', companyname: 'Sur', emailAddress: 'A@sur.es', phone_number: '954 123 456' },
  ])('reads a contact: $#', (record) => expect(valuesOf('contacts', record)).toEqual(contact)) // prettier-ignore

  it('reads deals, quotes, orders, credit notes and price rules by the same method', () => {
    expect(valuesOf('deals', { Réf: 'O1', "Nom de l'opportunité": 'Projet', Société: 'Dupont', '\uFEFFRevenu espéré': '5 000,00 €', 'Date de fermeture prévue': '13/02/2025', Étape: 'Devis' })).toEqual(
      { external_id: 'O1', name: 'Projet', company: 'Dupont', amount: 5000, currency: 'EUR', close_date: '2025-02-13', stage: 'Devis' }) // prettier-ignore
    expect(valuesOf('quotes', { Angebotsnummer: 'A1', Angebotsdatum: '13.02.2025', 'Gültig bis': '13.03.2025', Firma: 'Muster' })).toEqual({
      number: 'A1',
      date: '2025-02-13',
      due_date: '2025-03-13',
      customer_name: 'Muster',
    })
    expect(
      valuesOf('orders', { 'N° commande': 'C1', 'Date de commande': '13/02/2025', 'Date de livraison': '20/02/2025', 'Code tiers': 'X' }),
    ).toEqual({ number: 'C1', date: '2025-02-13', customer_external_id: 'X' })
    expect(valuesOf('credit_notes', { 'Número abono': 'AB1', Fecha: '13/02/2025', Cliente: 'Sur', Total: '-121,00' })).toEqual({
      number: 'AB1',
      date: '2025-02-13',
      customer_name: 'Sur',
      total_incl_tax: 121,
    })
    expect(valuesOf('price_rules', { Artikelnummer: 'A', Kundennummer: '7', Mindestmenge: '10', Festpreis: '9,50', 'Gültig ab': '01.02.2025', 'Gültig bis': '31.12.2025' })).toEqual(
      { sku: 'A', customer_external_id: '7', min_quantity: 10, price: 9.5, valid_from: '2025-02-01', valid_to: '2025-12-31' }) // prettier-ignore
  })
})

describe('columns are assigned jointly', () => {
  it('tells "Nombre" and "Nom" from what stands beside them', () => {
    expect(valuesOf('companies', { Nombre: 'Sur SL' })).toEqual({ name: 'Sur SL' })
    expect(valuesOf('contacts', { Nombre: 'Ana', Apellidos: 'Ruiz' })).toEqual({ first_name: 'Ana', last_name: 'Ruiz' })
    expect(valuesOf('contacts', { Nombre: 'Ana Ruiz', email: 'a@b.es' })).toEqual({ first_name: 'Ana', last_name: 'Ruiz', email: 'a@b.es' })
    expect(valuesOf('contacts', { Nom: 'Martin', Prénom: 'Julie' })).toEqual({ first_name: 'Julie', last_name: 'Martin' })
  })

  it('distinguishes a total without tax from one with tax by arithmetic, in any order of their columns', () => {
    const base = { number: 'F1', tva: '20.00' }
    expect(valuesOf('invoices', { ...base, total: '100.00', total_ttc: '120.00' })).toMatchObject({
      total_excl_tax: 100,
      total_incl_tax: 120,
    })
    expect(valuesOf('invoices', { ...base, total_ht: '100.00', total: '120.00' })).toMatchObject({
      total_excl_tax: 100,
      total_incl_tax: 120,
    })
  })

  it('leaves out a subtotal that does not add up with the tax', () => {
    expect(valuesOf('orders', { number: '1', subtotal: 90, tax: 20, total: 130 })).toEqual({
      number: '1',
      total_tax: 20,
      total_incl_tax: 130,
    })
  })

  it('takes the first column that is filled where several name one field', () => {
    const { records } = read('contacts', [{ email: 'a@b.de', phone: '030 12345', mobile: '0171 1234567' }, { email: 'c@d.de', phone: '', mobile: '0171 1234567' }]) // prettier-ignore
    expect(records.map(({ values }) => values.phone)).toEqual(['030 12345', '0171 1234567'])
  })

  it('judges by values: a currency id is no currency, a flag no name, a salutation no job, QBO no web site', () => {
    expect(valuesOf('companies', { id: 7, name: 'A', currency: '1', domain: 'QBO' })).toEqual({ external_id: '7', name: 'A' })
    expect(valuesOf('contacts', { email: 'a@b.de', title: 'Mr.' })).toEqual({ email: 'a@b.de' })
    expect(valuesOf('contacts', { email: 'a@b.de', title: 'CFO' })).toEqual({ email: 'a@b.de', title: 'CFO' })
  })

  it('never takes what another word changes: purchase price, ship-to name, base total, vendor', () => {
    expect(valuesOf('products', { sku: 'A', name: 'B', purchase_price: 5, min_price: 3, price_ttc: 12 })).toEqual({ sku: 'A', name: 'B' })
    expect(valuesOf('invoices', { number: '1', ship_to_name: 'X', supplier_name: 'Y', base_total: 5 })).toEqual({ number: '1' })
  })

  it('reads nested objects, typed lists and references', () => {
    const record = {
      id: 9,
      displayName: 'Azure',
      CurrencyRef: { value: 'USD', name: 'US Dollar' },
      PrimaryPhone: { FreeFormNumber: '(520) 420-5638' },
      Phones: [{ PhoneType: 'FAX', PhoneNumber: '99999999' }],
      addresses: [{ type: 'shipping', street: 'Dock 1', city: 'Bremen', zip: '28195' }, { type: 'billing', street: 'Weg 2', city: 'Köln', zip: '50667' }],
      emails: ['A@azure.com', 'b@azure.com'],
      country: [49, 'Deutschland'],
    } // prettier-ignore
    expect(valuesOf('companies', record)).toEqual({ external_id: '9', name: 'Azure', currency: 'USD', phone: '(520) 420-5638', street: 'Weg 2', city: 'Köln', postcode: '50667', email: 'a@azure.com', country: 'DE' }) // prettier-ignore
  })

  it('reads the common prefix of a database export as none', () => {
    expect(valuesOf('companies', { CT_Num: 'D1', CT_Intitule: 'Dupont SA', CT_Ville: 'Paris', CT_Pays: 'France' })).toEqual({
      external_id: 'D1',
      name: 'Dupont SA',
      city: 'Paris',
      country: 'FR',
    })
  })

  it('gives the same answer for the same batch, and for its columns in another order', () => {
    const record = { 'N° Facture': 'F1', Client: 'A', 'Code client': '7', 'Total HT': '10,00', TVA: '2,00', 'Total TTC': '12,00' }
    const turned = Object.fromEntries(Object.entries(record).toReversed())
    expect(read('invoices', [record])).toEqual(read('invoices', [record]))
    expect(valuesOf('invoices', turned)).toEqual(valuesOf('invoices', record))
  })
})

describe('every decision is explained', () => {
  it('names source, target, rule, confidence and samples, and keeps what nobody knows', () => {
    const reading = read('companies', [
      { id: 1, name: 'A', 'Shoe size': 44, Passwort: 'geheim', 'Kundennr.': 'K1' },
      { id: 2, name: 'B', 'Shoe size': 41 },
    ])
    expect(reading.fields.find(({ source }) => source === 'name')).toEqual({
      source: 'name',
      target: 'name',
      via: 'words:name',
      confidence: 0.97,
      samples: ['A', 'B'],
    })
    expect(reading.unknown).toContainEqual({ source: 'Shoe size', samples: ['44', '41'] })
    expect(reading.unknown).toContainEqual({ source: 'Passwort', samples: ['***'] })
    expect(reading.records.map(({ custom }) => custom)).toEqual([{ 'Shoe size': 44 }, { 'Shoe size': 41 }])
  })

  it('takes a doubtful column with a warning', () => {
    expect(readOne('invoices', { number: '1', Client: 'A' }).warnings).toEqual([
      expect.stringMatching(/^customer_name: taken from Client with confidence 0\.\d+$/),
    ])
  })

  it('lets the owner decide: overrides win over words, null ignores a column', () => {
    const overrides = { Bezeichnung: 'sku', name: null, 'lines[].foo': 'lines.quantity' }
    expect(readOne('products', { Bezeichnung: 'X', name: 'Y' }, { overrides })).toMatchObject({ values: { sku: 'X' }, custom: {} })
    expect(readOne('orders', { number: '1', lines: [{ sku: 'A', foo: 3 }] }, { overrides }).values.lines).toEqual([
      { sku: 'A', quantity: 3 },
    ])
  })
})

describe('what a source sent of a record in few columns', () => {
  it.each([
    [
      { id: 7, country_id: [75, 'France'], city: 'Lyon' },
      { external_id: '7', country: 'FR', city: 'Lyon' },
    ],
    [
      { id: 'x-1', address: { countryLetterCode: 'DE', city: 'Ulm' } },
      { external_id: 'x-1', country: 'DE', city: 'Ulm' },
    ],
  ])('a reference says in its name what its key calls an id: %j', (record, values) => {
    expect(readOne('companies', record).values).toEqual(values)
  })

  it('what something related is called is not what the record is called', () => {
    expect(readOne('contacts', { id: 7, email: 'a@birch.org', parent_id: [5, 'Birch'] }).values).toEqual({ external_id: '7', email: 'a@birch.org', company: 'Birch' }) // prettier-ignore
    expect(readOne('invoices', { id: 12, partner_id: [4, 'Birch'], amount_total: 5 }).values).toEqual({ external_id: '12', customer_external_id: '4', customer_name: 'Birch', total_incl_tax: 5 }) // prettier-ignore
  })
})

it('warns about an unknown country, whatever the other records say, and keeps it as it was written', () => {
  const reading = readOne('companies', { id: 1, name: 'Birch', country: 'Atlantis' })
  expect(reading).toMatchObject({ values: { external_id: '1', name: 'Birch' }, custom: { country: 'Atlantis' }, reject: null })
  expect(reading.warnings.join()).toContain('Atlantis in country is no known country')
  expect(readOne('companies', { id: 1, name: 'Birch', country_id: 75 }).warnings).toEqual([])
})

it('takes words with another word in the middle for no abbreviation of a third', () => {
  expect(readOne('invoices', { InvoiceDBID: 77001, number: '61', total_inc_tax: 12, total_ex_tax: 10, total_tax: 2 }).values).toEqual({ number: '61', total_incl_tax: 12, total_excl_tax: 10, total_tax: 2 }) // prettier-ignore
})

it('takes the only column of tax that names its rate for the tax of the document, and several for none', () => {
  const record = { number: '1', customer_name: 'A', 'Base HT': '100,00', 'TVA 20%': '20,00' }
  expect(readOne('invoices', record).values).toMatchObject({ total_excl_tax: 100, total_tax: 20 })
  expect(readOne('invoices', { number: '1', customer_name: 'A', 'IVA (21 %)': '21,00' }).values).toMatchObject({ total_tax: 21 })
  expect(readOne('invoices', { ...record, 'TVA 5,5 %': '5,50' }).values).not.toHaveProperty('total_tax')
  expect(readOne('invoices', { ...record, 'Remise 5 %': '5,00' }).values).toMatchObject({ total_tax: 20 })
})

it('lets any column of dates settle which comes first, day or month', () => {
  const record = { number: '1', customer_name: 'A', date: '03/02/2025', 'When posted by the clerk': '01/31/2025' }
  expect(readOne('invoices', record).values.date).toBe('2025-03-02')
})

describe('columns that are called nearly like a field and are none', () => {
  const document = { external_id: 'x1', number: 'D-1', customer_name: 'Birch' }
  const amounts = [
    'base_amount', 'total_base_currency', 'shipping_total', 'discount_total', 'total_cost', 'gross_profit', 'account_balance', 'credit_limit', 'opening_balance',
    'exchange_rate', 'withholding_amount', 'total_quantity', 'total_refunded', 'late_fee', 'Frais de port', 'Acompte', 'Montant remise', 'Versandkosten', 'Skonto',
    'Provision', 'Anzahlung', 'Gastos de envío', 'Retención', 'Recargo', 'Anticipo', 'list_total', 'previous_balance', 'lifetime_value',
  ] // prettier-ignore
  const texts = [
    'purchase_order_number', 'po_number', 'customer_reference', 'your_reference', 'our_reference', 'contract_number', 'transaction_id', 'delivery_note_number',
    'payment_reference', 'tracking_number', 'ship_to_name', 'supplier_number', 'store_id', 'Votre référence', 'Réf. commande client', 'N° BL', 'Code représentant',
    'Ihre Referenz', 'Lieferscheinnummer', 'Projektnummer', 'Kostenstelle', 'Su referencia', 'Pedido cliente', 'Nº albarán', 'Cód. agente',
  ] // prettier-ignore
  const dates = ['updated_at', 'delivery_date', 'paid_date', 'sent_at', 'period_end', 'Date de livraison', 'Date de règlement', 'Lieferdatum', 'Zahldatum', 'Fecha entrega', 'Fecha cobro'] // prettier-ignore
  const prices = ['compare_at_price', 'wholesale_price', 'min_price', 'price_incl_vat', 'old_price', 'shipping_price', 'Prix public TTC', 'VK brutto', 'PVP con IVA', 'Precio con IVA'] // prettier-ignore

  it.each(amounts)('%s is no amount of a document', (column) => {
    for (const object of ['invoices', 'orders'] as const) expect(readOne(object, { ...document, [column]: 10.5 }).values).toEqual(document)
  })

  it.each(texts)('%s is no key of a document or its customer', (column) => {
    for (const object of ['invoices', 'orders'] as const)
      expect(readOne(object, { external_id: 'x1', customer_name: 'Birch', [column]: 'T-101' }).values).toEqual({ external_id: 'x1', customer_name: 'Birch' }) // prettier-ignore
  })

  it.each(dates)('%s is no date of a document', (column) => {
    expect(readOne('invoices', { ...document, [column]: '2025-01-01' }).values).toEqual(document)
  })

  it.each(prices)('%s is no price without tax that a customer pays', (column) => {
    expect(readOne('products', { sku: 'A', name: 'Desk', [column]: 10.5 }).values).toEqual({ sku: 'A', name: 'Desk' })
  })
})
