import { describe, expect, it } from 'vitest'
import { readBatchInSteps } from '../../../../core/integration/ingest/passes.ts'
import { cpuOf, lineOf, read } from '../read-one.ts'

const german = (at: number) => ({
  Rechnungsnummer: `R-${at}`,
  Rechnungsdatum: '13.02.2026',
  Kunde: `Kunde ${at} GmbH`,
  Nettobetrag: '1.000,00',
  MwSt: '190,00',
  Bruttobetrag: '1.190,00',
})
const french = (at: number) => ({
  'N° facture': `F-${at}`,
  'Date de facture': '14/02/2026',
  Client: `Client ${at} SARL`,
  'Montant HT': '500,00',
  TVA: '100,00',
  'Montant TTC': '600,00',
})

describe('a batch of several kinds of records', () => {
  it('reads each language as if it came alone, whatever the order', () => {
    const alone = [...read('invoices', [german(1), german(2)]).records, ...read('invoices', [french(1), french(2)]).records]
    const expected = alone.map(({ values }) => values)
    expect(expected[2]).toMatchObject({
      number: 'F-1',
      customer_name: 'Client 1 SARL',
      date: '2026-02-14',
      total_excl_tax: 500,
      total_tax: 100,
    })
    const mixed = read('invoices', [french(2), german(1), french(1), german(2)])
    const values = mixed.records.map((record) => record.values)
    expect(values).toEqual([expected[3], expected[0], expected[2], expected[1]])
    expect(mixed.records.map(({ index, reject }) => [index, reject])).toEqual([0, 1, 2, 3].map((index) => [index, null]))
    expect(mixed.unknown).toEqual([])
    const targets = mixed.fields.filter(({ target }) => target === 'customer_name').map(({ source }) => source)
    expect(targets.toSorted()).toEqual(['Client', 'Kunde'])
  })

  it('reads companies beside invoices', () => {
    const company = {
      'Account ID': 'C-7',
      'Account name': 'Hill Ltd',
      Phone: '+44 20 7946 0000',
      City: 'London',
      'VAT number': 'GB123456789',
    }
    const invoice = { 'Invoice number': 'I-1', 'Customer ID': 'C-7', Customer: 'Hill Ltd', 'Due date': '2026-03-01', Total: 120 }
    const alone = [...read('invoices', [company]).records, ...read('invoices', [invoice]).records]
    const mixed = read('invoices', [company, invoice, 5]).records
    expect(mixed.slice(0, 2).map(({ values, reject }) => ({ values, reject }))).toEqual(
      alone.map(({ values, reject }) => ({ values, reject })),
    )
    expect(mixed[2]?.reject).toMatchObject({ code: 'not_an_object' })
  })

  it('reads lines whose keys differ from record to record', () => {
    const head = (number: string) => ({ number, date: '2026-02-14', customer: 'Hill Ltd', total: 20 })
    const { records } = read('invoices', [
      { ...head('1'), lines: [{ Artikelnummer: 'A-1', Bezeichnung: 'Schraube', Menge: 2, Einzelpreis: 10, Gesamtpreis: 20 }] },
      { ...head('2'), lines: [{ Référence: 'B-2', Désignation: 'Vis', Qté: 4, 'Prix unitaire': 5, Montant: 20 }] },
    ])
    expect(lineOf(records[0] ?? never())).toMatchObject({
      sku: 'A-1',
      description: 'Schraube',
      quantity: 2,
      unit_price: 10,
      total_excl_tax: 20,
    })
    expect(lineOf(records[1] ?? never())).toMatchObject({ sku: 'B-2', description: 'Vis', quantity: 4, unit_price: 5, total_excl_tax: 20 })
  })

  it('keeps the rows of one document together, though its head and its lines have other keys', () => {
    const { records } = read('invoices', [
      { 'Invoice number': '1', Date: '2026-02-14', Customer: 'Hill Ltd', 'Invoice total': 30 },
      { 'Invoice number': '1', SKU: 'A', Quantity: 1, 'Unit price': 10, 'Line total': 10 },
      { 'Invoice number': '1', SKU: 'B', Quantity: 2, 'Unit price': 10, 'Line total': 20 },
    ])
    expect(records.map(({ indexes }) => indexes)).toEqual([[0, 1, 2]])
  })

  it('keeps records with optional keys together: they are read as with every key', () => {
    const optional = ['Phone', 'Mobile', 'E-mail', 'Website', 'Street', 'City', 'Postcode', 'Country', 'Notes', 'Fax']
    const records = Array.from({ length: 300 }, (_, at) => ({
      'Customer code': `C${at}`,
      'Company name': `Firm ${at}`,
      ...Object.fromEntries(optional.filter((_name, bit) => (at * 37 + 11) & (1 << bit)).map((name) => [name, `value ${at}`])),
    }))
    const keys = Object.keys(Object.assign({}, ...records) as object)
    const full = records.map((record) => Object.fromEntries(keys.map((key) => [key, (record as Record<string, string>)[key] ?? null])))
    const [sparse, filled] = [read('companies', records), read('companies', [...full])]
    expect(sparse.records.map(({ values }) => values)).toEqual(filled.records.map(({ values }) => values))
    expect(sparse.fields.length).toBeGreaterThan(1)
  })

  it('reads a batch in which each record has keys of its own in linear time, and gives way', () => {
    const words = ['Kunde', 'Client', 'Name', 'Total', 'Betrag', 'Montant', 'Date', 'Datum', 'Number', 'Référence']
    const hostile = (size: number) =>
      Array.from({ length: size }, (_, at) => Object.fromEntries(words.map((word, n) => [`${word} ${at} ${(at * 7 + n) % 13}`, `${at}`])))
    const [small, large] = [hostile(60), hostile(240)]
    read('invoices', small)
    const [one, four] = [cpuOf(() => read('invoices', small)), cpuOf(() => read('invoices', large))]
    expect(four).toBeLessThan(Math.max(one, 20) * 12)
    const steps = readBatchInSteps(large, { object: 'invoices', vocabularies: [] })
    let given = 0
    while (!steps.next().done) given++
    expect(given).toBeGreaterThan(large.length * 2)
  })
})

function never(): never {
  throw new Error('no record came back')
}
