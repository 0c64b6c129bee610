import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { batchesOf } from '../../host/batches.ts'
import { barOf } from '../../host/progress.ts'
import { call, HostLab } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'
const environment = { DATABASE_URL: 'sqlite:crm.sqlite', RAPPORT_BOOTSTRAP_KEY: KEY }
const companies = ['--object', 'companies', '--provider', 'custom:erp']
let lab: HostLab

beforeEach(async () => {
  lab = await HostLab.open()
})

afterEach(() => lab[Symbol.asyncDispose]())

describe('rapport ingest', () => {
  test('imports a file, and the same file again changes nothing', async () => {
    await writeFile(join(lab.folder, 'companies.json'), JSON.stringify([company(1), company(2)]))
    const first = await lab.run(['ingest', 'companies.json', ...companies], environment)
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toMatch(
      /^2 records: 2 created, 0 updated, 0 unchanged, 0 rejected\n2 warnings, each kind once\n {2}record 0: .*\n\n {2}column +field +sure +because +samples\n/,
    )
    expect(first.out).toMatch(/^ {2}website +domain +\d+ % /m)
    const again = await lab.run(['ingest', 'companies.json', ...companies], environment)
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^2 records: 0 created, 0 updated, 2 unchanged, 0 rejected\n/),
      err: '',
    })
  })

  test('reads JSON lines from the standard input, lists rejected records with index and reason, and exits with 2', async () => {
    const lines = [company(1), { city: 'Nowhere' }, company(2)].map((each) => JSON.stringify(each)).join('\n')
    const { code, out } = await lab.run(['ingest', '-', ...companies], environment, lines)
    expect(out).toMatch(/^3 records: 2 created, 0 updated, 0 unchanged, 1 rejected\n {2}record 1: \S.*\n/)
    expect(code).toBe(2)
  })

  test('keeps the rows of a document in one batch, and counts it once', async () => {
    const row = (number: number) => [`F-${Math.floor(number / 3)}`, 'Lac', '2025-02-13', `A-${number % 3}`, 1, 10, 10].join(';')
    const titles = 'Invoice number;Customer;Invoice date;SKU;Quantity;Unit price;Line total'
    await writeFile(join(lab.folder, 'lines.csv'), `${titles}\n${Array.from({ length: 5_001 }, (_, at) => row(at)).join('\n')}\n`)
    const invoices = ['ingest', 'lines.csv', '--object', 'invoices', '--provider', 'custom:erp']
    const seen = await lab.run([...invoices, '--preview'], environment)
    expect(seen.out).toMatch(/^5001 records: 1667 created, 0 updated, 0 unchanged, 0 rejected\n/)
  })

  test('previews a spreadsheet and writes nothing', async () => {
    const text = 'Kundennummer;Firma;Ort;Lieblingsfarbe\nK1;Müller GmbH;Kiel;blau\n;;Bonn;rot\n'
    await writeFile(join(lab.folder, 'kunden.csv'), Buffer.from(text, 'latin1'))
    const { code, out } = await lab.run(['ingest', 'kunden.csv', ...companies, '--preview'], environment)
    expect(out).toMatch(/^2 records: 1 created, 0 updated, 0 unchanged, 1 rejected\n {2}record 1: no key/)
    expect(out).toMatch(/^ {2}Firma +name +\d+ % .*Müller GmbH$/m)
    expect(out).toMatch(/^ {2}Lieblingsfarbe +\(custom field\) +blau \| rot$/m)
    expect(code).toBe(2)
    const again = await lab.run(['ingest', 'kunden.csv', ...companies, '--preview'], environment)
    expect(again.out).toContain('1 created')
  })

  test('works through the host that holds the file, in batches of the allowed size', async () => {
    const host = await lab.serve(environment)
    const records = [...Array.from({ length: 5_000 }, (_, index) => company(index)), { city: 'Nowhere' }]
    const text = JSON.stringify({ provider: 'custom:erp', object: 'companies', records }).replace('"Nowhere"', '"Here","city":"Nowhere"')
    await writeFile(join(lab.folder, 'companies.json'), text)
    const held = await lab.run(['ingest', 'companies.json'], environment)
    expect(held).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--url http://127.0.0.1:3000 --key <API key>') })
    const { code, out } = await lab.run(['ingest', 'companies.json', '--url', host.url, '--key', KEY])
    expect(out).toMatch(/^5001 records: 5000 created, 0 updated, 0 unchanged, 1 rejected\n {2}record 5000: /)
    expect(out).toMatch(
      /^5001 warnings, each kind once\n {2}record 5000: key city stands more than once: the last one counts\n {2}record 0: /m,
    )
    expect(code).toBe(2)
    expect((await call(host, KEY, '/api/v1/companies?domain=example-4999.com')).json['companies']).toMatchObject([
      { name: 'Example 4999 Ltd' },
    ])
  })

  test('reports missing and invalid arguments, and imports nothing', async () => {
    const wrong = await lab.run(['ingest', '-', '--object', 'planets', '--provider', 'custom:erp'], environment, '[]')
    expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('/object') })
    expect(await lab.run(['ingest', '-'], environment, '[]')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--object invoices --provider custom:erp'),
    })
    const nowhere = await lab.run(['ingest', '-', ...companies], {}, '[]')
    expect(nowhere).toMatchObject({ code: 1, out: '', err: expect.stringContaining('There is no database here (data/rapport.sqlite)') })
    expect(existsSync(join(lab.folder, 'data'))).toBe(false)
    expect(await lab.run(['ingest', 'missing.json', ...companies], environment)).toMatchObject({
      code: 1,
      err: 'rapport: missing.json does not exist\n',
    })
    expect(await lab.run(['ingest', '-', ...companies], environment, '{"a":')).toMatchObject({
      code: 1,
      err: expect.stringContaining('neither is its line 1'),
    })
  })
})

test('a file is split into batches between documents, or inside of one that is larger than a batch', () => {
  const rows = (document: string, count: number) => Array.from({ length: count }, (_, at) => ({ Nr: at === 0 ? document : '', sku: at }))
  const sizes = (records: readonly unknown[], columns: readonly string[]) => [...batchesOf(records, columns)].map(({ length }) => length)
  const records = [...rows('F-1', 4_990), ...rows('F-2', 20), ...rows('F-3', 5)]
  expect(sizes(records, ['Nr'])).toEqual([4_990, 25])
  expect(sizes(records, [])).toEqual([5_000, 15])
  expect(sizes(rows('F-1', 5_001), ['Nr'])).toEqual([5_000, 1])
  expect(sizes([], ['Nr'])).toEqual([0])
})

test('the progress bar shows the share that is done', () => {
  expect(barOf(2500, 5000)).toBe(`[${'#'.repeat(15)}${'-'.repeat(15)}]  50 %  2,500 of 5,000 records`)
  expect(barOf(0, 0)).toBe(`[${'#'.repeat(30)}] 100 %  0 of 0 records`)
})

function company(number: number): Record<string, unknown> {
  return {
    code: `C${number}`,
    name: `Example ${number} Ltd`,
    city: 'Leeds',
    country: 'United Kingdom',
    website: `https://www.example-${number}.com`,
  }
}
