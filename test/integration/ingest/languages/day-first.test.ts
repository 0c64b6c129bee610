import { expect, it } from 'vitest'
import { readBatch } from '../../../../core/integration/ingest/passes.ts'

const read = (record: Record<string, unknown>) => readBatch([record], { object: 'invoices', vocabularies: [] }).records[0]!
const invoice = { Client: 'Boulangerie Martin', 'N° Facture': 'FA-1', 'Montant TTC': '120,00' }

it('a date that can be read two ways is refused with both readings', () => {
  const { reject } = read({ Customer: 'Baker', 'Invoice Number': 'I-1', 'Invoice Date': '02/03/2026', Total: 120 })
  expect(reject).toMatchObject({ code: 'ambiguous_date', field: 'date' })
  expect(reject?.reason).toMatch(/2026-03-02.*2026-02-03|2026-02-03.*2026-03-02/)
})

it('another date column of the batch that proves an order settles it', () => {
  const { values } = read({
    Customer: 'Baker',
    'Invoice Number': 'I-1',
    'Invoice Date': '02/28/2026',
    'Due Date': '03/05/2026',
    Total: 120,
  })
  expect(values).toMatchObject({ date: '2026-02-28', due_date: '2026-03-05' })
})

it.each([
  ['French', { ...invoice, 'Date de facturation': '02/03/2026' }],
  ['German', { Kunde: 'Bäcker', Rechnungsnummer: 'RE-1', Rechnungsdatum: '02/03/2026', Bruttobetrag: '120,00' }],
  ['Spanish', { 'Razón social': 'Panadería', 'Número factura': 'F-1', 'Fecha factura': '02/03/2026', 'Importe total': '120,00' }],
])('%s headers put the day first', (_, record) => {
  expect(read(record)).toMatchObject({ reject: null, values: { date: '2026-03-02' } })
})

it('a locale that the source states wins over the language of its headers', () => {
  const [record] = readBatch([{ ...invoice, 'Date de facturation': '02/03/2026' }], {
    object: 'invoices',
    vocabularies: [],
    locale: 'en-US',
  }).records
  expect(record?.values).toMatchObject({ date: '2026-02-03' })
})
