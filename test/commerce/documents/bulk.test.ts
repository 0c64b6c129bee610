import { expect, it } from 'vitest'
import { withEvents, eventsOf } from '../../support/event-probe.ts'
import { describeStorages } from '../../support/storages.ts'

const line = (sku: string, more: object = {}) => ({ sku, name: `Article ${sku}`, quantity: 2, unit_price: 10, tax_rate: 20, ...more })
const erp = (id: string) => [{ provider: 'custom:erp', id }]
const types = ['quotes', 'orders', 'invoices', 'creditNotes'] as const

describeStorages('A bulk write of documents', (open) => {
  it.each(types)('writes %s of a source as a set, and nothing when they are sent again', async (type) => {
    const { engine, api } = await open(withEvents)
    const company = await api.companies.create({ name: 'Mill', domain: 'mill-of-bram.com' })
    const record = (at: number) => ({
      external_ids: erp(String(at)),
      number: `E-${at}`,
      company_id: company.id,
      currency: 'EUR',
      issue_date: '2026-03-14',
      source_totals: true,
      total_excl_tax: 20,
      tax_total: 4,
      total_incl_tax: 24,
      lines: [line('A'), line('B', { product_id: null })],
    })
    const records = Array.from({ length: 30 }, (_, at) => record(at))
    const first = await api[type].bulkUpsert({ records })
    expect([first.created, first.rejected]).toEqual([30, []])
    const events = await eventsOf(engine)
    const again = await api[type].bulkUpsert({ records })
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 30, results: first.results.map(({ index, id }) => ({ index, id })) })
    expect(await eventsOf(engine)).toHaveLength(events.length)
    const changed = await api[type].bulkUpsert({ records: [{ ...record(3), lines: [line('A', { quantity: 5 })] }, record(4)] })
    expect(changed).toMatchObject({ updated: 1, unchanged: 1 })
    const stored = await api[type].get({ id: first.results[3]!.id! })
    expect(stored).toMatchObject({ number: 'E-3', version: 2, lines: [{ sku: 'A', quantity: 5, position: 1 }] })
  })

  it('names the fault of each record that is rejected, and writes the others', async () => {
    const { api } = await open()
    await api.invoices.create({ number: 'TAKEN', currency: 'EUR', status: 'sent', lines: [line('A')] })
    const { created, rejected } = await api.invoices.bulkUpsert({
      records: [
        { number: 'N-1', currency: 'EUR', lines: [line('A')] },
        { number: 'N-2', company_id: '01a00000-0000-7000-8000-000000000000' },
        { number: 'N-3', lines: [{ sku: 'X' }] },
        { number: 'TAKEN', lines: [line('B')] },
        { number: 'N-4', total_excl_tax: 5 },
        { id: '01a00000-0000-7000-8000-000000000000', number: 'N-5' },
        'invoice' as never,
        { number: 'N-6', currency: 'EUR', lines: [line('A')] },
      ],
    })
    expect(created).toBe(2)
    expect(rejected.map(({ index, code, field }) => [index, code, field])).toEqual([
      [1, 'unknown_record', 'company_id'],
      [2, 'required', 'lines.0.unit_price'],
      [3, 'conflict', null],
      [4, 'read_only', 'total_excl_tax'],
      [5, 'not_found', null],
      [6, 'invalid_type', null],
    ])
  })

  it('gives numbers in the order of the records, and skips those that the set itself has', async () => {
    const { api } = await open()
    const own = { currency: 'EUR', issue_date: '2026-05-05', status: 'sent' as const, lines: [line('A')] }
    const { results } = await api.invoices.bulkUpsert({ records: [own, { ...own, number: 'INV-2026-00002' }, own, own] })
    const numbers = await Promise.all(results.map(async ({ id }) => (await api.invoices.get({ id: id! })).number))
    expect(numbers).toEqual(['INV-2026-00001', 'INV-2026-00002', 'INV-2026-00003', 'INV-2026-00004'])
    expect((await api.invoices.create(own)).number).toBe('INV-2026-00005')
  })

  it('makes one document of two records that share a key', async () => {
    const { api } = await open()
    const records = [
      { external_ids: erp('1'), number: 'D-1', currency: 'EUR', lines: [line('A')] },
      { external_ids: erp('1'), notes: 'by phone' },
    ]
    const { results, created, updated } = await api.orders.bulkUpsert({ records })
    expect([created, updated, results[1]!.id]).toEqual([1, 1, results[0]!.id])
    expect(await api.orders.get({ id: results[0]!.id! })).toMatchObject({ number: 'D-1', notes: 'by phone' })
  })

  it('predicts in a dry run that one record of a set means what another one creates', async () => {
    const { api } = await open()
    const lines = [{ name: 'Work', unit_price: 1 }]
    const records = [{ number: 'Q-7', lines }, { number: 'Q-7', title: 'Again' }, { number: 'Q-7', lines }, { title: 'Another' }]
    const dry = await api.quotes.bulkUpsert({ records, dry_run: true })
    expect(dry.results.map(({ status }) => status)).toEqual(['created', 'updated', 'updated', 'created'])
    expect([dry.created, dry.updated]).toEqual([2, 2])
    expect((await api.quotes.list()).quotes).toEqual([])
    const again = await api.quotes.bulkUpsert({ records, dry_run: true, mode: 'create' })
    expect(again.rejected.map(({ index, code }) => [index, code])).toEqual([
      [1, 'already_exists'],
      [2, 'already_exists'],
    ])
  })

  it('predicts in a dry run what it would write, and writes nothing', async () => {
    const { engine, api } = await open(withEvents)
    const record = { number: 'Q-1', currency: 'EUR', lines: [line('A')] }
    await api.quotes.create(record)
    const events = (await eventsOf(engine)).length
    const records = [record, { ...record, notes: 'more' }, { ...record, number: 'Q-2' }, { number: 'Q-3', lines: [{ sku: 'X' }] }]
    const dry = await api.quotes.bulkUpsert({ records, dry_run: true })
    expect(dry.results.map(({ status }) => status)).toEqual(['unchanged', 'updated', 'created', 'rejected'])
    expect((await api.quotes.list({})).quotes).toHaveLength(1)
    const aborted = await api.quotes.bulkUpsert({ records, on_error: 'abort' })
    expect(aborted.results.map(({ status }) => status)).toEqual(['not_written', 'not_written', 'not_written', 'rejected'])
    expect([(await api.quotes.list({})).quotes.length, (await eventsOf(engine)).length]).toEqual([1, events])
  })

  it('makes the next version of a quote that was sent when a set gives it another last day', async () => {
    const { api } = await open()
    const { id } = await api.quotes.create({ currency: 'EUR', valid_until: '2026-02-01', lines: [line('A')] })
    const { number } = await api.quotes.send({ id })
    const { results } = await api.quotes.bulkUpsert({ records: [{ number, valid_until: '2026-03-01' }] })
    expect(await api.quotes.get({ id })).toMatchObject({ status: 'sent', valid_until: '2026-02-01', next_quote_id: results[0]!.id })
  })

  it('applies the credit notes of a set to their invoices, one after the other', async () => {
    const { api } = await open()
    const invoice = await api.invoices.create({ currency: 'EUR', status: 'sent', lines: [line('A')] })
    const note = (number: string) => ({ number, status: 'issued' as const, invoice_id: invoice.id, lines: [line('A', { quantity: 1 })] })
    const { created } = await api.creditNotes.bulkUpsert({ records: [note('CN-A'), note('CN-B')] })
    expect(created).toBe(2)
    expect(await api.invoices.get({ id: invoice.id })).toMatchObject({ amount_credited: 24, balance_due: 0, status: 'paid' })
  })
})
