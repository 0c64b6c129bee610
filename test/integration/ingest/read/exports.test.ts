import { describe, expect, it } from 'vitest'
import { read, readOne } from '../read-one.ts'

const head = { number: 'N-1', customer_name: 'Birch' }
const linesOf = (record: object) => readOne('invoices', { ...head, ...record }).values.lines

describe('lines', () => {
  it('are one where XML has one record alone for a list', () => {
    const item = { id: 9, article_id: 'A', quantity: 20, unit: 'Kiste', title: 'Saft' }
    expect(linesOf({ 'invoice-items': { '@total': '1', '@page': '1', 'invoice-item': item } })).toEqual([{ sku: 'A', quantity: 20, unit: 'Kiste', description: 'Saft' }]) // prettier-ignore
    expect(linesOf({ lines: { product: { sku: 'A' }, quantity: 2 } })).toEqual([{ sku: 'A', quantity: 2 }])
  })

  it('sell the variant of a product, a model, or what the seller calls it', () => {
    const line = { quantity: 2, unit_price: 5 }
    expect(linesOf({ lines: [{ ...line, variant: { id: 11, code: '780', description: 'Blanco' } }] })).toEqual([{ ...line, sku: '780', description: 'Blanco' }]) // prettier-ignore
    expect(linesOf({ lines: [{ ...line, model: 'ART-1', productId: 501 }] })).toEqual([{ ...line, sku: 'ART-1' }])
    expect(linesOf({ lines: [{ ...line, ProductCode: '10101504', IdentificationNumber: 'EDL' }] })).toEqual([{ ...line, sku: 'EDL' }])
    expect(linesOf({ lines: [{ ...line, PRODUCT_ID: { SUPPLIER_PID: '123002' } }] })).toEqual([{ ...line, sku: '123002' }])
    expect(linesOf({ lines: [{ ...line, SellersItemIdentification: { ID: 'TB1' } }] })).toEqual([{ ...line, sku: 'TB1' }])
    expect(linesOf({ positionen: [{ ...line, artikel: '5', nummer: '700005' }] })).toEqual([{ ...line, sku: '700005' }])
  })

  it('are in a list of any name inside the document, and their places are no products', () => {
    const works = [1, 2].map((at) => ({
      type: 'ouvrage',
      numero: `1.${at}`,
      libelle: 'Tuiles',
      quantite: 85,
      prixUnitaireHT: at,
      totalHT: 85 * at,
    }))
    const texts = [{ type: 'section', titre: '1. Toiture' }, { type: 'option', libelle: 'Nettoyage', quantite: 1, prixUnitaireHT: 390, totalHT: 390 }] // prettier-ignore
    const { values } = readOne('quotes', { devis: { numero: 'D-1', client: { nom: 'Garnier' }, contenu: [...works, ...texts] } })
    expect(values.lines).toEqual([1, 2].map((at) => ({ description: 'Tuiles', quantity: 85, unit_price: at, total_excl_tax: 85 * at })))
  })

  it('are one element of XML under the name of its list', () => {
    const line = {
      ArtNr: 'LED-60',
      Mge: '2,00',
      Einh: 'Stück',
      EPr: { '@Netto': '39,90', '@Brutto': '47,48' },
      GPr: { '@Netto': '79,80', '@Brutto': '94,96' },
    }
    expect(linesOf({ Positionen: { Position: line } })).toEqual([
      { sku: 'LED-60', quantity: 2, unit: 'Stück', unit_price: 39.9, total_excl_tax: 79.8 },
    ])
  })

  it('are neither headings nor sums, whatever the column is called that says so', () => {
    const item = {
      Art: 'Normalposition',
      LeistungsNr: 'SAN-1',
      Kurztext: 'Demontage',
      Menge: '2,000',
      'EP netto': '45,00',
      'GP netto': '90,00',
    }
    const others = [{ Art: 'Titel', Kurztext: 'Bad' }, { ...item, Art: 'Eventualposition' }, { Art: 'Zwischensumme', Kurztext: 'Summe', 'GP netto': '90,00' }] // prettier-ignore
    expect(linesOf({ Positionen: [item, ...others] })).toEqual([{ sku: 'SAN-1', description: 'Demontage', quantity: 2, unit_price: 45, total_excl_tax: 90 }]) // prettier-ignore
  })

  it('are rows of a shop that writes prices with the tax alone', () => {
    const order = { BestellungID: '51', Kundennummer: '88', 'MwSt-Satz': '19', 'Rechnungssumme (brutto)': '168,90' }
    const rows = [
      { ...order, Artikelnummer: 'TR', Artikelbezeichnung: 'Rucksack', Anzahl: '1', 'Einzelpreis (brutto)': '129,00' },
      { ...order, Artikelnummer: 'FL', Artikelbezeichnung: 'Flasche', Anzahl: '2', 'Einzelpreis (brutto)': '19,95' },
    ]
    expect(read('orders', rows).records.map(({ values }) => values.lines)).toMatchObject([[{ sku: 'TR', quantity: 1, tax_rate: 19 }, { sku: 'FL', quantity: 2, tax_rate: 19 }]]) // prettier-ignore
  })

  it('have no name of a product for a number', () => {
    const rows = [1, 2].map((at) => ({ ...head, 'Item Name': `Nails ${at}`, 'Item Desc': 'Steel', Quantity: 1, 'Item Price': 2, 'Item Total': 2, Subject: '' })) // prettier-ignore
    const [invoice] = read('invoices', rows).records
    expect(invoice?.values.lines).toEqual([1, 2].map(() => ({ description: 'Steel', quantity: 1, unit_price: 2, total_excl_tax: 2 })))
  })

  it('have amounts in a list of one currency each', () => {
    const line = { sku: 'A', quantity: 4, amounts: [{ currency: 'EUR', priceNet: 99.9, priceGross: 118.88 }] }
    expect(linesOf({ lines: [line] })).toEqual([{ sku: 'A', quantity: 4, unit_price: 99.9 }])
  })

  it('are those of a credit note, whose total is made of prices without tax', () => {
    expect(linesOf({ CreditLines: [{ Product: { ProductCode: 'S' }, CreditQuantity: 2, CreditPrice: 42.5 }] })).toEqual([{ sku: 'S', quantity: 2, unit_price: 42.5 }]) // prettier-ignore
    const net = { ArticleCode: 'S', Quantity: 12, UnitPriceWithoutTax: 150, DiscountRate: 5, GrossAmount: 1710, TaxRate: 21 }
    expect(linesOf({ lines: [net] })).toMatchObject([{ unit_price: 150, total_excl_tax: 1710 }])
  })

  it('have a discounted total, and no price of several pieces for one', () => {
    expect(linesOf({ lines: [{ sku: 'A', quantity: 2, total_price_excl_tax_with_discount: '9.50' }] })).toEqual([{ sku: 'A', quantity: 2, total_excl_tax: 9.5 }]) // prettier-ignore
    expect(linesOf({ lines: [{ sku: 'A', quantity: 4, UnitPrice: 389, NetPrice: 389 }] })).toEqual([
      { sku: 'A', quantity: 4, unit_price: 389 },
    ])
  })

  it('have no parts for further lines that cost nothing by themselves', () => {
    const line = { item_id: 2, sku: 'SET', quantity: 1, price: 29 }
    expect(linesOf({ items: [line, { item_id: 3, parent_item_id: 2, sku: 'PART', quantity: 1, price: 0 }] })).toEqual([{ sku: 'SET', quantity: 1, unit_price: 29 }]) // prettier-ignore
    expect(linesOf({ items: [line, { ...line, item_id: 4, parent_item_id: 2 }] })).toHaveLength(2)
  })

  it('have glued prices, and taxes of a price that are no rates', () => {
    expect(linesOf({ lines: [{ sku: 'A', quantity: 2, priceperunit: 2200 }] })).toEqual([{ sku: 'A', quantity: 2, unit_price: 2200 }])
    const taxed = [[45, 9], [30, 6]].map(([price, price_tax], at) => ({ sku: `A${at}`, quantity: 1, price, price_tax })) // prettier-ignore
    expect(linesOf({ lines: taxed })).toEqual([{ sku: 'A0', quantity: 1, unit_price: 45 }, { sku: 'A1', quantity: 1, unit_price: 30 }]) // prettier-ignore
  })

  it('are none for an alternative', () => {
    const rows = ['Nein', 'Ja'].map((other, at) => ({ Angebotsnr: 'A1', ArtNr: `T${at}`, Anzahl: 1, 'Preis (netto)': 5 + at, Alternativposition: other })) // prettier-ignore
    expect(read('quotes', rows).records[0]?.values.lines).toEqual([{ sku: 'T0', quantity: 1, unit_price: 5 }])
  })

  it('have prices with tax where the record names the tax that they include', () => {
    const lines = [{ sku: 'A', quantity: 1, unit_price: 10 }]
    expect(linesOf({ lines, tax: { prices_include: 'VAT' } })).toEqual([{ sku: 'A', quantity: 1 }])
  })

  it('stand in tables of their own beside the taxes', () => {
    const row = (more: object) => ({ 'SalesOrder.name': '1019', 'SalesOrder.date': '2023-01-09', 'SalesOrder.numberSeries': 'SO-', 'SalesOrder.grandTotal': '259.6', 'TaxSummary.rate': '', 'TaxSummary.amount': '', 'SalesOrderItem.item': '', 'SalesOrderItem.quantity': '', 'SalesOrderItem.rate': '', ...more }) // prettier-ignore
    const taxes = ['9', '9'].map((rate) => row({ 'TaxSummary.rate': rate, 'TaxSummary.amount': '19.8' }))
    const sold = row({ 'SalesOrderItem.item': 'A', 'SalesOrderItem.quantity': '1', 'SalesOrderItem.rate': '220' })
    const [order] = read('orders', [...taxes, sold]).records
    expect(order?.values).toEqual({ number: '1019', date: '2023-01-09', total_incl_tax: 259.6, lines: [{ sku: 'A', quantity: 1, unit_price: 220 }] }) // prettier-ignore
  })

  it('are distinguished from the document by titles that say so', () => {
    const rows = ['A', 'B'].map((sku) => ({ 'Angebots-Nr.': 'PR1', Rabatt: '0', 'Nettobetrag': '30', 'Menge der Zeile': 2, 'Steuersatz der Zeile': 19, 'Nettobetrag der Zeile': 15, 'Produkt-Nr.': sku })) // prettier-ignore
    expect(read('quotes', rows).records[0]?.values).toEqual({ number: 'PR1', total_excl_tax: 30, lines: ['A', 'B'].map((sku) => ({ sku, quantity: 2, tax_rate: 19, total_excl_tax: 15 })) }) // prettier-ignore
    const [alone] = read('quotes', rows.slice(0, 1)).records
    expect(alone?.values.lines).toEqual([{ sku: 'A', quantity: 2, tax_rate: 19, total_excl_tax: 15 }])
  })

  it('are distinguished from the document by the table name at the start of a title', () => {
    const rows = ['A', 'B'].map((sku) => ({ 'Document - Numéro': 'DE1', 'Document - Total TTC': '30', 'Document - Frais de port HT': 10, 'Ligne - Code article': sku, 'Ligne - Quantité': 2, 'Ligne - PV HT': '5' })) // prettier-ignore
    expect(read('quotes', rows).records[0]?.values).toEqual({ number: 'DE1', total_incl_tax: 30, lines: ['A', 'B'].map((sku) => ({ sku, quantity: 2, unit_price: 5 })) }) // prettier-ignore
  })
})

describe('what converters of XML write', () => {
  it('is read as if elements stood alone that are lists of one', () => {
    const line = { ID: [{ _: '1' }], InvoicedQuantity: [{ _: 2, unitCode: 'C62' }], Item: [{ Name: [{ _: 'Lamp' }] }], Price: [{ PriceAmount: [{ _: 17 }] }] } // prettier-ignore
    const invoice = { ID: [{ _: 'INV-12' }], IssueDate: [{ _: '2024-07-23' }], AccountingCustomerParty: [{ Party: [{ PartyLegalEntity: [{ RegistrationName: [{ _: 'Birch' }] }] }] }], InvoiceLine: [line, line] } // prettier-ignore
    const lines = [1, 2].map(() => ({ description: 'Lamp', quantity: 2, unit: 'C62', unit_price: 17 }))
    expect(readOne('invoices', { _D: 'urn:test', Invoice: [invoice] }).values).toMatchObject({ external_id: 'INV-12', date: '2024-07-23', customer_name: 'Birch', lines }) // prettier-ignore
    expect(readOne('invoices', { Invoice: [{ ...invoice, InvoiceLine: [line] }] }).values.lines).toEqual(lines.slice(1))
  })
})

describe('documents', () => {
  const of = (record: object) => readOne('invoices', { ...head, ...record }).values

  it('have a subtotal without tax in those records in which it adds up', () => {
    const sums = [[100, 119], [100, 112.3], [64, 64]] // prettier-ignore
    const { records } = read('invoices', sums.map(([subtotal, total], at) => ({ number: `${at}`, subtotal, total }))) // prettier-ignore
    expect(records.map(({ values }) => values.total_excl_tax)).toEqual([100, undefined, 64])
  })

  it('have what is asked for before taxes', () => {
    expect(of({ TotalGrossAmountBeforeTaxes: '1710.00', TotalTaxOutputs: '359.10', InvoiceTotal: '2069.10' })).toMatchObject({ total_excl_tax: 1710, total_tax: 359.1, total_incl_tax: 2069.1 }) // prettier-ignore
  })

  it('have the greater of two totals that differ by a tax with it, whatever they are called', () => {
    expect(of({ importe_bruto: 10_000, importe_neto: 12_200 })).toMatchObject({ total_excl_tax: 10_000, total_incl_tax: 12_200 })
  })

  it('have no rate for a tax', () => {
    expect(of({ amount: 714, vat: '19.00' })).toEqual({ ...head, total_incl_tax: 714 })
    expect(of({ amount: 119, vat: '19.00' })).toMatchObject({ total_tax: 19, total_incl_tax: 119 })
  })

  it('are numbered by what they say is their id, where nothing else numbers them', () => {
    expect(readOne('orders', { orderId: 'DR-88120', customer: 'Birch' }).values).toMatchObject({ number: 'DR-88120' })
    expect(readOne('orders', { orderId: 'DR-88120', order_number: 'N-1' }).values).toMatchObject({ external_id: 'DR-88120', number: 'N-1' })
    expect(readOne('orders', { orderId: '0f3f41c12f4a41a6a084f8d9b9d67144' }).values).toEqual({ external_id: '0f3f41c12f4a41a6a084f8d9b9d67144' }) // prettier-ignore
  })

  it('that are credit notes are numbered as invoices where they are dated so, and nothing else numbers them', () => {
    const credit = { numeroFacture: 'A2025-003', dateFacture: '2025-12-02' }
    expect(readOne('credit_notes', credit).values).toEqual({ number: 'A2025-003', date: '2025-12-02' })
    expect(readOne('credit_notes', { ...credit, 'ID factura': 402 }).values).toEqual({ number: 'A2025-003', external_id: '402', date: '2025-12-02' }) // prettier-ignore
    expect(readOne('credit_notes', { ...credit, id: 4 }).values).toEqual({ external_id: '4', date: '2025-12-02' })
    expect(readOne('credit_notes', { numeroFacture: 'A2025-003', date: '2025-12-02' }).reject?.code).toBe('no_key')
  })

  it('have no words for a number', () => {
    expect(readOne('invoices', { id: 7, document_no: 'CARPINTERIA RUBIO' }).values).toEqual({ external_id: '7' })
  })

  it('are valid from the day they are dated to the day they are due', () => {
    expect(of({ is_valid_from: '2024-09-30', is_valid_to: '2024-10-14' })).toMatchObject({ date: '2024-09-30', due_date: '2024-10-14' })
    expect(of({ date: '2024-09-29', is_valid_from: '2024-09-30', due_date: '2024-10-15', valid_to: '2024-10-14' })).toMatchObject({ date: '2024-09-29', due_date: '2024-10-15' }) // prettier-ignore
  })

  it('say of their type further down', () => {
    const reading = readOne('invoices', { ...head, references: { typeFacture: 'AVOIR' }, total_ht: -30, total_tva: -3, total_ttc: -33 })
    expect(reading).toMatchObject({ object: 'credit_notes', values: { total_excl_tax: 30, total_incl_tax: 33 } })
  })

  it('have no series for a number', () => {
    expect(of({ numberSeries: 'SINV-' }).number).toBe('N-1')
    expect(readOne('invoices', { id: 4, numberSeries: 'SINV-' }).values).toEqual({ external_id: '4' })
  })
})

describe('titles that Odoo and others give', () => {
  it('are read with what they say beside the field', () => {
    const credit = { Numéro: 'R/3', 'Nom affiché du client': 'Librairie', 'Total signé': '-197.1', 'Montant dû signé': '0.0' }
    expect(readOne('credit_notes', credit).values).toEqual({ number: 'R/3', customer_name: 'Librairie', total_incl_tax: 197.1, amount_due: 0 }) // prettier-ignore
    expect(readOne('invoices', { 'Nr.': 'V-1', Debitor: 'Birch', Betrag: '100,00', 'Betrag einschl. MwSt.': '119,00' }).values).toEqual({ number: 'V-1', customer_name: 'Birch', total_excl_tax: 100, total_incl_tax: 119 }) // prettier-ignore
    expect(readOne('deals', { ID: 7, Chance: 'Lesesaal', 'Erwarteter Umsatz': '38.400,00' }).values).toEqual({ external_id: '7', name: 'Lesesaal', amount: 38_400 }) // prettier-ignore
    expect(readOne('products', { 'Nr.': 'L-1', Beschreibung: 'Lampe', Art: 'Lager' }).values).toEqual({ sku: 'L-1', name: 'Lampe' })
  })

  it('are read in the words of their translators', () => {
    const german = { Nummer: 'RE/1', 'Ein-/Ausgangsrechnungsdatum': '16.06.2025', 'Rechnungszeilen/Produkt': '[LED] Panel', 'Rechnungszeilen/Buchungstext': 'Panel', 'Rechnungszeilen/Menge': '2', 'Rechnungszeilen/Einzelpreis': '64,90' } // prettier-ignore
    expect(read('invoices', [german]).records[0]?.values).toEqual({ number: 'RE/1', date: '2025-06-16', lines: [{ sku: 'LED', description: 'Panel', quantity: 2, unit_price: 64.9 }] }) // prettier-ignore
    const spanish = { Número: 'R/6', 'Nombre de la empresa a mostrar en la factura': 'Camping', 'Importe base con signo': '-314,10', 'Impuesto firmado': '-65,96', 'Total con signo': '-380,06' } // prettier-ignore
    expect(readOne('credit_notes', spanish).values).toEqual({ number: 'R/6', customer_name: 'Camping', total_excl_tax: 314.1, total_tax: 65.96, total_incl_tax: 380.06 }) // prettier-ignore
    expect(readOne('products', { 'Interne Referenz': 'LED', 'Vorrätige Menge': '212,00' }).values).toEqual({ sku: 'LED', stock: 212 })
    expect(readOne('products', { 'Ref.': 'TOR', 'Stock físico': 640, 'ID producto/servicio': 31 }).values).toEqual({
      sku: 'TOR',
      stock: 640,
    })
    expect(readOne('companies', { Name: 'Berg AG', 'Unternehmens-ID': 'CHE-101.555.900', Referenz: 'K-9' }).values).toEqual({ external_id: 'K-9', name: 'Berg AG' }) // prettier-ignore
    expect(readOne('contacts', { Name: 'Renate Fick', 'Verbundenes Unternehmen': 'Kita e.V.' }).values.company).toBe('Kita e.V.')
  })

  it('may name the table of lines behind', () => {
    const rows = ['A', 'B'].map((sku) => ({ ID: 'SO-1', Date: '2024-03-08', 'Item Code (Items)': sku, 'Quantity (Items)': '2', 'Rate (Items)': '5' })) // prettier-ignore
    expect(read('orders', rows).records[0]?.values).toMatchObject({ external_id: 'SO-1', lines: [{ sku: 'A', quantity: 2, unit_price: 5 }, { sku: 'B' }] }) // prettier-ignore
  })
})

describe('rules of prices', () => {
  it.each(['Preislistenregeln', 'Règles de liste de prix', 'Líneas de la lista de precios', 'Éléments de la liste de prix'])(
    'are read in tables of them: %s',
    (table) => {
      const rule = { [`${table}/Producto`]: '[MES-1] Mesa', [`${table}/Quantité min.`]: '5', [`${table}/Festpreis`]: '199.50', [`${table}/Precio porcentual`]: '' } // prettier-ignore
      expect(readOne('price_rules', rule).values).toEqual({ sku: 'MES-1', min_quantity: 5, price: 199.5 })
    },
  )

  it('ask for no price of nothing beside a percentage', () => {
    expect(readOne('price_rules', { sku: 'A', price: 0, discount_percent: 15 }).values).toEqual({ sku: 'A', discount_percent: 15 })
    expect(readOne('price_rules', { sku: 'A', price: 0, discount_percent: 0 }).values).toMatchObject({ sku: 'A', price: 0 })
  })
})

describe('values', () => {
  it('of questions are answers', () => {
    expect(readOne('products', { SKU: 'A', 'In stock?': '1', Stock: '' }).values).toEqual({ sku: 'A' })
  })

  it('in Rich Text Format give way to the plain text', () => {
    const description = String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0\fnil Arial;}}\viewkind4\pard\f0\fs17 Noir\par}`
    expect(linesOf({ lines: [{ sku: 'A', quantity: 1, description, plain_description: 'Noir' }] })).toEqual([{ sku: 'A', quantity: 1, description: 'Noir' }]) // prettier-ignore
  })

  it('of zero are no numbers of products', () => {
    expect(readOne('products', { id: 4, name: 'Lamp', code: '0' }).values).toEqual({ external_id: '4', name: 'Lamp' })
  })

  it('that nobody can say are read as no category', () => {
    expect(readOne('products', { sku: 'A', category_id: 'BJNQCF2FJ6S6UIDT65ABHLRX' }).values).toEqual({ sku: 'A' })
    expect(readOne('products', { sku: 'A', category_id: 'Lamps' }).values).toEqual({ sku: 'A', category: 'Lamps' })
  })

  it('of weights are in no unit of what is sold', () => {
    expect(readOne('products', { sku: 'A', weight_unit: 'kg' }).values).toEqual({ sku: 'A' })
  })

  it('of days are written as the title says', () => {
    expect(readOne('invoices', { ...head, 'Fecha dd/mm/yyyy': '07/03/2025' }).values.date).toBe('2025-03-07')
  })

  it('in words are no models, nor an address a name', () => {
    expect(linesOf({ lines: [{ product_model: 'A fine lamp', quantity: 1, unit_price: 4 }] })).toEqual([{ quantity: 1, unit_price: 4 }])
    expect(readOne('invoices', { number: '1', cliente_direccion: 'JR. UNION 45' }).values).toEqual({ number: '1' })
  })

  it('of days with points are read day first beside those that begin with the year', () => {
    const { records } = read('invoices', ['2024-02-15T00:00:00', '01.07.2024'].map((date, at) => ({ number: `${at}`, date }))) // prettier-ignore
    expect(records.map(({ values }) => values.date)).toEqual(['2024-02-15', '2024-07-01'])
  })

  it('in whole cents are written as text, too', () => {
    const money = (amount: string) => ({ amount, currency: 'USD' })
    expect(linesOf({ lines: [{ sku: 'A', quantity: 1, unit_price: money('1599') }] })).toEqual([{ sku: 'A', quantity: 1 }])
    expect(linesOf({ lines: [{ sku: 'A', quantity: 1, unit_price: money('15.99') }] })).toEqual([
      { sku: 'A', quantity: 1, unit_price: 15.99 },
    ])
  })
})
