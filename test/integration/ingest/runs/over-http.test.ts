import { http } from 'rapport-crm/http'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../../support/storages.ts'
import { clients, counts, eventCounts, factures, moves, rechnungen } from '../fixtures.ts'

interface Answer {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: readonly { readonly index: number; readonly reason: string }[]
}

// Later objects name what earlier ones are about, so that each record is made on the way before it comes itself.
const batches: readonly (readonly [object: string, records: readonly object[]])[] = [
  ['avoirs', [{ 'N°': 'AV-1', Date: '30/04/2025', 'Code client': 'C001', Client: 'Boulangerie Lefèvre SARL', 'Montant HT': '-80,00', 'Montant TVA': '-16,00', 'Montant TTC': '-96,00' }]], // prettier-ignore
  ['documents', [...factures, ...rechnungen]],
  ['invoices', moves],
  ['orders', [{ order_number: 'N-1', order_date: '2025-03-13', customer_number: 'C001', customer_name: 'Boulangerie Lefèvre SARL', total: 240 }]], // prettier-ignore
  ['quotes', [{ quote_number: 'N-1', date: '2025-03-01', customer_number: 'C001', customer_name: 'Boulangerie Lefèvre SARL', total: 240 }]], // prettier-ignore
  ['price_rules', [{ sku: 'PAIN-1', customer_number: 'C001', min_quantity: 10, price: 700, currency: 'EUR' }]],
  ['deals', [{ id: 'O-1', name: 'Ovens', amount: 5000, stage: 'Proposal', close_date: '2025-12-31', company: 'Ateliers Kermarec' }]],
  ['contacts', [{ id: 'P-1', first_name: 'Ana', last_name: 'Leroy', email: 'ana@kermarec.test', company: 'Ateliers Kermarec' }]],
  ['products', [{ sku: 'PAIN-1', name: 'Farine T65', price: 750, stock: 7, currency: 'EUR' }]],
  ['customers', clients],
]

describeStorages('ingest over HTTP', (open) => {
  const caller = async () => {
    const { engine, api } = await open()
    const { fetch } = http(engine, { authenticate: () => ada })
    const call = async (object: string, records: readonly unknown[]) => {
      const response = await fetch(
        new Request('http://crm.test/api/v1/sync/ingest', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ provider: 'custom:erp', object, records }),
        }),
      )
      const text = await response.text()
      return { status: response.status, bytes: Buffer.byteLength(text), answer: JSON.parse(text) as Answer }
    }
    return { api, call }
  }

  it('takes every object in any order, and the same again without a change or an event (edge cases 2, 4, 7 and 23)', async () => {
    const { api, call } = await caller()
    for (const [object, records] of batches) {
      const { status, answer } = await call(object, records)
      expect([object, status, answer.rejected]).toEqual([object, 200, []])
    }
    const events = await eventCounts(api)
    for (const [object, records] of batches) {
      const { answer } = await call(object, records)
      expect([object, counts(answer)]).toEqual([object, { created: 0, updated: 0, unchanged: records.length, rejected: 0 }])
    }
    expect(await eventCounts(api)).toEqual(events)
    expect((await api.quotes.list()).quotes.map(({ number }) => number)).toEqual(['N-1'])
    expect((await api.orders.list()).orders.map(({ number }) => number)).toEqual(['N-1'])
    expect((await api.creditNotes.list()).credit_notes.map(({ number, total_incl_tax }) => [number, total_incl_tax])).toEqual(
      expect.arrayContaining([
        ['AV-1', 96],
        ['RINV/2025/0002', 60.5],
      ]),
    )
  })

  it('of eight clients at once makes one of each (edge case 6)', async () => {
    const { api, call } = await caller()
    const records = Array.from({ length: 50 }, (_, index) => ({ customer_number: `K-${index}`, name: `Client ${index}`, city: 'Brest' }))
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('customers', records)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(answers.reduce((sum, { answer }) => sum + answer.created, 0)).toBe(50)
    expect(answers.every(({ answer }) => answer.rejected.length + answer.updated === 0)).toBe(true)
    expect((await api.companies.list({ limit: 200 })).companies).toHaveLength(50)
  })

  it('warns of keys that a body has twice, and takes the last of each (edge case 31)', async () => {
    const { engine, api } = await open()
    const { fetch } = http(engine, { authenticate: () => ada })
    const record = '{"Code client":"C001","Client":"Un","Client":"Deux","IBAN":1,"IBAN":2}'
    const body = `{"provider":"custom:erp","object":"customers","records":[{"Code client":"C002","Client":"Trois"},${record}]}`
    const post = async (path: string) => {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      return await (await fetch(new Request(`http://crm.test/api/v1/sync/${path}`, request))).json()
    }
    expect(await post('preview')).toMatchObject({
      records: [
        { index: 0 },
        { index: 1, warnings: expect.arrayContaining(['key Client stands more than once: the last one counts']) as string[] },
      ],
    })
    expect(await post('ingest')).toMatchObject({ created: 2, rejected: [] })
    expect((await api.companies.list()).companies.map(({ name }) => name).toSorted()).toEqual(['Deux', 'Trois'])
    const [run] = (await api.sync.runs()).runs
    expect(run?.warning_samples.filter(({ warning }) => warning.startsWith('key '))).toEqual(
      ['Client', 'IBAN'].map((key) => ({ index: 1, warning: `key ${key} stands more than once: the last one counts` })),
    )
  })

  it('answers 5,000 rejects in less than one MiB (edge case 5)', async () => {
    const { call } = await caller()
    const { bytes, answer } = await call(
      'invoices',
      Array.from({ length: 5000 }, () => ({ note: '顧客'.repeat(20) })),
    )
    expect(answer.rejected.map(({ index }) => index)).toEqual(Array.from({ length: 5000 }, (_, index) => index))
    expect(bytes).toBeLessThan(1024 * 1024)
  })
})
