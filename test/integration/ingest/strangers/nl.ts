import type { Stranger } from './stranger.ts'

/** Records as Dutch and Flemish systems write them. */
export const dutch: readonly Stranger[] = [
  {
    title: 'a list of customers', object: 'companies', locale: 'nl',
    records: [{ Klantnummer: '10001', Bedrijfsnaam: 'Houthandel De Boer B.V.', Straat: 'Havenkade', Huisnummer: '12', Postcode: '9403 AB', Plaats: 'Assen', Land: 'Nederland', Telefoon: '0592 123456', 'E-mailadres': 'info@deboer-hout.nl', Website: 'www.deboer-hout.nl', 'Btw-nummer': 'NL001234567B01', 'KvK-nummer': '04012345', Valuta: 'EUR' }],
    expected: [{ external_id: '10001', name: 'Houthandel De Boer B.V.', street: { any: ['Havenkade', 'Havenkade 12'] }, postcode: '9403 AB', city: 'Assen', country: 'NL', phone: '0592 123456', email: 'info@deboer-hout.nl', domain: 'deboer-hout.nl', vat_number: 'NL001234567B01', currency: 'EUR' }],
  },
  {
    title: 'a list of contacts', object: 'contacts', locale: 'nl',
    records: [{ Aanhef: 'Mevr.', Voornaam: 'Sanne', Achternaam: 'Kuipers', Bedrijf: 'Houthandel De Boer B.V.', Functie: 'Inkoopster', 'Telefoon zakelijk': '0592 123457', Mobiel: '', 'E-mail': 's.kuipers@deboer-hout.nl' }],
    expected: [{ first_name: 'Sanne', last_name: 'Kuipers', company: 'Houthandel De Boer B.V.', title: 'Inkoopster', phone: '0592 123457', email: 's.kuipers@deboer-hout.nl' }],
  },
  {
    title: 'an article master', object: 'products', locale: 'nl',
    records: [{ Artikelcode: 'B-20', Omschrijving: 'Balk vuren 20 mm', Verkoopprijs: '1.234,50', Inkoopprijs: '700,00', Eenheid: 'stuk', 'Vrije voorraad': '40', Artikelgroep: 'Hout', 'Btw-percentage': '21' }],
    expected: [{ sku: 'B-20', name: 'Balk vuren 20 mm', price: 1234.5, unit: 'stuk', stock: 40, category: 'Hout' }],
  },
  {
    title: 'an invoice book', object: 'invoices', locale: 'nl',
    records: [{ Factuurnummer: 'F2025-8', Factuurdatum: '3 maart 2025', Vervaldatum: '02-04-2025', Debiteurnummer: '10001', Debiteur: 'Houthandel De Boer B.V.', 'Bedrag excl. btw': '100,00', 'Btw-bedrag': '21,00', 'Bedrag incl. btw': '121,00', 'Openstaand bedrag': '21,00', Status: 'deels betaald' }],
    expected: [{ number: 'F2025-8', date: '2025-03-03', due_date: '2025-04-02', customer_external_id: '10001', customer_name: 'Houthandel De Boer B.V.', total_excl_tax: 100, total_tax: 21, total_incl_tax: 121, amount_due: 21, status: 'deels betaald' }],
  },
  {
    title: 'an API in Dutch', object: 'orders', locale: 'nl',
    records: [{ id: 'f0a1', bestelnummer: 5, besteldatum: '2025-02-03', klant: { klantnummer: '10001', naam: 'Houthandel De Boer B.V.' }, totaalExclusiefBtw: 250, totaalInclusiefBtw: 302.5, regels: [{ artikelcode: 'B-20', omschrijving: 'Balk', aantal: 100, eenheid: 'stuk', stuksprijs: 2.5, kortingspercentage: 0, btwPercentage: 21, totaal: 250 }] }],
    expected: [{ external_id: 'f0a1', number: '5', date: '2025-02-03', customer_external_id: '10001', customer_name: 'Houthandel De Boer B.V.', total_excl_tax: 250, total_incl_tax: 302.5, lines: [{ sku: 'B-20', description: 'Balk', quantity: 100, unit: 'stuk', unit_price: 2.5, discount_percent: 0, tax_rate: 21, total_excl_tax: 250 }] }],
  },
  {
    title: 'a quote by rows', object: 'quotes', locale: 'nl',
    records: [
      { Offertenummer: 'O-7', Offertedatum: '05-06-2025', 'Geldig tot': '05-07-2025', Klantnaam: 'Van Dijk', Artikelnummer: 'B-20', Omschrijving: 'Balk', Aantal: '2', Eenheidsprijs: '10,00', Bedrag: '20,00' },
      { Offertenummer: 'O-7', Offertedatum: '05-06-2025', 'Geldig tot': '05-07-2025', Klantnaam: 'Van Dijk', Artikelnummer: 'B-21', Omschrijving: 'Plank', Aantal: '3', Eenheidsprijs: '4,00', Bedrag: '12,00' },
    ],
    expected: [0, 1].map(() => ({ number: 'O-7', date: '2025-06-05', due_date: '2025-07-05', customer_name: 'Van Dijk', lines: [{ sku: 'B-20', description: 'Balk', quantity: 2, unit_price: 10, total_excl_tax: 20 }, { sku: 'B-21', description: 'Plank', quantity: 3, unit_price: 4, total_excl_tax: 12 }] })),
  },
] // prettier-ignore
