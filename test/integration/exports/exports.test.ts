import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Actor, type Api, type Engine, plugin, scopes } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { expect, it } from 'vitest'
import type { Resolved } from '../../../core/kernel/operation/operation.ts'
import { ContactService } from '../../../core/crm/contacts/service.ts'
import { Units } from '../../../core/kernel/storage/units/units.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const bob: Actor = { organization: 'acme', user: 'bob@acme.test', role: 'member', scopes: new Set(scopes), visibility: 'own' }

type Asked = Parameters<Api['exports']['create']>[0]

async function textOf(api: Api, id: string): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await api.exports.download({ id })) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

async function file(engine: Engine, api: Api, asked: Asked): Promise<string> {
  const { id } = await api.exports.create(asked)
  await engine.tick()
  return await textOf(api, id)
}

/** A reader of RFC 4180 of its own. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}
const tableOf = (csv: string) => {
  const [head = [], ...rows] = rowsOf(csv)
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])))
}

// As people read a value in a cell: nothing of null, texts with commas or semicolons between them, JSON of what has parts.
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

describeStorages(
  'an export',
  (open) => {
    it('is made once for one Idempotency-Key, however often it is asked for', async () => {
      const { api } = await open()
      const [first, again] = [
        await api.exports.create({ object: 'contacts' }, { idempotencyKey: 'night' }),
        await api.exports.create({ object: 'contacts' }, { idempotencyKey: 'night' }),
      ]
      expect(again.id).toBe(first.id)
      await expect(api.exports.create({ object: 'deals' }, { idempotencyKey: 'night' })).rejects.toMatchObject({
        code: 'idempotency_mismatch',
      })
    })

    it('is read no further once the key of its reader is revoked', async () => {
      const { engine, api } = await open()
      const { key, id: keyId } = await api.apiKeys.create({ name: 'Reader', scopes: ['read'] })
      const { id } = await api.exports.create({ object: 'contacts' })
      await engine.tick()
      const actor = await engine.authenticate(key ?? '')
      const pieces = (await engine.as(actor).exports.download({ id }))[Symbol.asyncIterator]()
      expect((await pieces.next()).done).toBe(false)
      const ended = Promise.withResolvers<unknown>()
      engine.watch({ actor, scope: 'read', ended: ended.resolve })
      await api.apiKeys.revoke({ id: keyId })
      await ended.promise
      await expect(pieces.next()).rejects.toMatchObject({ code: 'unauthenticated' })
    })

    it('is asked for, written by a job, and read at the address that it then has', async () => {
      const { engine, api } = await open()
      await api.contacts.create({ email: 'ann@one.example', first_name: 'Änn' })
      const asked = await api.exports.create({ object: 'contacts', fields: 'primary_email, first_name' })
      expect(asked).toMatchObject({ object: 'contacts', format: 'csv', state: 'queued', done: 0, bytes: null, url: null, expires_at: null })
      await expect(api.exports.download({ id: asked.id })).rejects.toMatchObject({ code: 'conflict' })
      await engine.tick()
      const done = await api.exports.get({ id: asked.id })
      const content = 'primary_email,first_name\r\nann@one.example,Änn\r\n'
      expect(done).toMatchObject({
        state: 'done',
        done: 1,
        total: 1,
        bytes: Buffer.byteLength(content),
        filename: 'acme-contacts-2026-01-15.csv',
        url: `/api/v1/exports/${asked.id}/file`,
        expires_at: '2026-01-22T09:00:00.000Z',
        error: null,
      })
      expect(await api.jobs.get({ id: done.job_id })).toMatchObject({ kind: 'export', state: 'done', done: 1, total: 1 })
      expect(await textOf(api, asked.id)).toBe(content)
    })

    it('is read over HTTP with a key, in pieces, with name, type and length; without a key it is not', async () => {
      const { engine, clock, place } = await open()
      expect([clock.now().getFullYear(), place.name.length > 0]).toEqual([2026, true])
      await engine.access.bootstrap({ key: 'rk_of_this_test_0123456789' })
      const api = engine.as(await engine.authenticate('rk_of_this_test_0123456789'))
      await api.products.create({ sku: 'A-1', name: 'Stół, "dąb"', price: 1234.5 })
      const { id } = await api.exports.create({ object: 'products', fields: ['sku', 'name', 'price'] })
      await engine.tick()
      const path = (await api.exports.get({ id })).url!
      const server = http(engine)
      const listening = createServer(server.node).listen(0, '127.0.0.1')
      await new Promise((resolve) => listening.once('listening', resolve))
      const address = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
      const headers = { authorization: 'Bearer rk_of_this_test_0123456789' }
      const content = 'sku,name,price\r\nA-1,"Stół, ""dąb""",1234.5\r\n'
      for (const answer of [
        await fetch(address + path, { headers }),
        await server.fetch(new Request(`http://crm.test${path}`, { headers })),
      ]) {
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
        expect(answer.headers.get('content-disposition')).toBe('attachment; filename="main-products-2026-01-15.csv"')
        expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(content)))
        expect(await answer.text()).toBe(content)
      }
      const head = await fetch(address + path, { headers, method: 'HEAD' })
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(Buffer.byteLength(content)), ''])
      expect((await fetch(address + path)).status).toBe(401)
      await new Promise((resolve) => listening.close(resolve))
    })

    it('has the records that a search finds, in its order, every field, and a column for each custom property', async () => {
      const { engine, api } = await open()
      await api.properties.create({ object: 'deals', name: 'seats', type: 'number' })
      const company = await api.companies.create({ name: 'Big', tier: 'gold', domain: 'big.example' })
      const deal = (name: string, amount: number, custom: Record<string, string | number>) =>
        api.deals.create({ name, amount, custom, company_id: company.id, tags: ['a', 'b'] })
      await deal('=HYPERLINK("http://evil.example")', 98_765_432_109.87, { seats: 7, '@note': '-1+1' })
      await deal('two\r\nlines', 0.1, {})
      await deal('Small', 0.0001, { seats: 1 })
      await api.deals.create({ name: 'No company', amount: 5 })
      const filter = {
        and: [
          { field: 'company.tier', op: 'eq' as const, value: 'gold' },
          { field: 'amount', op: 'gt' as const, value: 0.001 },
        ],
      }
      const csv = await file(engine, api, { object: 'deals', filter, sort: '-amount' })
      const [large, small, ...none] = tableOf(csv)
      expect(none).toEqual([])
      expect(large).toMatchObject({
        name: `'=HYPERLINK("http://evil.example")`,
        amount: '98765432109.87',
        'custom.seats': '7',
        tags: 'a; b',
      })
      expect(JSON.parse(large!['custom']!)).toEqual({ '@note': '-1+1' })
      expect(small).toMatchObject({ name: 'two\r\nlines', amount: '0.1', 'custom.seats': '', custom: '' })
      // Every column that a list shows, and those of the properties.
      const { deals } = await api.deals.search({ filter, sort: '-amount' })
      const known = Object.keys(deals[0]!)
      expect(
        Object.keys(large!)
          .filter((name) => !['custom.seats', 'company.name', 'contact.name', 'owner.name'].includes(name))
          .toSorted(),
      ).toEqual(known.toSorted())
      const lines = (await file(engine, api, { object: 'deals', filter, sort: '-amount', format: 'jsonl' })).trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(deals)
      const some = await file(engine, api, {
        object: 'deals',
        filter,
        sort: '-amount',
        format: 'jsonl',
        fields: ['custom.seats', 'amount'],
      })
      expect(some).toBe('{"custom.seats":7,"amount":98765432109.87}\n{"custom.seats":null,"amount":0.1}\n')
    })

    it('makes formulas that a spreadsheet would run harmless, and leaves numbers and telephone numbers as they are', async () => {
      const { engine, api } = await open()
      const names = ['=1+1', '+1+1', '-2+3', '@SUM(A1)', '\tx', '＝1', "'a", 'a=b']
      for (const first_name of names) await api.contacts.create({ first_name, phone: '+493012345', lead_score: -5 })
      const table = tableOf(await file(engine, api, { object: 'contacts', fields: ['first_name', 'phone', 'lead_score'] }))
      const expected = names.map((name) => (/^['a]/.test(name) ? name : `'${name}`))
      expect(table.map((row) => row['first_name'])).toEqual(expected.map((each) => (each === "'\tx" ? expect.stringMatching(/x$/) : each)))
      expect(new Set(table.map((row) => `${row['phone']} ${row['lead_score']}`))).toEqual(new Set(['+493012345 -5']))
    })

    it('has the members of a list, and the answer of a report', async () => {
      const { engine, api } = await open()
      const [ann, ben] = [
        await api.contacts.create({ email: 'ann@one.example', first_name: 'Ann' }),
        await api.contacts.create({ email: 'ben@two.example', first_name: 'Ben' }),
      ]
      await api.contacts.create({ email: 'cy@three.example', first_name: 'Cy' })
      const list = await api.lists.create({ name: 'Some', object: 'contacts', ids: [ann.id, ben.id] })
      const fields = ['first_name']
      expect(await file(engine, api, { list_id: list.id, fields })).toBe('first_name\r\nAnn\r\nBen\r\n')
      const filter = { field: 'first_name', op: 'neq' as const, value: 'Ann' }
      expect(await file(engine, api, { list_id: list.id, fields, filter })).toBe('first_name\r\nBen\r\n')
      await api.deals.create({ name: 'One', amount: 0.1, source: '=web' })
      await api.deals.create({ name: 'Two', amount: 0.2, source: '=web' })
      const report = await api.reports.create({
        name: 'By source',
        object: 'deals',
        group_by: [{ field: 'source' }],
        measures: [{ measure: 'sum', field: 'amount' }],
      })
      expect(await file(engine, api, { report_id: report.id })).toBe("source,sum_amount\r\n'=web,0.3\r\n")
      expect(await file(engine, api, { report_id: report.id, format: 'jsonl' })).toBe('{"source":"=web","sum_amount":0.3}\n')
      expect(await file(engine, api, { report_id: report.id, period: 'last_year' })).toBe('source,sum_amount\r\n')
    })

    it('of every record type has what its list shows', async () => {
      const { engine, api } = await open()
      const company = await api.companies.create({ name: 'One', domain: 'one.example' })
      const lines = [{ name: 'Work', quantity: 1, unit_price: 10 }]
      const order = await api.orders.create({ company_id: company.id, lines, status: 'confirmed' })
      await api.quotes.create({ lines })
      await api.invoices.create({ lines, status: 'sent', issue_date: '2025-01-01', due_date: '2025-02-01', order_id: order.id })
      await api.creditNotes.create({ reason: 'refund', lines })
      await api.products.create({ sku: 'A', name: 'A' })
      await api.priceRules.create({ kind: 'discount_percent', value: 5 })
      await api.tasks.create({ title: 'Call', due_at: '2025-01-01T00:00:00Z' })
      await api.activities.log({ type: 'note', subject: 'Hi', company_id: company.id })
      await api.contacts.create({ email: 'ann@one.example' })
      await api.deals.create({ name: 'Deal' })
      const objects = [
        'companies',
        'contacts',
        'deals',
        'tasks',
        'activities',
        'quotes',
        'orders',
        'invoices',
        'credit_notes',
        'products',
        'price_rules',
      ] as const
      for (const object of objects) {
        const operation = engine.registry.list.find(({ route }) => route === `GET /${object.replace('_', '-')}`)!
        const listed = (await engine.call(operation, {}, ada)) as Record<string, object[]>
        const exported = JSON.parse(await file(engine, api, { object, format: 'jsonl' })) as unknown
        expect(exported).toEqual(JSON.parse(JSON.stringify(listed[object]![0])))
        const rows = tableOf(await file(engine, api, { object }))
        const custom = object === 'contacts' ? 'custom_properties' : 'custom'
        // Custom values have columns of their own where they are defined, and none is here.
        const cells = Object.entries(listed[object]![0]!).map(([name, value]) => [name, name === custom ? '' : cellOf(value)])
        // Names stand beside ids.
        const own = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith('.name'))))
        expect([object, own]).toEqual([object, [Object.fromEntries(cells)]])
      }
    })

    it('as a table is understood by an import of another organization: who and what it is, and what it comes to', async () => {
      const { engine, api } = await open()
      const other = engine.as({ ...ada, organization: 'other' })
      const address = { street: 'Weg 1', postal_code: '24103', city: 'Kiel', country: 'DE' }
      const { id } = await api.companies.create({
        name: 'Müller & Söhne',
        domain: 'mueller.example',
        vat_number: 'DE123456788',
        billing_address: address,
      })
      const person = { first_name: 'Änn', last_name: 'O"Neil, Jr', title: 'Head of "Ops"', phone: '+49301234567' }
      await api.contacts.create({ ...person, email: 'ann@mueller.example' })
      await api.products.create({ sku: 'OIL', name: 'Oil; cold', price: 10.5, currency: 'EUR', brand: 'Best' })
      await api.deals.create({ name: 'Oil, a lot', amount: 1234.5, currency: 'EUR', close_date: '2026-12-24', company_id: id })
      const document = { company_id: id, currency: 'EUR', lines: [{ name: 'Oil', quantity: 2, unit_price: 10.5, tax_rate: 19 }] }
      await api.quotes.create(document)
      await api.orders.create(document)
      await api.invoices.create({ ...document, status: 'sent', issue_date: '2025-01-01', due_date: '2025-02-01' })
      await api.creditNotes.create({ ...document, reason: 'refund' })
      await api.priceRules.create({ kind: 'discount_percent', value: 5, sku: 'OIL' })
      const told = {
        companies: ['name', 'vat_number'],
        contacts: ['email', 'first_name', 'last_name', 'title', 'phone', 'company'],
        products: ['sku', 'name', 'price', 'currency', 'brand'],
        deals: ['name', 'amount', 'currency', 'close_date'],
        quotes: ['number', 'total_excl_tax', 'tax_total', 'total_incl_tax', 'currency'],
        orders: ['number', 'total_excl_tax', 'tax_total', 'total_incl_tax', 'currency'],
        invoices: ['number', 'total_excl_tax', 'tax_total', 'total_incl_tax', 'currency', 'issue_date', 'due_date', 'balance_due'],
        credit_notes: ['number', 'total_excl_tax', 'tax_total', 'total_incl_tax', 'currency'],
        price_rules: ['kind', 'value', 'sku'],
      } as const
      for (const [object, names] of Object.entries(told)) {
        const content = await file(engine, api, { object: object as keyof typeof told })
        const { id } = await other.imports.create({ object, content })
        await other.imports.start({ id })
        await engine.tick()
        expect([object, await other.imports.get({ id })]).toMatchObject([object, { state: 'done', created: 1, rejected: 0 }])
        const operation = engine.registry.list.find(({ route }) => route === `GET /${object.replace('_', '-')}`)!
        const [was, is] = await Promise.all(
          ['acme', 'other'].map(async (organization) => {
            const listed = (await engine.call(operation, {}, { ...ada, organization })) as Record<string, Record<string, unknown>[]>
            return Object.fromEntries(names.map((name) => [name, listed[object]!.at(-1)![name]]))
          }),
        )
        expect([object, is]).toEqual([object, was])
      }
    })

    it('is bound to its organization and to what its maker sees', async () => {
      const { engine, api } = await open()
      await api.users.invite({ email: 'bob@acme.test', visibility: 'own' })
      await api.contacts.create({ email: 'hers@one.example', assigned_to: 'ada@acme.test' })
      await api.contacts.create({ email: 'his@one.example', assigned_to: 'bob@acme.test' })
      const fields = ['primary_email']
      const all = await api.exports.create({ object: 'contacts', fields })
      const his = await engine.as(bob).exports.create({ object: 'contacts', fields })
      await engine.tick()
      expect(await textOf(engine.as(bob), his.id)).toBe('primary_email\r\nhis@one.example\r\n')
      expect((await textOf(api, all.id)).split('\r\n')).toHaveLength(4)
      const eve: Actor = { ...bob, user: 'eve@acme.test', visibility: 'team', sees: ['eve@acme.test', 'ada@acme.test', 'bob@acme.test'] }
      for (const actor of [{ ...ada, organization: 'other' }, eve])
        for (const id of [all.id, his.id]) {
          await expect(engine.as(actor).exports.get({ id })).rejects.toMatchObject({ code: 'not_found' })
          await expect(engine.as(actor).exports.download({ id })).rejects.toMatchObject({ code: 'not_found' })
        }
      // Who sees less by now than then has to ask again.
      const narrowed = engine.as({ ...ada, role: 'member', visibility: 'own', sees: ['ada@acme.test'] })
      await expect(narrowed.exports.download({ id: all.id })).rejects.toMatchObject({ code: 'forbidden' })
    })

    it('is canceled as a job, and expires', async () => {
      const { engine, api, clock } = await open()
      await api.contacts.create({ email: 'ann@one.example' })
      const stopped = await api.exports.create({ object: 'contacts' })
      await api.jobs.cancel({ id: stopped.job_id })
      const kept = await api.exports.create({ object: 'contacts' })
      await engine.tick()
      expect(await api.exports.get({ id: stopped.id })).toMatchObject({ state: 'cancelled', url: null })
      await expect(api.exports.download({ id: stopped.id })).rejects.toMatchObject({ code: 'conflict' })
      clock.advance('7 days')
      expect(await api.exports.get({ id: kept.id })).toMatchObject({ state: 'expired', url: null })
      await expect(api.exports.download({ id: kept.id })).rejects.toMatchObject({ code: 'not_found' })
      clock.advance('84 days')
      await engine.tick()
      await expect(api.exports.get({ id: kept.id })).rejects.toMatchObject({ code: 'not_found' })
    })

    it('that could not be written is refused at once, with the place of the fault', async () => {
      const { api } = await open()
      const report = await api.reports.create({ name: 'R', object: 'deals' })
      const unknown = '01890000-0000-7000-8000-000000000000'
      const refused: readonly (readonly [string, object])[] = [
        ['/object', {}],
        ['/object', { object: 'contacts', report_id: report.id }],
        ['/object', { object: 'webhooks' }],
        ['/list_id', { list_id: unknown }],
        ['/report_id', { report_id: unknown }],
        ['/filter', { report_id: report.id, filter: { field: 'name', op: 'is_set' } }],
        ['/filter/field', { object: 'contacts', filter: { field: 'nothing', op: 'is_set' } }],
        ['/sort', { object: 'contacts', sort: 'nothing' }],
        ['/fields/1', { object: 'contacts', fields: 'first_name, secret' }],
        ['/fields/0', { object: 'quotes', fields: ['public_token'] }],
        ['/period', { object: 'deals', period: 'month' }],
        ['/format', { object: 'deals', format: 'ods' }],
        ['/lines', { object: 'contacts', lines: true }],
        ['/lines', { report_id: report.id, lines: true }],
        ['/fields/0', { object: 'deals', fields: ['company.password'] }],
        ['/fields/0', { object: 'contacts', fields: ['lines.sku'] }],
      ]
      for (const [path, asked] of refused)
        await expect(api.exports.create(asked)).rejects.toMatchObject({
          code: 'invalid_input',
          details: { errors: [expect.objectContaining({ path })] },
        })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

// What it shows is the same on both databases, and thousands of records are slow to make.
describeStorages(
  'an export of many records',
  (open) => {
    it('continues after the last record of each page, even if records are written meanwhile', async () => {
      let isRunning = false
      let meddled = 0
      const meddling = plugin({
        name: 'meddling',
        version: '1.0.0',
        loops: [
          class Meddling {
            static readonly uses = { units: Units }
            readonly units: Units
            constructor({ units }: Resolved<typeof Meddling.uses>) {
              this.units = units
            }
            async run() {
              // Each write wakes it again, so it has to end by itself.
              if (!isRunning || meddled >= 4) return null
              await this.units.write(ada, async (resolve) => {
                const contacts = resolve(ContactService)
                const { items } = await contacts.list({ sort: 'created_at', limit: 3 })
                // The first ones are written already, so that pages by number would skip as many.
                for (const { id } of items) await contacts.remove(id)
                await contacts.add({ first_name: `Late ${(meddled += 1)}` })
              })
              return null
            }
          },
        ],
      })
      const { engine, api, clock } = await open({ plugins: [meddling] })
      const names: string[] = []
      for (let set = 0; set < 2; set += 1) {
        const records = Array.from({ length: 2300 }, (_, at) => ({ first_name: `N${set}-${at}` }))
        names.push(...records.map(({ first_name }) => first_name))
        await api.contacts.bulkUpsert({ records })
        clock.advance(1000)
      }
      const { id } = await api.exports.create({ object: 'contacts', fields: ['first_name'] })
      isRunning = true
      await engine.tick()
      isRunning = false
      const rows = (await textOf(api, id)).trimEnd().split('\r\n').slice(1)
      const kept = rows.filter((row) => row.startsWith('N'))
      expect(meddled).toBeGreaterThan(1)
      expect(new Set(rows).size).toBe(rows.length)
      // Those that were deleted before the first page are all that is missing.
      expect(kept.length).toBeGreaterThan(names.length - 4)
      expect(await api.exports.get({ id })).toMatchObject({ state: 'done', done: rows.length })
    })
  },
  ['SQLite memory'],
)
