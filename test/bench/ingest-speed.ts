// Reads 5,000 documents of five lines each, as JSON numbers and as French text, and prints the milliseconds of the fastest and median run.
import { readBatch } from '../../core/ingest/read.ts'
import type { IngestObject } from '../../core/ingest/objects.ts'

const count = 5_000

const typed = Array.from({ length: count }, (_, index) => ({
  id: `inv-${index}`,
  invoice_number: `F-2025-${index}`,
  invoice_date: '2025-03-14',
  due_date: '2025-04-14',
  customer: { id: index % 700, name: `Customer ${index % 700} GmbH`, email: `c${index % 700}@example.com`, city: 'Berlin', country: 'DE' },
  currency: 'EUR',
  total_excl_tax: 500,
  total_tax: 95,
  total_incl_tax: 595,
  balance: index % 2 ? 595 : 0,
  status: index % 2 ? 'open' : 'paid',
  reference: `order ${index}`,
  lines: Array.from({ length: 5 }, (_, line) => ({
    id: index * 5 + line,
    item_code: `SKU-${line}`,
    description: `Article ${line}`,
    quantity: 2,
    unit: 'pcs',
    unit_price: 50,
    tax_rate: 19,
    line_total: 100,
  })),
}))

const written = typed.map((record) => ({
  'Numéro de facture': record.invoice_number,
  'Date de facturation': '14/03/2025',
  "Date d'échéance": '14/04/2025',
  'Code client': String(record.customer.id),
  Client: record.customer.name,
  Devise: 'EUR',
  'Montant HT': '1 500,00 €',
  'Montant TVA': '300,00 €',
  'Montant TTC': '1 800,00 €',
  'Reste à payer': '0,00 €',
  Statut: record.status,
  Lignes: record.lines.map((line) => ({
    'Réf. produit': line.item_code,
    Désignation: line.description,
    Qté: '2,0',
    'Prix unitaire HT': '150,00',
    'Taux TVA': '20 %',
    'Total HT': '300,00',
  })),
}))

for (const [name, records] of [
  ['typed', typed],
  ['written', written],
] as const)
  measure(name, records, 'invoices')

function measure(name: string, records: readonly unknown[], object: IngestObject): void {
  const runs = Array.from({ length: 7 }, () => {
    const started = performance.now()
    const reading = readBatch(records, { object, vocabularies: [] })
    const spent = performance.now() - started
    const rejected = reading.records.filter((record) => record.reject).length
    if (rejected > 0) throw new Error(`${rejected} rejected: ${reading.records.find((record) => record.reject)?.reject?.reason}`)
    return spent
  })
  const sorted = runs.toSorted((a, b) => a - b)
  process.stdout.write(
    `${name}: first ${runs[0]?.toFixed(0)} ms, fastest ${sorted[0]?.toFixed(0)} ms, median ${sorted[3]?.toFixed(0)} ms for ${count} records of 5 lines\n`,
  )
}
