/** A batch of records of one system, and the expected result. */
export interface Batch {
  readonly title: string
  readonly provider: string
  readonly records: readonly Record<string, unknown>[]
  /** Customers by name, with their invoices: number, date, due date, net, gross. */
  readonly expected: readonly { readonly customer: string; readonly invoice: readonly [string, string, string, number, number] }[]
}

const french: Batch = {
  title: 'Accounting in French',
  provider: 'custom:compta',
  records: [
    {
      'N° Facture': 'FA-2026-0117',
      Date: '31/01/2026',
      Échéance: '02/03/2026',
      'Code client': 'C042',
      Client: 'Boulangerie Martin SARL',
      'Email client': 'compta@boulangerie-martin.fr',
      'Montant HT': '1 250,00',
      'Montant TVA': '250,00',
      'Montant TTC': '1 500,00',
      Devise: 'EUR',
      lines: [
        { Référence: 'FARINE-25', Désignation: 'Farine T55 25 kg', Quantité: '40', 'Prix unitaire HT': '25,00', 'Total HT': '1 000,00' },
        { Référence: 'LEVURE-1', Désignation: 'Levure 1 kg', Quantité: '50', 'Prix unitaire HT': '5,00', 'Total HT': '250,00' },
      ],
    },
    {
      'N° Facture': 'FA-2026-0118',
      Date: '03/02/2026',
      Échéance: '15/03/2026',
      'Code client': 'C043',
      Client: 'Garage du Lac SAS',
      'Email client': 'contact@garagedulac.fr',
      'Montant HT': '89,90',
      'Montant TVA': '17,98',
      'Montant TTC': '107,88',
      Devise: 'EUR',
      lines: [{ Référence: 'FILTRE-7', Désignation: 'Filtre à huile', Quantité: '10', 'Prix unitaire HT': '8,99', 'Total HT': '89,90' }],
    },
  ],
  expected: [
    { customer: 'Boulangerie Martin SARL', invoice: ['FA-2026-0117', '2026-01-31', '2026-03-02', 1250, 1500] },
    { customer: 'Garage du Lac SAS', invoice: ['FA-2026-0118', '2026-02-03', '2026-03-15', 89.9, 107.88] },
  ],
}

const german: Batch = {
  title: 'Invoicing in German',
  provider: 'custom:faktura',
  records: [
    {
      Rechnungsnummer: 'RE-10021',
      Rechnungsdatum: '15.01.2026',
      Fälligkeitsdatum: '14.02.2026',
      Kundennummer: '70011',
      Kunde: 'Schreinerei Huber GmbH',
      'E-Mail': 'buero@schreinerei-huber.de',
      Nettobetrag: '2.480,00',
      'MwSt.': '471,20',
      Bruttobetrag: '2.951,20',
      Währung: 'EUR',
      lines: [
        { Artikelnummer: 'PLATTE-18', Bezeichnung: 'Multiplexplatte 18 mm', Menge: '20', Einzelpreis: '99,00', 'Gesamt netto': '1.980,00' },
        { Artikelnummer: 'LEIM-5', Bezeichnung: 'Holzleim 5 kg', Menge: '10', Einzelpreis: '50,00', 'Gesamt netto': '500,00' },
      ],
    },
    {
      Rechnungsnummer: 'RE-10022',
      Rechnungsdatum: '01.02.2026',
      Fälligkeitsdatum: '03.03.2026',
      Kundennummer: '70012',
      Kunde: 'Weingut Sonnberg KG',
      'E-Mail': 'kontakt@weingut-sonnberg.de',
      Nettobetrag: '120,50',
      'MwSt.': '22,90',
      Bruttobetrag: '143,40',
      Währung: 'EUR',
      lines: [
        { Artikelnummer: 'KORK-100', Bezeichnung: 'Naturkorken, 100 Stück', Menge: '5', Einzelpreis: '24,10', 'Gesamt netto': '120,50' },
      ],
    },
  ],
  expected: [
    { customer: 'Schreinerei Huber GmbH', invoice: ['RE-10021', '2026-01-15', '2026-02-14', 2480, 2951.2] },
    { customer: 'Weingut Sonnberg KG', invoice: ['RE-10022', '2026-02-01', '2026-03-03', 120.5, 143.4] },
  ],
}

const odoo: Batch = {
  title: 'An ERP of the Odoo family',
  provider: 'custom:odoo',
  records: [
    {
      id: 311,
      name: 'INV/2026/00031',
      move_type: 'out_invoice',
      state: 'posted',
      payment_state: 'not_paid',
      invoice_date: '2026-02-09',
      invoice_date_due: '2026-03-11',
      partner_id: [57, 'Northwind Cycles Ltd'],
      currency_id: [2, 'GBP'],
      amount_untaxed: 640,
      amount_tax: 128,
      amount_total: 768,
      amount_residual: 768,
      invoice_line_ids: [
        { id: 901, product_id: [12, '[BELL-3] Brass bell'], name: 'Brass bell', quantity: 32, price_unit: 20, price_subtotal: 640 },
      ],
    },
  ],
  expected: [{ customer: 'Northwind Cycles Ltd', invoice: ['INV/2026/00031', '2026-02-09', '2026-03-11', 640, 768] }],
}

export const batches: readonly Batch[] = [french, german, odoo]
