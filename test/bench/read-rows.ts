import { readBatch } from '../../core/integration/ingest/passes.ts'
import type { IngestObject } from '../../core/integration/ingest/objects.ts'
import { plugins } from '../../host/plugins.ts'
import { type Measurement, median } from './report.ts'

const COUNT = 5_000
const REPETITIONS = 7

const vocabularies = plugins.flatMap(({ vocabularies: own }) => own)

/** Only reading, with all bundled vocabularies loaded: nothing is matched or written. */
export const readRows: readonly Measurement[] = [
  row('companies', 'companies', company),
  row('contacts', 'contacts', (at) => ({ id: at, first_name: `Ann ${at}`, last_name: 'Lee', email: `ann${at}@example.com`, phone: '+44 20 7946 0000', company: `Customer ${at % 700}`, job_title: 'Buyer' })), // prettier-ignore
  row('products', 'products', (at) => ({ id: at, sku: `SKU-${at}`, name: `Article ${at}`, price: '12.50', currency: 'EUR', stock: at % 90, unit: 'pcs', category: 'Lamps', description: 'A lamp' })), // prettier-ignore
  row('deals', 'deals', (at) => ({ id: at, name: `Deal ${at}`, amount: 1_000, currency: 'EUR', stage: 'Proposal', close_date: '2025-06-30', company: `Customer ${at % 700}`, owner: 'ada@acme.test' })), // prettier-ignore
  row('price rules', 'price_rules', (at) => ({ sku: `SKU-${at}`, customer_code: `C-${at % 700}`, min_quantity: 10, price: 9.5, currency: 'EUR', valid_from: '2025-01-01', valid_to: '2025-12-31' })), // prettier-ignore
  row('invoices of 5 lines', 'invoices', invoice),
  row('invoices of 5 lines, written in French', 'invoices', facture),
]

function row(title: string, object: IngestObject, record: (at: number) => object): Measurement {
  const name = `read 5,000 ${title}`
  return {
    name,
    async measure() {
      const records = Array.from({ length: COUNT }, (_, at) => record(at + 1))
      const times = Array.from({ length: REPETITIONS }, () => read(object, records))
      return { name, ours: median(times), unit: 'ms', must: '500 ms', note: `first ${times[0]?.toFixed(0)} ms; stretch 250 ms` }
    },
  }
}

function read(object: IngestObject, records: readonly unknown[]): number {
  const started = performance.now()
  const { records: readings } = readBatch(records, { object, vocabularies })
  const spent = performance.now() - started
  const rejected = readings.find(({ reject }) => reject)
  if (rejected) throw new Error(rejected.reject?.reason)
  return spent
}

function company(at: number) {
  return { customer_number: `C-${at}`, name: `Customer ${at} GmbH`, website: `www.customer-${at}.de`, email: `info@customer-${at}.de`, phone: '+49 30 1000000', street: 'Hauptstr. 1', zip: '10115', city: 'Berlin', country: 'Germany', vat_number: `DE${100_000_000 + at}` } // prettier-ignore
}

function invoice(at: number) {
  const lines = Array.from({ length: 5 }, (_, line) => ({ id: at * 5 + line, item_code: `SKU-${line}`, description: `Article ${line}`, quantity: 2, unit: 'pcs', unit_price: 50, tax_rate: 19, line_total: 100 })) // prettier-ignore
  return { id: `inv-${at}`, invoice_number: `F-2025-${at}`, invoice_date: '2025-03-14', due_date: '2025-04-14', customer: { id: at % 700, name: `Customer ${at % 700} GmbH` }, currency: 'EUR', total_excl_tax: 500, total_tax: 95, total_incl_tax: 595, balance: at % 2 ? 595 : 0, status: at % 2 ? 'open' : 'paid', lines } // prettier-ignore
}

function facture(at: number) {
  const line = { 'Réf. produit': 'SKU-1', Désignation: 'Article 1', Qté: '2,0', 'Prix unitaire HT': '150,00', 'Taux TVA': '20 %', 'Total HT': '300,00' } // prettier-ignore
  return { 'Numéro de facture': `F-2025-${at}`, 'Date de facturation': '14/03/2025', "Date d'échéance": '14/04/2025', 'Code client': `C-${at % 700}`, Client: `Dupont ${at % 700}`, Devise: 'EUR', 'Montant HT': '1 500,00 €', 'Montant TVA': '300,00 €', 'Montant TTC': '1 800,00 €', 'Reste à payer': '0,00 €', Statut: 'Payée', Lignes: Array.from({ length: 5 }, () => line) } // prettier-ignore
}
