import { describe, expect, it } from 'vitest'
import { read, readOne } from '../read-one.ts'

describe('a table that keeps documents of several types', () => {
  it('numbers and dates those of this one, if the type says so throughout', () => {
    const sale = { OrderType: 'Invoice', OrderNumber: 'S-1', OrderDate: '2024-03-01', Customer: { Name: 'Birch' } }
    const known = { number: 'S-1', date: '2024-03-01', customer_name: 'Birch' }
    expect(readOne('invoices', sale).values).toEqual(known)
    expect(readOne('invoices', { ...sale, InvoiceNumber: 'R-9' }).values).toEqual({ ...known, number: 'R-9', date: undefined })
    expect(readOne('invoices', { ...sale, OrderType: 'Standard', InvoiceNumber: 'R-9' }).values).toMatchObject({ number: 'R-9' })
    expect(readOne('invoices', { ...sale, OrderType: 'Standard' }).values.number).toBeUndefined()
  })

  it('sums them up under their type', () => {
    const row = { Auftragsart: 'Rechnung', Auftragsnr: 'R 7', 'Anschrift: Firma': 'Birke KG', 'Auftragssumme netto': '30,00', 'Auftragssumme brutto': '35,70' } // prettier-ignore
    const rows = [
      { ...row, 'Artikel-Nr': 'A', Menge: '2,00', 'VK-Preis': '5,00', Gesamtpreis: '10,00' },
      { ...row, 'Artikel-Nr': 'B', Menge: '4,00', 'VK-Preis': '5,00', Gesamtpreis: '20,00' },
    ]
    expect(read('invoices', rows, { locale: 'de' }).records[0]?.values).toEqual({
      number: 'R 7',
      customer_name: 'Birke KG',
      total_excl_tax: 30,
      total_incl_tax: 35.7,
      lines: [
        { sku: 'A', quantity: 2, unit_price: 5, total_excl_tax: 10 },
        { sku: 'B', quantity: 4, unit_price: 5, total_excl_tax: 20 },
      ],
    })
  })

  it('numbers credits that it calls a type of invoice', () => {
    const credit = { Rechnungsnummer: 'G-1', Rechnungstyp: 'Gutschrift', Kundenname: 'Birke', Original_Rechnung: 'R-1', Rechnungsbetrag: '-20.00' } // prettier-ignore
    expect(readOne('credit_notes', credit).values).toEqual({ number: 'G-1', customer_name: 'Birke', total_incl_tax: 20 })
  })

  it('sells no shipping', () => {
    const row = { Auftragsnummer: 'A 7', Erstelldatum: '12.03.2024 09:14:00', Kundennummer: '10', 'Einzelpreis netto': '5,00' }
    const rows = [
      { ...row, Positionstyp: 'Artikel', Artikelnummer: 'S-1', Anzahl: '2,00' },
      { ...row, Positionstyp: 'Versandposition', Artikelnummer: '', Anzahl: '1,00' },
    ]
    const [order] = read('orders', rows, { locale: 'de' }).records
    expect(order?.values).toMatchObject({ number: 'A 7', date: '2024-03-12', lines: [{ sku: 'S-1', quantity: 2, unit_price: 5 }] })
  })
})

describe('of a document', () => {
  const bill = { number: 'B-7', customer_name: 'Birch' }

  it('a tax on the other side of the books is none against the total', () => {
    expect(readOne('invoices', { ...bill, betrag: '120,00', steuer: '-20,00' }).values).toEqual({ ...bill, total_incl_tax: 120 })
    expect(readOne('invoices', { ...bill, betrag: -120, steuer: -20 }).values).toMatchObject({ total_tax: -20 })
    expect(readOne('invoices', { ...bill, netto: -100, steuer: -20, brutto: -120 }).values).toMatchObject({ total_tax: -20 })
  })

  it('the total is what is left after discounts, and no subtotal that does not add up', () => {
    const sums = { zwischensummeNetto: '200,00', rabattBetrag: '20,00', mwstBetrag: '36,00', gesamtbetragBrutto: '216,00' }
    const known = { ...bill, total_tax: 36, total_incl_tax: 216 }
    expect(readOne('quotes', { ...bill, summen: sums }).values).toEqual(known)
    for (const title of ['nettoNachRabatt', 'Net after discount', 'Net après remise', 'Netto dopo sconto'])
      expect(readOne('quotes', { ...bill, summen: { ...sums, [title]: '180,00' } }).values).toEqual({ ...known, total_excl_tax: 180 })
  })

  it('the name of whom a payment is billed to is that of its customer', () => {
    const payment = { method: 'invoice', billingAddress: { name: 'Birch', city: 'Kiel' } }
    expect(readOne('orders', { number: 'B-7', payment, delivery: { shippingAddress: { name: 'Store' } } }).values).toEqual(bill)
    expect(readOne('orders', { number: 'B-7', payment: { name: 'PayPal' } }).values).toEqual({ number: 'B-7' })
  })

  it('the day before which it is paid is its due date', () => {
    for (const title of ['PayBefore', 'Pagar antes de', 'Pagare entro', 'Zahlbar bis'])
      expect(readOne('invoices', { ...bill, [title]: '2024-03-20' }).values).toEqual({ ...bill, due_date: '2024-03-20' })
  })

  it('the currency of the payment is its own', () => {
    expect(readOne('orders', { ...bill, PaymentDetails: { CurrencyIso: 'EUR' } }).values).toMatchObject({ currency: 'EUR' })
    expect(readOne('orders', { ...bill, currency: 'CHF', payment: { currency: 'EUR' } }).values).toMatchObject({ currency: 'CHF' })
  })
})

describe('a line', () => {
  it('is called by a noun, and not coded by it', () => {
    expect(readOne('orders', { number: '1', positionen: [{ artikel: 'Lampe', menge: 2, einzelpreis: 5 }] }).values.lines).toEqual([{ description: 'Lampe', quantity: 2, unit_price: 5 }]) // prettier-ignore
    expect(readOne('orders', { number: '1', positionen: [{ artikel: 'LMP', menge: 2, einzelpreis: 5 }] }).values.lines).toMatchObject([
      { sku: 'LMP' },
    ])
  })

  it('is one of a row whose gross price says that it is of a line', () => {
    const row = { Bestellnummer: 'B-9', 'Gesamtbetrag brutto': '66,64', 'Rabatt %': '0' }
    const rows = [
      { ...row, SKU: 'S-1', Artikel: 'Kissen', Menge: '2', 'Positionsbetrag brutto': '42,84' },
      { ...row, SKU: 'S-2', Artikel: 'Decke', Menge: '1', 'Positionsbetrag brutto': '23,80' },
    ]
    expect(read('orders', rows, { locale: 'de' }).records[0]?.values).toEqual({
      number: 'B-9',
      total_incl_tax: 66.64,
      lines: [
        { sku: 'S-1', description: 'Kissen', quantity: 2, discount_percent: 0 },
        { sku: 'S-2', description: 'Decke', quantity: 1, discount_percent: 0 },
      ],
    })
  })

  const head = { number: 'B-7', customer_name: 'Birch' }

  it('has neither a currency for its unit nor the number of an order for that of its product', () => {
    const row = { positionstext: 'Strom', menge: { wert: 10, einheit: 'KWH' }, einzelpreis: { wert: 2, einheit: 'EUR' } }
    expect(readOne('invoices', { ...head, positionen: [row] }).values.lines).toEqual([{ description: 'Strom', quantity: 10, unit: 'KWH', unit_price: 2 }]) // prettier-ignore
    const sold = { description: 'Strom', quantity: 10, price: 2 }
    for (const ordered of [{ bestellnummer: 'B42' }, { orderNumber: 'B42' }])
      expect(readOne('invoices', { ...head, lines: [{ ...sold, ...ordered }] }).values.lines).toEqual([{ description: 'Strom', quantity: 10, unit_price: 2 }]) // prettier-ignore
    expect(readOne('invoices', { ...head, lines: [{ ...sold, 'Bestell-Nr.': 'B42' }] }).values.lines).toMatchObject([{ sku: 'B42' }])
  })
})

describe('a company', () => {
  it('is called as the person where its column for companies is empty', () => {
    const row = { Konto: '10000', 'Name (Adressattyp Unternehmen)': 'Birke KG', 'Name (Adressattyp natürl. Person)': '', 'Vorname (Adressattyp natürl. Person)': '' } // prettier-ignore
    const person = { ...row, Konto: '10001', 'Name (Adressattyp Unternehmen)': '', 'Name (Adressattyp natürl. Person)': 'Lind', 'Vorname (Adressattyp natürl. Person)': 'Ada' } // prettier-ignore
    expect(read('companies', [row, person]).records.map(({ values }) => values.name)).toEqual(['Birke KG', 'Ada Lind'])
  })

  it('has a number of its own beside the id of whose customer it is, and no key for a street', () => {
    expect(readOne('companies', { InternalCompanyId: 123, Number: 'C10', Name: 'Birch' }).values).toEqual({
      external_id: 'C10',
      name: 'Birch',
    })
    expect(readOne('companies', { KundenNr: '12', AdrNr: 'A6789', Name: 'Birke' }).values).toEqual({ external_id: '12', name: 'Birke' })
    expect(readOne('companies', { KundenNr: '12', Adresse: 'Q7 24', Name: 'Birke' }).values).toMatchObject({ street: 'Q7 24' })
  })
})

it('the plate of a car is no key', () => {
  const person = { Vorname: 'Ada', Nachname: 'Lind', 'E-Mail': 'ada@lind.test', Kennzeichen: 'N-IM 1' }
  expect(readOne('contacts', person).values).toEqual({ first_name: 'Ada', last_name: 'Lind', email: 'ada@lind.test' })
})
