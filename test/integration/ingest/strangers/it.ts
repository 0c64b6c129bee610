import type { Stranger } from './stranger.ts'

/** Records as Italian systems write them. */
export const italian: readonly Stranger[] = [
  {
    title: 'a list of customers', object: 'companies', locale: 'it',
    records: [{ 'Codice cliente': 'C0412', 'Ragione sociale': 'Officine Brenta S.r.l.', 'Codice fiscale': '02938470245', 'Partita IVA': 'IT02938470245', PEC: 'brenta@pec.test', 'E-mail': 'info@officinebrenta.it', Indirizzo: 'Via Roma 12', CAP: '36061', Città: 'Bassano del Grappa', Provincia: 'VI', Nazione: 'Italia', Telefono: '0424 123456', 'Sito web': 'www.officinebrenta.it', Valuta: 'EUR', Settore: 'Meccanica' }],
    expected: [{ external_id: 'C0412', name: 'Officine Brenta S.r.l.', vat_number: 'IT02938470245', email: 'info@officinebrenta.it', street: 'Via Roma 12', postcode: '36061', city: 'Bassano del Grappa', country: 'IT', phone: '0424 123456', domain: 'officinebrenta.it', currency: 'EUR', industry: 'Meccanica' }],
  },
  {
    title: 'a list of contacts', object: 'contacts', locale: 'it',
    records: [{ Nome: 'Chiara', Cognome: 'Fabbri', Azienda: 'Officine Brenta S.r.l.', Ruolo: 'Responsabile acquisti', Cellulare: '333 1234567', 'Posta elettronica': 'chiara@officinebrenta.it' }],
    expected: [{ first_name: 'Chiara', last_name: 'Fabbri', company: 'Officine Brenta S.r.l.', title: 'Responsabile acquisti', phone: '333 1234567', email: 'chiara@officinebrenta.it' }],
  },
  {
    title: 'articles', object: 'products', locale: 'it',
    records: [{ 'Codice articolo': 'GU-40', Descrizione: 'Guarnizione 40 mm', 'Categoria merceologica': 'Guarnizioni', 'Prezzo di vendita': '1.250,40', 'Prezzo di acquisto': '800,00', 'Aliquota IVA': '22', 'Unità di misura': 'pz', Giacenza: '18', 'Codice a barre': '8001234567893', Fornitore: 'Nord Gomma' }],
    expected: [{ sku: 'GU-40', name: 'Guarnizione 40 mm', category: 'Guarnizioni', price: 1250.4, unit: 'pz', stock: 18, barcode: '8001234567893' }],
  },
  {
    title: 'an invoice book', object: 'invoices', locale: 'it',
    records: [
      { 'Numero fattura': '12/A', 'Data emissione': '03/02/2025', 'Data scadenza': '05/03/2025', 'Cod. cliente': 'C0412', Cliente: 'Officine Brenta S.r.l.', Imponibile: '1.000,00', Imposta: '220,00', 'Totale documento': '1.220,00', 'Da pagare': '220,00', Stato: 'Emessa', Valuta: 'EUR' },
      { 'Numero fattura': '13/A', 'Data emissione': '14/02/2025', 'Data scadenza': '16/03/2025', 'Cod. cliente': 'C0413', Cliente: 'Bar Centrale', Imponibile: '50,00', Imposta: '11,00', 'Totale documento': '61,00', 'Da pagare': '0,00', Stato: 'Pagata', Valuta: 'EUR' },
    ],
    expected: [
      { number: '12/A', date: '2025-02-03', due_date: '2025-03-05', customer_external_id: 'C0412', customer_name: 'Officine Brenta S.r.l.', total_excl_tax: 1000, total_tax: 220, total_incl_tax: 1220, amount_due: 220, status: 'Emessa', currency: 'EUR' },
      { number: '13/A', date: '2025-02-14', due_date: '2025-03-16', customer_external_id: 'C0413', customer_name: 'Bar Centrale', total_excl_tax: 50, total_tax: 11, total_incl_tax: 61, amount_due: 0, status: 'Pagata', currency: 'EUR' },
    ],
  },
  {
    title: 'orders with lines', object: 'orders', locale: 'it',
    records: [{ 'Numero ordine': 'OV-8', Data: '03/02/2025', 'Data consegna': '20/02/2025', Cliente: 'Officine Brenta S.r.l.', Totale: '305,00', Righe: [{ Articolo: 'GU-40', Descrizione: 'Guarnizione 40 mm', 'Q.tà': '10', 'U.M.': 'pz', 'Prezzo unitario': '25,00', 'Sconto %': '0', 'Aliquota IVA': '22', Importo: '250,00' }] }],
    expected: [{ number: 'OV-8', date: '2025-02-03', customer_name: 'Officine Brenta S.r.l.', total_incl_tax: 305, lines: [{ sku: 'GU-40', description: 'Guarnizione 40 mm', quantity: 10, unit: 'pz', unit_price: 25, discount_percent: 0, tax_rate: 22, total_excl_tax: 250 }] }],
  },
  {
    title: 'an API in Italian', object: 'quotes', locale: 'it',
    records: [{ id: 9, numero: 'PV-9', data: '2025-01-15', data_validita: '2025-02-15', id_cliente: 412, nome_cliente: 'Officine Brenta S.r.l.', totale_netto: 80, totale_iva: 17.6, totale_lordo: 97.6, valuta: 'EUR', stato: 'inviato', lista_articoli: [{ codice: 'GU-40', nome: 'Guarnizione', quantita: 4, prezzo_netto: 20, prezzo_lordo: 24.4, sconto: 0 }] }],
    expected: [{ external_id: '9', number: 'PV-9', date: '2025-01-15', due_date: '2025-02-15', customer_external_id: '412', customer_name: 'Officine Brenta S.r.l.', total_excl_tax: 80, total_tax: 17.6, total_incl_tax: 97.6, currency: 'EUR', status: 'inviato', lines: [{ sku: 'GU-40', description: 'Guarnizione', quantity: 4, unit_price: 20, discount_percent: 0 }] }],
  },
  {
    title: 'electronic invoices as JSON', object: 'invoices', locale: 'it',
    records: [
      {
        fattura_elettronica_header: {
          dati_trasmissione: { progressivo_invio: '7', codice_destinatario: 'ABC1234' },
          cedente_prestatore: { dati_anagrafici: { id_fiscale_iva: { id_paese: 'IT', id_codice: '01112223334' }, anagrafica: { denominazione: 'Studio Adige' } }, sede: { indirizzo: 'Via Po 1', cap: '37100', comune: 'Verona' } },
          cessionario_committente: { dati_anagrafici: { anagrafica: { denominazione: 'Officine Brenta S.r.l.' } }, sede: { indirizzo: 'Via Roma', numero_civico: '12', cap: '36061', comune: 'Bassano del Grappa', nazione: 'IT' } },
        },
        fattura_elettronica_body: [
          {
            dati_generali: { dati_generali_documento: { tipo_documento: 'TD01', divisa: 'EUR', data: '2025-03-14', numero: '31', importo_totale_documento: '61.00' } },
            dati_beni_servizi: { dettaglio_linee: [{ numero_linea: 1, descrizione: 'Consulenza', quantita: '2.00', unita_misura: 'ore', prezzo_unitario: '25.00', prezzo_totale: '50.00', aliquota_iva: '22.00' }] },
          },
        ],
      },
    ],
    expected: [{ number: '31', date: '2025-03-14', currency: 'EUR', customer_name: 'Officine Brenta S.r.l.', total_incl_tax: 61, lines: [{ description: 'Consulenza', quantity: 2, unit: 'ore', unit_price: 25, tax_rate: 22, total_excl_tax: 50 }] }],
  },
  {
    title: 'credit notes', object: 'credit_notes', locale: 'it',
    records: [{ 'Numero nota di credito': 'NC-2', 'Data documento': '15/04/2025', Cliente: 'Bar Centrale', Imponibile: '-50,00', IVA: '-11,00', Totale: '-61,00' }],
    expected: [{ number: 'NC-2', date: '2025-04-15', customer_name: 'Bar Centrale', total_excl_tax: 50, total_tax: 11, total_incl_tax: 61 }],
  },
  {
    title: 'a pipeline', object: 'deals', locale: 'it',
    records: [{ ID: '45', 'Nome opportunità': 'Linea presse', Valore: '15.000,00', Valuta: 'EUR', Fase: 'Offerta', 'Data chiusura prevista': '30/06/2025', Azienda: 'Officine Brenta S.r.l.', Responsabile: 'Ugo Neri', Probabilità: '40%' }],
    expected: [{ external_id: '45', name: 'Linea presse', amount: 15000, currency: 'EUR', stage: 'Offerta', close_date: '2025-06-30', company: 'Officine Brenta S.r.l.', owner: 'Ugo Neri' }],
  },
  {
    title: 'articles of a list', object: 'products', locale: 'it',
    records: [{ 'Cod.': 'RON-3', Descrizione: 'Rondella 3', 'Listino 1': '0,45', 'Listino 1 (ivato)': '0,549', 'Q.tà in giacenza': '1.200', 'Cod. a barre': '8001234500099' }],
    expected: [{ sku: 'RON-3', name: 'Rondella 3', price: 0.45, stock: 1200, barcode: '8001234500099' }],
  },
] // prettier-ignore
