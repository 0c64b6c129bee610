import { unzipSync } from 'fflate'
import type { Api, Engine } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { expect, it } from 'vitest'
import { readWorkbook } from '../../../core/integration/imports/files/xlsx/read.ts'
import { rowLine, workbookOf } from '../../../core/integration/exports/workbook.ts'
import { ada, describeStorages } from '../../support/storages.ts'

type Asked = NonNullable<Parameters<Api['exports']['create']>[0]>

async function bytesOf(engine: Engine, api: Api, asked: Asked): Promise<Buffer> {
  const { id } = await api.exports.create(asked)
  await engine.tick()
  return await joined(await api.exports.download({ id }))
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of pieces) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The rows of a file as objects; cells of a CSV without quotes or commas. */
async function table(engine: Engine, api: Api, asked: Asked): Promise<Record<string, unknown>[]> {
  const bytes = await bytesOf(engine, api, asked)
  const cells = asked.format === 'xlsx' ? readWorkbook(bytes).cells : bytes.toString().trimEnd().split('\r\n').map((line) => line.split(',')) // prettier-ignore
  const [names = [], ...rows] = cells
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])))
}

const sheetOf = (bytes: Uint8Array) => Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? '').toString()

async function* given(parts: readonly string[]) {
  yield* parts
}

describeStorages(
  'a workbook',
  (open) => {
    it('has texts that are never formulas, and numbers, days and times of their own type', async () => {
      const { engine, api } = await open()
      await api.properties.create({ object: 'deals', name: 'vip', type: 'boolean' })
      const name = '=HYPERLINK("http://evil.example")&<b>\u0007_x0041_\r\n'
      await api.deals.create({ name, amount: 98_765_432_109.87, close_date: '2026-02-28', tags: ['a', '@b'], custom: { vip: true } })
      await api.deals.create({ name: '-1+1', close_date: '1899-12-31' })
      const fields = ['name', 'amount', 'close_date', 'created_at', 'tags', 'custom.vip', 'next_step']
      const bytes = await bytesOf(engine, api, { object: 'deals', format: 'xlsx', fields })
      const { cells, sheet } = readWorkbook(bytes)
      const [deal] = (await api.deals.list({ sort: 'created_at' })).deals
      expect(sheet).toBe('deals')
      expect(cells).toEqual([
        fields,
        [name, 98_765_432_109.87, '2026-02-28', deal?.created_at, 'a; @b', true],
        ['-1+1', 0, '1899-12-31', deal?.created_at],
      ])
      const xml = sheetOf(bytes)
      expect(xml).not.toContain('<f>')
      expect(xml).toContain('<c r="B2"><v>98765432109.87</v></c><c r="C2" s="1"><v>46081</v></c><c r="D2" s="2"><v>46037.375</v></c>')
      expect(xml).toContain('t="inlineStr"><is><t xml:space="preserve">-1+1</t>')
    })

    it('is read over HTTP, with its type and name, and is answered as a workbook without a size', async () => {
      const { engine } = await open()
      await engine.access.bootstrap({ key: 'rk_of_this_test_0123456789' })
      const headers = { authorization: 'Bearer rk_of_this_test_0123456789', 'content-type': 'application/json' }
      const ask = async (method: string, path: string, body?: object) =>
        await http(engine).fetch(
          new Request(`http://crm.test/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
        )
      await ask('POST', '/products', { sku: 'A-1', name: 'Stół' })
      const asked = (await (await ask('POST', '/exports', { object: 'products', format: 'xlsx', fields: 'sku,name' })).json()) as {
        id: string
      }
      await engine.tick()
      const done = (await (await ask('GET', `/exports/${asked.id}`)).json()) as { bytes: null; filename: string }
      expect(done).toMatchObject({ state: 'done', bytes: null, lines: false, filename: 'main-products-2026-01-15.xlsx' })
      const answer = await ask('GET', `/exports/${asked.id}/file`)
      expect([answer.status, answer.headers.get('content-length')]).toEqual([200, null])
      expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="main-products-2026-01-15.xlsx"')
      expect(readWorkbook(new Uint8Array(await answer.arrayBuffer())).cells).toEqual([
        ['sku', 'name'],
        ['A-1', 'Stół'],
      ])
      expect((await ask('POST', '/exports', { object: 'products', lines: true })).status).toBe(422)
    })

    it('forgets a person who was erased since it was written, and can be read then, too', async () => {
      const { engine, api } = await open()
      const ann = await api.contacts.create({ email: 'ann@one.example', first_name: 'Ann', last_name: 'True', do_not_contact: true })
      const { id } = await api.exports.create({ object: 'contacts', format: 'xlsx' })
      const short = await api.exports.create({
        object: 'contacts',
        format: 'xlsx',
        fields: ['primary_email', 'do_not_contact', 'last_name'],
      })
      await engine.tick()
      await api.privacy.erase({ contact_id: ann.id })
      await engine.tick()
      for (const each of [id, short.id]) {
        const { cells } = readWorkbook(await joined(await api.exports.download({ id: each })))
        expect(cells).toHaveLength(2)
        expect(JSON.stringify(cells)).not.toMatch(/ann@one|"Ann"|"True"/)
      }
    })

    it.each(['csv', 'xlsx'] as const)('as %s of documents has a row for each line, with names beside ids', async (format) => {
      const { engine, api } = await open()
      await api.users.invite({ email: 'ada@acme.test', name: 'Ada Byron' }).catch(() => undefined)
      const firm = await api.companies.create({ name: 'Nordlicht', domain: 'nordlicht.example', tier: 'gold', custom: { region: 'north' } })
      const ann = await api.contacts.create({ first_name: 'Ann', last_name: 'Lee', email: 'ann@nordlicht.example' })
      const lines = [
        { name: 'Lamp', sku: 'LAMP', quantity: 2, unit_price: 10.5, tax_rate: 19 },
        { name: 'Work', quantity: 1.5, unit_price: 80 },
      ]
      const quote = await api.quotes.create({ company_id: firm.id, lead_id: ann.id, title: 'Lamps', lines })
      await api.quotes.create({ title: 'Bare' })
      const named = ['number', 'company.name', 'company.tier', 'company.custom.region', 'contact.email', 'contact.name', 'lines.position', 'lines.sku', 'lines.quantity', 'lines.total_excl_tax'] // prettier-ignore
      const rows = (await table(engine, api, { object: 'quotes', format, fields: named })).map((row) => Object.values(row).map((each) => String(each ?? ''))) // prettier-ignore
      const head = [quote.number, 'Nordlicht', 'gold', 'north', 'ann@nordlicht.example', 'Ann Lee']
      expect(rows.map((row) => row.slice(1))).toEqual(
        [
          [...head, '1', 'LAMP', '2', '21'],
          [...head, '2', '', '1.5', '120'],
          ['', '', '', '', '', '', '', '', '', ''],
        ].map((row) => row.slice(1)),
      )
      const whole = await table(engine, api, { object: 'quotes', format: 'xlsx', lines: true })
      expect(whole).toHaveLength(3)
      expect(whole[1]).toMatchObject({ title: 'Lamps', 'company.name': 'Nordlicht', 'contact.name': 'Ann Lee', 'lines.name': 'Work', 'lines.quantity': 1.5 }) // prettier-ignore
      expect(whole[2]).toMatchObject({ title: 'Bare', 'lines.name': null })
      expect(await api.exports.create({ object: 'orders', lines: true })).toMatchObject({ lines: true })
      const jsonl = (
        await bytesOf(engine, api, { object: 'quotes', format: 'jsonl', fields: ['title', 'lines.sku'], lines: true })
      ).toString()
      expect(jsonl).toBe('{"title":"Lamps","lines.sku":"LAMP"}\n{"title":"Lamps","lines.sku":null}\n{"title":"Bare","lines.sku":null}\n')
    })

    it('shows of related records what its maker sees, and nothing of the others', async () => {
      const { engine, api } = await open()
      await api.users.invite({ email: 'bob@acme.test', name: 'Bob', visibility: 'own' })
      const firm = await api.companies.create({ name: 'Hers', owner_email: 'ada@acme.test' })
      await api.deals.create({ name: 'His', company_id: firm.id, owner_email: 'bob@acme.test' })
      const fields = ['name', 'company.name', 'company.domain', 'owner.name']
      const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
      expect(await table(engine, bob, { object: 'deals', fields })).toEqual([{ name: 'His', 'company.name': '', 'company.domain': '', 'owner.name': 'Bob' }]) // prettier-ignore
      expect(await table(engine, api, { object: 'deals', fields })).toMatchObject([{ 'company.name': 'Hers' }])
    })

    it('of every record type can name each field of each related record', async () => {
      const { engine, api } = await open()
      const company_id = (await api.companies.create({ name: 'One' })).id
      const lead_id = (await api.contacts.create({ first_name: 'Ann', company_id })).id
      const deal_id = (await api.deals.create({ name: 'Deal', company_id, primary_lead_id: lead_id })).id
      const quote = await api.quotes.create({ company_id, lead_id, deal_id, lines: [{ name: 'Work', quantity: 1, unit_price: 10 }] })
      await api.tasks.create({ title: 'Ask', quote_id: quote.id })
      await api.orders.create({ company_id, lead_id, lines: [{ name: 'Work', quantity: 1, unit_price: 10 }] })
      await api.tasks.create({ title: 'Call', deal_id, lead_id, company_id })
      await api.activities.log({ type: 'note', subject: 'Hi', company_id, lead_id, deal_id })
      for (const object of ['companies', 'contacts', 'deals', 'tasks', 'activities', 'quotes', 'orders', 'invoices'] as const) {
        const refused: { details?: { errors?: { allowed?: string[] }[] } } = await api.exports.create({ object, fields: ['nothing'] }).then(() => ({}), (error: object) => error) // prettier-ignore
        const allowed = (refused.details?.errors?.[0]?.allowed ?? []).filter((each) => !each.includes('<'))
        expect(allowed.length).toBeGreaterThan(10)
        const { id } = await api.exports.create({ object, format: 'jsonl', fields: allowed })
        await engine.tick()
        expect([object, await api.exports.get({ id })]).toMatchObject([object, { state: 'done', error: null }])
      }
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

it('is packed while it is read, in turns, however many cells it has', async () => {
  const row = rowLine(Array.from({ length: 200 }, (_, at) => (at % 2 ? at : `text ${at}`)))
  const parts = Array.from({ length: 10 }, () => row.repeat(500))
  let read = 0
  // By the processor: beside other tests this one may have to wait for it.
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [longest, last] = [0, used()]
  const timer = setInterval(() => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  const pieces: number[] = []
  async function* counted() {
    for (const part of parts) {
      read += 1
      yield part
    }
  }
  for await (const piece of workbookOf('numbers', new Date('2026-01-15T09:00:00Z'), counted())) {
    pieces.push(piece.length)
    // Most of the file has left before the last part is read.
    if (read === 2) expect(pieces.length).toBeGreaterThan(1)
  }
  clearInterval(timer)
  expect(read).toBe(10)
  expect(Math.max(...pieces)).toBeLessThan(256 * 1024)
  expect(longest).toBeLessThan(200)
})

it('has no cell longer than programs open', async () => {
  const bytes = await joined(workbookOf('long', new Date('2026-01-15T09:00:00Z'), given([rowLine(['x'.repeat(40_000)])])))
  expect(readWorkbook(bytes).cells[0]?.[0]).toHaveLength(32_767)
})
