import type { Stranger } from './stranger.ts'

/** Records as German systems write them. */
export const german: readonly Stranger[] = [
  {
    title: 'a list of customers', object: 'companies', locale: 'de',
    records: [{ Kundennr: '10001', Firma: 'Holzbau Lang GmbH', Zusatz: '', 'Straße und Hausnr.': 'Bahnhofstr. 4', PLZ: '80331', Ort: 'München', Land: 'Deutschland', 'Tel.': '089 123456', 'E-Mail-Adresse': 'info@holzbau-lang.de', Internet: 'www.holzbau-lang.de', 'USt-ID': 'DE123456789', Währung: 'EUR', Branche: 'Bau' }],
    expected: [{ external_id: '10001', name: 'Holzbau Lang GmbH', street: 'Bahnhofstr. 4', postcode: '80331', city: 'München', country: 'DE', phone: '089 123456', email: 'info@holzbau-lang.de', domain: 'holzbau-lang.de', vat_number: 'DE123456789', currency: 'EUR', industry: 'Bau' }],
  },
  {
    title: 'a list of contacts', object: 'contacts', locale: 'de',
    records: [{ Anrede: 'Herr', Titel: 'Dr.', Vorname: 'Jan', Nachname: 'Lang', Firmenname: 'Holzbau Lang GmbH', Funktion: 'Geschäftsführer', 'Telefon geschäftlich': '089 123457', 'E-Mail geschäftlich': 'j.lang@holzbau-lang.de', Geburtsdatum: '01.02.1970' }],
    expected: [{ first_name: 'Jan', last_name: 'Lang', company: 'Holzbau Lang GmbH', title: 'Geschäftsführer', phone: '089 123457', email: 'j.lang@holzbau-lang.de' }],
  },
  {
    title: 'an article master', object: 'products', locale: 'de',
    records: [{ 'Art.-Nr.': 'A-77', Artikelbezeichnung: 'Schraube M8', Langtext: 'Edelstahl', 'VK netto': '1.234,56', 'VK brutto': '1.469,13', EK: '700,00', Mengeneinheit: 'Stk', Lagerbestand: '120', 'EAN-Code': '4006381333931', Warengruppe: 'Schrauben', MwSt: '19' }],
    expected: [{ sku: 'A-77', name: 'Schraube M8', description: 'Edelstahl', price: 1234.56, unit: 'Stk', stock: 120, barcode: '4006381333931', category: 'Schrauben' }],
  },
  {
    title: 'an invoice book', object: 'invoices', locale: 'de',
    records: [
      { 'Rechnungs-Nr.': 'RE-2025-8', 'Rechnungsdatum': '14.03.2025', 'Fällig am': '28.03.2025', 'Kunden-Nr.': '10001', Kundenname: 'Holzbau Lang GmbH', 'Summe netto': '100,00', MwSt: '19,00', 'Summe brutto': '119,00', 'Offener Betrag': '19,00', Zahlungsstatus: 'teilbezahlt', Währung: 'EUR' },
    ],
    expected: [{ number: 'RE-2025-8', date: '2025-03-14', due_date: '2025-03-28', customer_external_id: '10001', customer_name: 'Holzbau Lang GmbH', total_excl_tax: 100, total_tax: 19, total_incl_tax: 119, amount_due: 19, status: 'teilbezahlt', currency: 'EUR' }],
  },
  {
    title: 'orders with positions', object: 'orders', locale: 'de',
    records: [
      {
        Auftragsnummer: 'AB-5', Auftragsdatum: '03.02.2025', Liefertermin: '20.02.2025', Debitorennummer: '10001', Debitor: 'Holzbau Lang GmbH', Nettosumme: '250,00', Steuerbetrag: '47,50', Gesamtsumme: '297,50', Status: 'offen', Währung: 'EUR',
        Positionen: [{ Pos: 1, Artikelnr: 'A-77', Artikeltext: 'Schraube M8', Menge: '100', Einheit: 'Stk', 'Einzelpreis netto': '2,50', 'Rabatt %': '0', 'USt %': '19', 'Gesamt netto': '250,00' }],
      },
    ],
    expected: [{ number: 'AB-5', date: '2025-02-03', customer_external_id: '10001', customer_name: 'Holzbau Lang GmbH', total_excl_tax: 250, total_tax: 47.5, total_incl_tax: 297.5, status: 'offen', currency: 'EUR', lines: [{ sku: 'A-77', description: 'Schraube M8', quantity: 100, unit: 'Stk', unit_price: 2.5, discount_percent: 0, tax_rate: 19, total_excl_tax: 250 }] }],
  },
  {
    title: 'an API in German', object: 'quotes', locale: 'de',
    records: [{ id: 9, angebotsnummer: 'AN-9', datum: '2025-01-15', gueltig_bis: '2025-02-15', kunde: { kundennummer: '10001', name: 'Holzbau Lang GmbH' }, netto: 80, mwst: 15.2, brutto: 95.2, waehrung: 'EUR', status: 'versendet', positionen: [{ artikelnummer: 'A-77', bezeichnung: 'Schraube', anzahl: 8, einzelpreis: 10, gesamtpreis: 80 }] }],
    expected: [{ external_id: '9', number: 'AN-9', date: '2025-01-15', due_date: '2025-02-15', customer_external_id: '10001', customer_name: 'Holzbau Lang GmbH', total_excl_tax: 80, total_tax: 15.2, total_incl_tax: 95.2, currency: 'EUR', status: 'versendet', lines: [{ sku: 'A-77', description: 'Schraube', quantity: 8, unit_price: 10, total_excl_tax: 80 }] }],
  },
  {
    title: 'credit notes', object: 'credit_notes', locale: 'de',
    records: [{ Gutschriftsnummer: 'GS-2', Gutschriftsdatum: '05.04.2025', Kundennummer: '10001', Kunde: 'Holzbau Lang GmbH', Nettobetrag: '50,00', Umsatzsteuer: '9,50', Bruttobetrag: '59,50', Grund: 'Retoure' }],
    expected: [{ number: 'GS-2', date: '2025-04-05', customer_external_id: '10001', customer_name: 'Holzbau Lang GmbH', total_excl_tax: 50, total_tax: 9.5, total_incl_tax: 59.5 }],
  },
  {
    title: 'a pipeline', object: 'deals', locale: 'de',
    records: [{ 'Chancen-ID': '45', Bezeichnung: 'Dachstuhl', 'Erwarteter Umsatz': '15.000,00', Währung: 'EUR', Phase: 'Angebot', 'Voraussichtlicher Abschluss': '30.06.2025', Firma: 'Holzbau Lang GmbH', Verantwortlich: 'Eva Kern', Wahrscheinlichkeit: '40' }],
    expected: [{ external_id: '45', name: 'Dachstuhl', amount: 15000, currency: 'EUR', stage: 'Angebot', close_date: '2025-06-30', company: 'Holzbau Lang GmbH', owner: 'Eva Kern' }],
  },
  {
    title: 'scale prices', object: 'price_rules', locale: 'de',
    records: [{ Artikelnummer: 'A-77', Kundennummer: '10001', 'Ab Menge': '500', Sonderpreis: '1,99', Währung: 'EUR', 'Gültig ab': '01.01.2025', 'Gültig bis': '31.12.2025' }],
    expected: [{ sku: 'A-77', customer_external_id: '10001', min_quantity: 500, price: 1.99, currency: 'EUR', valid_from: '2025-01-01', valid_to: '2025-12-31' }],
  },
  {
    title: 'discounts by brand', object: 'price_rules', locale: 'de',
    records: [{ Kundennr: '10001', Marke: 'Nordholz', 'Rabatt in %': '12,5', Mindestmenge: '5', 'Gültig von': '01.01.2025', 'Gültig bis': '30.06.2025' }],
    expected: [{ customer_external_id: '10001', brand: 'Nordholz', discount_percent: 12.5, min_quantity: 5, valid_from: '2025-01-01', valid_to: '2025-06-30' }],
  },
  {
    title: 'a shop with one row per line', object: 'orders', locale: 'de',
    records: [
      { Auftragsnummer: 'AU-1', Auftragsdatum: '01.03.2025', Kundennummer: 'K1', Firma: 'Foo GmbH', Artikelnummer: 'A1', Artikelname: 'Ding', Anzahl: '2', 'VK Netto': '50,00', 'MwSt %': '19', 'Gesamtpreis Netto': '100,00', 'Auftragswert Brutto': '119,00' },
    ],
    expected: [{ number: 'AU-1', date: '2025-03-01', customer_external_id: 'K1', customer_name: 'Foo GmbH', total_incl_tax: 119, lines: [{ sku: 'A1', description: 'Ding', quantity: 2, unit_price: 50, tax_rate: 19, total_excl_tax: 100 }] }],
  },
] // prettier-ignore
