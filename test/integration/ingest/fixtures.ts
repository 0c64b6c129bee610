import type { Actor, Api, Engine } from 'rapport-crm'
import { ada } from '../../support/storages.ts'

/** Customers as a French accounting package exports them. */
export const clients = [
  { 'Code client': 'C001', 'Raison sociale': 'Boulangerie Lefèvre SARL', 'Code postal': '35000', Ville: 'Rennes', Pays: 'France', 'Site web': 'www.lefevre-pain.fr', 'N° TVA': 'FR 40 303265045' }, // prettier-ignore
  { 'Code client': 'C002', 'Raison sociale': 'Ateliers Kermarec', 'Code postal': '29200', Ville: 'Brest', Pays: 'France', Téléphone: '02 98 44 10 20' }, // prettier-ignore
  { 'Code client': 'C003', 'Raison sociale': 'Vins du Léon', Ville: 'Morlaix', Pays: 'France', 'E-mail': 'contact@vinsduleon.fr' },
]

/** Invoices of the same package, with their lines. */
export const factures = [
  facture('FA-2025-001', 'C001', 'Boulangerie Lefèvre SARL', '14/03/2025', ['1 500,00', '300,00', '1 800,00'], 'Payée', '0,00'),
  facture('FA-2025-002', 'C002', 'Ateliers Kermarec', '28/03/2025', ['250,50', '50,10', '300,60'], 'En attente', '300,60'),
  facture('FA-2025-003', 'C001', 'Boulangerie Lefèvre SARL', '31/03/2025', ['80,00', '16,00', '96,00'], 'En attente', '46,00'),
]

function facture(number: string, code: string, name: string, date: string, [ht, tva, ttc]: string[], status: string, due: string) {
  return {
    'N° Facture': number,
    'Date de facturation': date,
    'Code client': code,
    Client: name,
    Devise: 'EUR',
    'Montant HT': ht,
    'Montant TVA': tva,
    'Montant TTC': ttc,
    'Reste à payer': due,
    Statut: status,
    Lignes: [
      { 'Réf. produit': 'PAIN-1', Désignation: 'Farine T65', Qté: '2,0', 'Prix unitaire HT': half(ht), 'Taux TVA': '20 %', 'Total HT': ht },
    ],
  }
}

function half(amount = '0'): string {
  return (Number(amount.replaceAll(' ', '').replace(',', '.')) / 2).toFixed(2).replace('.', ',')
}

/** Invoices under German titles. */
export const rechnungen = [
  { Rechnungsnummer: 'RE-1001', Rechnungsdatum: '03.02.2025', Kundennummer: '70001', Kunde: 'Müller & Söhne GmbH', Währung: 'EUR', Nettobetrag: '1.250,00', 'MwSt-Betrag': '237,50', Bruttobetrag: '1.487,50', Status: 'bezahlt', Positionen: [{ Artikelnummer: 'SCH-8', Bezeichnung: 'Schraube M8', Menge: '500', Einzelpreis: '2,50', 'MwSt-Satz': '19', Gesamtpreis: '1.250,00' }] }, // prettier-ignore
  { Rechnungsnummer: 'RE-1002', Rechnungsdatum: '17.02.2025', Kundennummer: '70002', Kunde: 'Weiß Logistik AG', Währung: 'EUR', Nettobetrag: '99,90', 'MwSt-Betrag': '18,98', Bruttobetrag: '118,88', Status: 'offen', Positionen: [{ Artikelnummer: 'PAL-1', Bezeichnung: 'Palette', Menge: '3', Einzelpreis: '33,30', 'MwSt-Satz': '19', Gesamtpreis: '99,90' }] }, // prettier-ignore
]

/** Moves of Odoo, one of them a refund. */
export const moves = [
  { id: 41, name: 'INV/2025/0041', move_type: 'out_invoice', partner_id: [7, 'Deco Addict'], invoice_date: '2025-04-02', invoice_date_due: '2025-05-02', currency_id: [1, 'EUR'], amount_untaxed: 200, amount_tax: 42, amount_total: 242, amount_residual: 242, state: 'posted', invoice_line_ids: [{ product_id: [3, '[DESK-1] Desk'], name: '[DESK-1] Desk', quantity: 1, price_unit: 200, price_subtotal: 200 }] }, // prettier-ignore
  { id: 42, name: 'RINV/2025/0002', move_type: 'out_refund', partner_id: [7, 'Deco Addict'], invoice_date: '2025-04-09', currency_id: [1, 'EUR'], amount_untaxed: -50, amount_tax: -10.5, amount_total: -60.5, amount_residual: 0, state: 'posted', invoice_line_ids: [{ product_id: [3, '[DESK-1] Desk'], name: '[DESK-1] Desk', quantity: -1, price_unit: 50, price_subtotal: -50 }] }, // prettier-ignore
]

/** Sends a batch of one source. */
export async function send(api: Api, object: string, records: readonly unknown[], provider = 'custom:erp') {
  return await api.sync.ingest({ provider, object, records: [...records] })
}

/** The numbers of an answer. */
export function counts({
  created,
  updated,
  unchanged,
  rejected,
}: {
  created: number
  updated: number
  unchanged: number
  rejected: readonly unknown[]
}) {
  return { created, updated, unchanged, rejected: rejected.length }
}

/** The same administrator through an API key. */
export function byKey(engine: Engine, id: string): Api {
  const actor: Actor = { ...ada, via: { type: 'api_key', id, label: id } }
  return engine.as(actor)
}

/** Every company, contact, product, invoice and credit note, whole. */
export async function everything(api: Api) {
  const { companies } = await api.companies.list({ limit: 200 })
  const { contacts } = await api.contacts.list({ limit: 200 })
  const { products } = await api.products.list({ limit: 200 })
  const invoices = await Promise.all((await api.invoices.list({ limit: 200 })).invoices.map(({ id }) => api.invoices.get({ id })))
  const notes = await Promise.all((await api.creditNotes.list({ limit: 200 })).credit_notes.map(({ id }) => api.creditNotes.get({ id })))
  return { companies, contacts, products, invoices, notes }
}

/** How many events there are, by type. */
export async function eventCounts(api: Api): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const { type } of (await api.events.list({ limit: 500 })).events) counted[type] = (counted[type] ?? 0) + 1
  return counted
}
