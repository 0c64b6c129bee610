import * as fc from 'fast-check'
import type { Api } from 'rapport-crm'
import { beforeAll, describe, expect, it } from 'vitest'
import { Company } from '../../../../core/crm/companies/entity.ts'
import { Contact } from '../../../../core/crm/contacts/entity.ts'
import { Product } from '../../../../core/commerce/products/entity.ts'
import { describeStorages } from '../../../support/storages.ts'
import { counts, send } from '../fixtures.ts'

const line = { sku: 'A', quantity: 2, unit_price: 10, total_excl_tax: 20 }
const head = (number: string) => ({ number, date: '2025-03-14', customer_name: 'Edge GmbH', currency: 'EUR' })

// What the reader makes of each is shown in `edge-cases.test.ts`; here, that the store holds it so on both databases.
describeStorages(
  'edge cases as they are stored',
  (open) => {
    let api: Api
    beforeAll(async () => {
      ;({ api } = await open({ kept: true }))
    })
    const invoices = async (numbers: readonly string[]) =>
      await Promise.all(
        numbers.map(async (number) => {
          const [found] = (await api.invoices.list({ number })).invoices
          return found && (await api.invoices.get({ id: found.id }))
        }),
      )

    it('takes no id that stands for none as a key, so two such records are two (edge case 13)', async () => {
      const ids = ['id-value', '00000000-0000-0000-0000-000000000000', '', '0']
      const records = ids.map((id, at) => ({ id, name: `Placeholder ${at}` }))
      expect(counts(await send(api, 'companies', records, 'custom:thirteen'))).toMatchObject({ created: 4, rejected: 0 })
      const { companies } = await api.companies.list({ limit: 200 })
      expect(companies.filter(({ name }) => name.startsWith('Placeholder')).map(({ external_ids }) => external_ids)).toEqual([
        [],
        [],
        [],
        [],
      ])
    })

    it('keeps lines of every shape as the same lines, and rows that are no items as none (edge cases 16 and 17)', async () => {
      const row = (type: string) => ({ ...line, type, description: type })
      const shapes = [
        [line],
        JSON.stringify([line]),
        "[{'sku': 'A', 'quantity': 2, 'unit_price': 10.0, 'total_excl_tax': Decimal('20'), 'note': None}]",
        { data: [line] },
        { item: [line] },
        line,
        [row('item'), row('text'), row('Subtotal'), row('tax'), row('shipping'), row('discount')],
      ]
      const numbers = shapes.map((_, at) => `16-${at}`)
      for (const [at, lines] of shapes.entries()) await send(api, 'invoices', [{ ...head(numbers[at]!), lines }])
      for (const stored of await invoices(numbers))
        expect(stored?.lines).toMatchObject([{ sku: 'A', quantity: 2, unit_price: 10, total_excl_tax: 20, position: 1 }])
      const flat = (number: string, sku: string) => ({ ...head(number), 'Line SKU': sku, 'Line Quantity': 2, 'Line Unit Price': 10, 'Line Amount': 20 }) // prettier-ignore
      await send(api, 'invoices', [flat('16-R', 'A'), flat('16-R', 'B')])
      expect((await invoices(['16-R']))[0]?.lines).toMatchObject([{ sku: 'A' }, { sku: 'B', position: 2 }])
    })

    it('stores rows of one document as one, with or without a quantity and wherever they stand (edge cases 5, 16 and 17)', async () => {
      const row = (number: string, Description: string, Amount: string) => ({ 'Invoice No': number, Date: '2025-03-14', Customer: 'Edge GmbH', Description, Amount }) // prettier-ignore
      const rows = [
        row('16-A', 'Desk', '100.00'),
        row('16-B', 'Lamp', '10.00'),
        row('16-A', 'Chair', '50.00'),
        row('16-A', 'VAT 20 %', '30.00'),
      ]
      expect(counts(await send(api, 'invoices', rows, 'custom:rows'))).toMatchObject({ created: 2, rejected: 0 })
      expect(counts(await send(api, 'invoices', rows, 'custom:rows'))).toMatchObject({ created: 0, updated: 0 })
      expect(await invoices(['16-A', '16-B'])).toMatchObject([
        { lines: [{ description: 'Desk', total_excl_tax: 100 }, { description: 'Chair', total_excl_tax: 50 }] },
        { lines: [{ description: 'Lamp', total_excl_tax: 10 }] },
      ]) // prettier-ignore
      const priced = (number: string, price: string) => ({ ...head(number), sku: 'A', quantity: 1, price })
      const { rejected } = await send(api, 'invoices', [priced('16-C', '5.00'), priced('16-C', 'five'), priced('16-D', '5.00')])
      expect(rejected).toMatchObject([{ index: 1, code: 'not_a_number' }])
      expect((await invoices(['16-C']))[0]).toBeUndefined()
    })

    it('keeps what a supplier asks of us out of what customers owe (edge cases 7 and 18)', async () => {
      const { rejected } = await send(api, 'invoices', [
        { ...head('18-X'), type: 'ACCPAY', total_incl_tax: 24 },
        { number: '18-Y', date: '2025-03-14', vendor_name: 'Mill Ltd', total_incl_tax: 24 },
        { ...head('18-Z'), type: 'invoice', total_incl_tax: 24 },
      ])
      expect(rejected.map(({ index, code }) => [index, code])).toEqual([[0, 'not_a_sale'], [1, 'not_a_sale']]) // prettier-ignore
      expect(await invoices(['18-X', '18-Y', '18-Z'])).toMatchObject([undefined, undefined, { total_incl_tax: 24 }])
      expect((await api.companies.list({ limit: 200 })).companies.filter(({ name }) => name === 'Mill Ltd')).toEqual([])
    })

    it('stores credit notes of any sign as positive, and a negative invoice as it is (edge case 18)', async () => {
      const note = (number: string, sign: number) => ({ ...head(number), total_excl_tax: sign * 20, total_tax: sign * 4, total_incl_tax: sign * 24, lines: [{ ...line, quantity: sign * 2, total_excl_tax: sign * 20 }] }) // prettier-ignore
      await send(api, 'credit_notes', [note('18-P', 1), note('18-N', -1)])
      const { credit_notes } = await api.creditNotes.list({ limit: 200 })
      expect(credit_notes.filter(({ number }) => number.startsWith('18-')).map(({ total_incl_tax }) => total_incl_tax)).toEqual([24, 24])
      await send(api, 'invoices', [note('18-I', -1), { ...note('18-R', -1), type: 'credit_note' }])
      expect(await invoices(['18-I', '18-R'])).toMatchObject([{ total_incl_tax: -24 }, undefined])
    })

    it('stores what is unpaid, keeps sums that are legal, and refuses the amount of another currency (edge cases 19 and 20)', async () => {
      const totals = { total_excl_tax: 100, total_tax: 20, total_incl_tax: 120 }
      const { rejected } = await send(api, 'invoices', [
        { ...head('19-A'), ...totals, amount_due: 20 },
        { ...head('19-B'), ...totals, amount_paid: 50 },
        { ...head('19-C'), ...totals, status: 'paid' },
        { ...head('19-D'), total_incl_tax: 3.64, amount_due: 299.99 },
        { ...head('19-E'), ...totals, Paid: true },
        { ...head('19-F'), ...totals, Paid: false, 'Payment terms (days)': 30 },
        { ...head('20-A'), total_excl_tax: 520, total_tax: 90, total_incl_tax: 610.6 },
      ])
      expect(rejected).toMatchObject([{ index: 3, code: 'inconsistent' }])
      const stored = await invoices(['19-A', '19-B', '19-C', '19-D', '19-E', '19-F', '20-A'])
      expect(stored.map((each) => each?.balance_due)).toEqual([20, 70, 0, undefined, 0, 120, 610.6])
      expect(stored[5]?.due_date).toBe('2025-04-13')
      expect(stored[6]).toMatchObject({ total_excl_tax: 520, tax_total: 90, total_incl_tax: 610.6 })
    })

    it('stores text without what nobody sees, whole and composed (edge cases 24, 25, 26 and 27)', async () => {
      const records = [
        { '\uFEFFid': '24-1', name: ' Mu\u0308ller\u200B\u00A0&  So\u0308hne ', city: 'K\u00F6ln\r\n' },
        { id: '24-2', name: 'Nul\0 Works\uD800', city: 'Bonn\0' },
        { id: '24-3', name: '<b>Bold</b> &amp; Co', industry: 'Trade' },
      ]
      const { rejected } = await send(api, 'companies', records, 'custom:bytes')
      expect(rejected).toEqual([])
      await send(api, 'companies', [{ id: '24-4', name: 'DÃ©pot Central' }, { id: '24-5', name: 'FÃªte' }], 'custom:mojibake') // prettier-ignore
      await send(api, 'companies', [{ id: '24-6', name: 'DÃ©pot' }, { id: '24-7', name: 'Ãÿ whole' }], 'custom:odd') // prettier-ignore
      const { companies } = await api.companies.list({ limit: 200 })
      const names = new Map(
        companies.flatMap(({ external_ids, name, billing_address }) => external_ids.map(({ id }) => [id, [name, billing_address?.city]])),
      )
      expect(['24-1', '24-2', '24-3', '24-4', '24-5', '24-6'].map((id) => names.get(id)?.[0])).toEqual([
        'Müller & Söhne',
        'Nul Works\uFFFD',
        'Bold & Co',
        'Dépot Central',
        'Fête',
        'DÃ©pot',
      ])
      expect([names.get('24-1')?.[1], names.get('24-2')?.[1]]).toEqual(['Köln', 'Bonn'])
    })

    it('stores or rejects records with anything at all under our own names, each for itself (edge cases 28, 31 and 37)', async () => {
      const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.json({ maxDepth: 2 }), fc.string({ unit: 'binary' }), fc.double(), fc.constantFrom('true', '1.234', 'a; b', '{"__proto__":{"x":1}}', '[[]]')) // prettier-ignore
      for (const [object, { fields }] of [
        ['companies', Company],
        ['contacts', Contact],
        ['products', Product],
      ] as const) {
        const names = fc.constantFrom(...Object.keys(fields), 'custom', 'custom_properties', 'custom.x')
        const records = fc.sample(fc.dictionary(names, value, { maxKeys: 15 }), { numRuns: 120, seed: 7 }).map((record, at) => ({
          ...record,
          id: `37-${at}`,
          ...(at % 2 && { user_from: 'x', created_via: 'user', version: 1 }),
        })) // prettier-ignore
        const { created, updated, unchanged, rejected } = await send(api, object, records, 'custom:anything')
        expect([object, created + updated + unchanged + rejected.length]).toEqual([object, records.length])
        expect(counts(await send(api, object, records, 'custom:anything'))).toMatchObject({ created: 0, updated: 0 })
      }
      expect(Object.keys(Object.prototype)).toEqual([])
    })

    it('takes NUL and broken text out of keys, too, with a warning, of records that are taken and of others (edge case 25)', async () => {
      const records = [
        { 'id': '25-1', 'na\0me': 'Keys', 'co\0lour': 'red', 'a\uD800b': 'x', 'nested': { 'a\0b': 1 } },
        { 'Ci\0ty': 'Bonn', 'note\uD800': 'no key' },
      ] // prettier-ignore
      const { created, run_id } = await send(api, 'companies', records, 'custom:keys')
      expect(created).toBe(1)
      const { warning_samples } = await api.sync.run({ id: run_id })
      expect([0, 1].map((at) => warning_samples.filter(({ index, warning }) => index === at && warning.startsWith('key ')).length)).toEqual([4, 2]) // prettier-ignore
      const { companies } = await api.companies.list({ limit: 200 })
      expect(companies.find(({ name }) => name === 'Keys')?.custom).toEqual({ 'colour': 'red', 'a\uFFFDb': 'x', 'nested.ab': 1 }) // prettier-ignore
      expect((await api.sync.rejects({ id: run_id })).rejects).toMatchObject([{ record: { 'City': 'Bonn', 'note\uFFFD': 'no key' } }]) // prettier-ignore
    })

    it('survives hostile records, each rejected or stored alone, and pollutes nothing (edge cases 28, 29, 30, 31 and 32)', async () => {
      let deep: unknown = 'x'
      for (let level = 0; level < 5_000; level++) deep = { deep }
      const records = [
        JSON.parse(
          '{"id":"28-1","name":"Proto","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x","custom.__proto__":"x","custom.constructor":"x"}',
        ),
        { id: '28-2', name: 'Deep', deep },
        { id: '28-3', name: 'Wide', ...Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`k${at}`, 1])) },
        { id: '28-4', name: 'Long', note: 'x'.repeat(10 * 1024 * 1024) },
        { id: 12_345_678_901_234_567_000, name: 'Unsafe' },
        { id: '28-6', name: '=cmd()', note: '1e400' },
        null,
        5,
        [],
        'x',
      ]
      const { created, rejected } = await send(api, 'companies', records, 'custom:hostile')
      expect(created).toBe(2)
      expect(rejected.map(({ index, code }) => [index, code])).toEqual([
        [1, 'too_deep'],
        [2, 'too_many_keys'],
        [3, 'too_long'],
        [4, 'unsafe_number'],
        [6, 'not_an_object'],
        [7, 'not_an_object'],
        [8, 'not_an_object'],
        [9, 'not_an_object'],
      ])
      expect(rejected.every(({ reason }) => reason.length < 300)).toBe(true)
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
      const { companies } = await api.companies.list({ limit: 200 })
      expect(companies.filter(({ external_ids: [id] }) => id?.id.startsWith('28-')).map(({ name }) => name).toSorted()).toEqual(['=cmd()', 'Proto']) // prettier-ignore
    })

    it('clears what is empty under our own names, too, where the source means that (edge case 14)', async () => {
      const { id } = await api.dataSources.create({ provider: 'custom:fourteen' })
      const firm = { id: '14-1', name: 'Fourteen', tier: 'A', tags: ['x'], employees: 4 }
      const find = async () => (await api.companies.list({ limit: 200 })).companies.find(({ name }) => name === 'Fourteen')
      await send(api, 'companies', [firm], 'custom:fourteen')
      await send(api, 'companies', [{ ...firm, tier: '', employees: '' }], 'custom:fourteen')
      expect(await find()).toMatchObject({ tier: 'A', employees: 4 })
      await api.dataSources.update({ id, empty_means_clear: true })
      await send(api, 'companies', [{ ...firm, tier: '' }], 'custom:fourteen')
      expect(await find()).toMatchObject({ tier: null, employees: 4, tags: ['x'] })
    })

    it('takes 12 levels, 2,000 keys, 64 KiB in a text and 1,000 lines in any form, and not one more (edge case 29)', async () => {
      const nested = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => ({ inner }), 'x')
      const wide = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, 1]))
      const company = (id: string, more: object) => ({ id: `29-${id}`, name: `Limit ${id}`, ...more })
      const records = [
        company('depth', { deep: nested(12) }),
        company('deeper', { deep: nested(13) }),
        company('keys', wide(1_998)),
        company('more keys', wide(1_999)),
        company('text', { note: 'é'.repeat(32_768) }),
        company('longer', { note: `x${'é'.repeat(32_768)}` }),
      ]
      const { created, rejected } = await send(api, 'companies', records, 'custom:limits')
      expect([created, rejected.map(({ index, code }) => [index, code])]).toEqual([3, [[1, 'too_deep'], [3, 'too_many_keys'], [5, 'too_long']]]) // prettier-ignore
      const row = (number: string, at: number) => ({ 'Invoice No': number, Date: '2025-03-14', Customer: 'Edge GmbH', SKU: `S${at}`, Quantity: 1, 'Unit price': 10, 'Line total': 10 }) // prettier-ignore
      for (const [number, lines] of [
        ['29-R', 1_000],
        ['29-S', 1_001],
      ] as const) {
        const rows = Array.from({ length: lines }, (_, at) => row(number, at))
        const list = { ...head(`${number}L`), lines: rows.map(({ SKU: sku }) => ({ ...line, sku })) }
        for (const answer of [await send(api, 'invoices', rows, 'custom:rows'), await send(api, 'invoices', [list])])
          expect([number, answer.created, answer.rejected.map(({ code }) => code)]).toEqual([number, ...(lines > 1_000 ? [0, ['too_many_lines']] : [1, []])]) // prettier-ignore
      }
      expect((await invoices(['29-R', '29-RL'])).map((each) => each?.lines.length)).toEqual([1_000, 1_000])
    })

    it('stores none of what can be read in two ways, and its look-alikes all (edge cases 33 and 35)', async () => {
      const price = (sku: string, text: string) => ({ sku, name: sku, price: text })
      const ambiguous = await send(
        api,
        'products',
        Array.from({ length: 100 }, (_, at) => price(`35-a${at}`, `${at + 1},234`)),
      )
      expect(ambiguous.rejected).toHaveLength(100)
      expect(ambiguous.rejected[0]).toMatchObject({ code: 'ambiguous_number', reason: expect.stringContaining('1.234 or 1234') })
      const alike = await send(
        api,
        'products',
        Array.from({ length: 100 }, (_, at) => price(`35-b${at}`, `${at + 1},23`)),
      )
      expect(counts(alike)).toMatchObject({ created: 100, rejected: 0 })
      const noise = ['1.234,56 '.repeat(7_000), '1'.repeat(60_000), '<'.repeat(60_000), 'a@'.repeat(30_000), ' '.repeat(60_000)]
      const hostile = noise.map((text, at) => ({ sku: `35-c${at}`, name: text, price: text, stock: text, ean: text }))
      const started = performance.now()
      await send(api, 'products', hostile)
      // 50 ms a record is the promise, to the store and back; the bound is wider because test machines share their cores.
      expect(performance.now() - started).toBeLessThan(hostile.length * 50 * 3)
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

describe('the list of edge cases', () => {
  it('is complete: each of the 37 has a test on both databases whose title says so', async () => {
    const { readdir, readFile } = await import('node:fs/promises')
    const folder = new URL('../', import.meta.url)
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.test.ts'))
    const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
    const stored = sources.filter((source) => /describe(?:Storages|Transport)\(/.test(source))
    const numbered = stored.flatMap((source) => [...source.matchAll(/\(edge cases? ([\d, and]+)\)/g)])
    const told = new Set(numbered.flatMap(([, list = '']) => list.match(/\d+/g)?.map(Number) ?? []))
    expect(Array.from({ length: 37 }, (_, at) => at + 1).filter((at) => !told.has(at))).toEqual([])
  })
})
