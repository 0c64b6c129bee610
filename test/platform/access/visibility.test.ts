import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'
import { type Actor, type AnyOperation, type Api, type CrmError, Engine, scopes } from 'rapport-crm'
import { mcp } from 'rapport-crm/mcp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modernRequest } from '../../adapters/mcp-wire.ts'
import { collectionOf, Made, namesInPath } from '../../quality/fuzz/requests.ts'
import { valuesOf } from '../../quality/fuzz/values.ts'
import { TestClock } from '../../support/clock.ts'
import { ada, newPlace } from '../../support/storages.ts'
import { type Ids, plant, plantSent, shareRules } from './planted.ts'
import { withWriter } from '../../support/writing.ts'
import { tablesOf, withTables } from './tables.ts'

type Entity = { readonly table: string; readonly ownership?: object }
type Input = Readonly<Record<string, unknown>>

const member = { organization: 'acme', role: 'member', scopes: new Set(scopes) } as const
const bob: Actor = { ...member, user: 'bob@acme.test', visibility: 'own' }
/** Of the team of Bob, and without a record of their own. */
const tim: Actor = { ...member, user: 'tim@acme.test', visibility: 'team' }

const plugins = [...withTables.plugins, ...withWriter.plugins]
/** Asked besides the ids of records, where the schema does not say what to ask. */
const inputs: Readonly<Record<string, object | ((ids: Ids) => object)>> = {
  searchAll: { q: 'hers' },
  renderEmailTemplate: (ids) => ({ template_id: ids['email-templates'], contact_id: ids['contacts'] }),
  resolveRecords: { email: 'private@hers.example', domain: 'hers.example', code: 'hers-1' },
  resolvePrices: { lines: [{ sku: 'C-1' }] },
  calculateQuote: { lines: [{ sku: 'C-1', name: 'Work' }] },
  getProperty: { object: 'contacts', name: 'remark' },
  queryReport: { measures: [{ measure: 'count' }] },
  previewList: { filter: { and: [] } },
  createExport: { object: 'contacts' },
  listAssociations: (ids) => ({ object: 'contacts', record_id: ids['contacts'] }),
  listAttachments: (ids) => ({ object: 'contacts', record_id: ids['contacts'] }),
}
describe.each(['SQLite memory', 'PostgreSQL'] as const)('a user who does not see all records (%s)', (name) => {
  const ends: (() => Promise<void>)[] = []
  let shared: Engine
  let alone: Engine
  let own: Ids
  let ownAlone: Ids
  let hers: Ids

  beforeAll(async () => {
    const open = async () => {
      const place = await newPlace(name)
      const engine = (await Engine.open({ storage: place.storage(), ports: [new TestClock()], plugins })) as Engine
      ends.push(
        () => engine.close(),
        () => place.remove(),
      )
      const api = engine.as(ada)
      const team = await api.teams.create({ name: 'Sales' })
      for (const { user, visibility } of [bob, tim]) await api.users.invite({ email: user, visibility: visibility!, team_id: team.id })
      const users = await idOf(engine, bob.user)
      await api.organization.update({ name: 'Acme' })
      const rules = await shareRules(api)
      const planted = await plant(api, engine.as(bob), bob.user, 'mine', 5, rules)
      const file = await engine.as(bob).exports.create({ object: 'contacts' })
      return [engine, { ...rules, users, teams: team.id, ...planted, exports: file.id, jobs: file.job_id }] as const
    }
    ;[[shared, own], [alone, ownAlone]] = await Promise.all([open(), open()])
    await plantSent(shared, bob.user, 'mine', own)
    await plantSent(alone, bob.user, 'mine', ownAlone)
    const api = shared.as(ada)
    const planted = await plant(api, api, ada.user, 'hers', 777_333, own)
    await plantSent(shared, ada.user, 'hers', planted, own['contacts'])
    const [from_id, to_id] = [own['contacts']!, planted['companies']!]
    await api.associations.create({ from_object: 'contacts', from_id, to_object: 'companies', to_id, label: 'hers too' })
    hers = { ...planted, exports: (await api.exports.create({ object: 'contacts' })).id }
    await Promise.all([shared.tick(), alone.tick()])
  })
  afterAll(async () => {
    for (const end of ends.splice(0)) await end()
  })

  const foreign = (text: string) => tellsOfHer(text) || Object.values(hers).some((id) => text.includes(id))

  it('sees no foreign row of any table that is not shared by all, because this test plants one in each', async () => {
    const tables = await tablesOf(shared)
    const limited = (shared.registry.all('entities') as readonly Entity[]).filter(({ ownership }) => ownership)
    const bare = limited.filter(({ table }) => !(tables[table] ?? []).some((row) => foreign(JSON.stringify(row))))
    expect(bare.map(({ table }) => table)).toEqual([])
  })

  it.each([bob, tim])(
    'finds no foreign record, count or sum in any list, search, get, report, timeline or export: $user',
    async (actor) => {
      const complaints: string[] = []
      for (const operation of shared.registry.list.filter(isRead)) {
        const { id, admin } = operation
        const twin = alone.registry.list.find((each) => each.id === id)!
        const check = (fine: boolean, what: string) => fine || complaints.push(`${id} ${what}`)
        const [asked, askedAlone, askedHers] = [own, ownAlone, { ...own, ...hers }].map((ids) => questions(operation, ids))
        for (const [at, input] of asked!.entries()) {
          const seen = await answer(shared, operation, input, actor)
          const text = shows(seen)
          check(!foreign(text), `shows a foreign record, asked ${shows(input)}: ${text}`)
          // Nothing tells that there is more than what is theirs: no count, no sum, no further page.
          const expected = comparable(await answer(alone, twin, askedAlone![at]!, actor))
          check(comparable(seen) === expected, differing(comparable(seen), expected))
          if (admin) check(refusal(seen) === 'forbidden', 'is open to members')
          // A file is for whoever asked for it alone.
          else
            check(
              refusal(seen) === (actor === tim && /^(get|download)Export$/.test(id) ? 'not_found' : undefined),
              `is not answered, asked ${shows(input)}: ${text}`,
            )
          if (shows(askedHers![at]) !== shows(input)) {
            const of = await answer(shared, operation, askedHers![at]!, actor)
            // Members are refused what is for administrators, whatever id they name.
            const refused = admin ? /^forbidden$/ : /^(not_found|invalid_input)$/
            check(refused.test(refusal(of) ?? '') && !tellsOfHer(shows(of)), `knows a foreign id: ${shows(of)}`)
          }
        }
      }
      expect(complaints).toEqual([])
    },
  )

  it('sees their own e-mails and enrollments, but not those of others in the same campaign or contact', async () => {
    const told = async (actor: Actor) => {
      const api = shared.as(actor)
      const { enrollments } = await api.contacts.enrollments({ id: own['contacts']! })
      return [(await api.analytics.email()).total.sent, enrollments.length]
    }
    expect([await told(bob), await told(ada)]).toEqual([
      [1, 3],
      [2, 4],
    ])
  })

  it('finds nothing foreign in the stream of events', async () => {
    const stream = (await shared.call(shared.registry.byId.get('streamEvents')!, { after: '0' }, bob)) as AsyncIterable<unknown>
    const { events } = await shared.as(bob).events.list({ limit: 200 })
    const seen: unknown[] = []
    for await (const each of stream) if (seen.push(each) === events.length) break
    expect(seen.length).toBeGreaterThan(10)
    expect(foreign(shows(seen))).toBe(false)
  })

  it('finds nothing foreign by any tool', async () => {
    const { key } = await shared.access.createKey({ name: 'Tools', organization: 'acme', user: 'bob@acme.test', scopes: ['read', 'mcp'] })
    const server = mcp(shared)
    const complaints: string[] = []
    for (const operation of shared.registry.list.filter((each) => each.mcp && isRead(each)))
      for (const input of [...questions(operation, own), ...questions(operation, { ...own, ...hers })]) {
        const tool = operation.id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
        const response = await server.fetch(modernRequest('tools/call', { name: tool, arguments: input as Input }, { token: key }))
        const text = await response.text()
        // An answer may name the id that was asked for.
        const told = Object.values(input).reduce<string>((rest, asked) => rest.replaceAll(String(asked), ''), text)
        if (!text.includes('"content"') || foreign(told)) complaints.push(`${tool}: ${text}`)
      }
    expect(complaints).toEqual([])
    await server.close()
  })

  it('changes, deletes, restores, merges and names no foreign record, one by one, as a set, or as a link', async () => {
    const before = await tablesOf(shared)
    const targets = new Made()
    for (const [collection, id] of Object.entries(hers)) targets.add({ route: `GET /${collection}` } as AnyOperation, { id })
    const complaints: string[] = []
    const writes = shared.registry.list.filter(
      (each) =>
        each.scope !== 'public' && !isRead(each) && !each.requiresFullVisibility && !each.admin && each.route.split(' ')[0] !== 'GET',
    )
    for (const operation of writes) {
      const generated = fc.sample(valuesOf(operation.input), { seed: 7, numRuns: 6 }) as Input[]
      const answers: unknown[] = []
      const about = collectionOf(operation.route)
      const aboutHers = namesInPath(operation).includes('id') && about in hers
      for (const each of generated) {
        const named = targets.resolve(each, operation) as object
        answers.push(await answer(shared, operation, { ...withoutOwnWords(named), ...(aboutHers && { id: hers[about] }) }))
      }
      if (aboutHers && !answers.some((each) => refusal(each) === 'not_found')) complaints.push(`${operation.id}: ${shows(answers)}`)
      if (aboutHers && answers.some((each) => refusal(each) === undefined)) complaints.push(`${operation.id} succeeds: ${shows(answers)}`)
      const leaks = answers.map(shows).filter(tellsOfHer)
      if (leaks.length > 0) complaints.push(`${operation.id} tells: ${leaks.join()}`)
    }
    expect(complaints).toEqual([])
    const after = await tablesOf(shared)
    for (const [table, rows] of Object.entries(after)) {
      const told = (of: readonly object[]) => of.map(shows).filter(foreign).toSorted()
      expect([table, told(rows)]).toEqual([table, told(before[table]!)])
    }
  })

  it('sees what they make and nobody owns, and gets it linked to no company that they do not see', async () => {
    const mine = shared.as(bob)
    await shared.as(ada).contacts.create({ email: 'free@else.example' })
    const told = (record: object) =>
      shows(record)
        .replaceAll(ids, 'id')
        .replaceAll(/hers|fresh/g, 'domain')
    // The company of the domain is there or not: the answers are the same, and so is what is made.
    const [contact, fresh] = [
      await mine.contacts.create({ email: 'new@hers.example' }),
      await mine.contacts.create({ email: 'new@fresh.example' }),
    ]
    expect(told(contact)).toBe(told(fresh))
    const [company, other] = [await mine.companies.get({ id: contact.company_id! }), await mine.companies.get({ id: fresh.company_id! })]
    expect(told(company)).toBe(told(other))
    expect(company).toMatchObject({ domain: 'hers.example', name: 'hers.example' })
    expect(company.id).not.toBe(hers['companies'])
    const [again, named] = [
      await mine.contacts.create({ email: 'second@hers.example' }),
      await mine.companies.create({ name: 'Own Ltd', domain: 'hers.example' }),
    ]
    expect([again.company_id, named.id]).toEqual([company.id, company.id])
    // A contact that is known already names no company that its writer does not see, as a new one does not.
    for (const company_id of [hers['companies']!, own['contacts']!])
      await expect(mine.contacts.create({ email: 'new@hers.example', company_id })).rejects.toMatchObject({
        details: { errors: [{ path: '/company_id', code: 'unknown_record' }] },
      })
    const kim = shared.as({ ...bob, user: 'kim@acme.test' })
    const explicit = await kim.companies.create({ name: 'Kim Ltd', domain: 'hers.example', domains: ['second-hers.example'] })
    expect(explicit).toMatchObject({ domain: 'hers.example', domains: ['second-hers.example'], created_by: 'kim@acme.test' })
    expect((await kim.companies.update({ id: explicit.id, domain: 'own-kim.example' })).domain).toBe('own-kim.example')
    expect((await kim.companies.update({ id: explicit.id, domain: 'hers.example' })).version).toBe(3)
    expect((await shared.as(ada).companies.update({ id: explicit.id, domain: 'hers.example', name: 'Kim' })).name).toBe('Kim')
    await kim.companies.delete({ id: explicit.id })
    expect((await kim.companies.restore({ id: explicit.id })).domain).toBe('hers.example')
    expect((await shared.as(ada).contacts.create({ email: 'all@hers.example' })).company_id).toBe(hers['companies'])
    expect((await mine.contacts.list({ email: 'new@hers.example' })).contacts).toMatchObject([{ id: contact.id }])
    expect((await mine.contacts.list({ email: 'free@else.example' })).contacts).toEqual([])
    const { results } = await mine.contacts.bulkUpsert({ records: [{ email: 'bea@hers.example' }, { email: 'bea@second-hers.example' }] })
    expect(results).toMatchObject([{ status: 'created' }, { status: 'created' }])
    expect((await mine.contacts.get({ id: results[0]!.id! })).company_id).toBe(company.id)
    await expect(mine.contacts.create({ email: 'ann@hers.example' })).rejects.toMatchObject({
      code: 'already_exists',
      details: expect.not.objectContaining({ existing_id: expect.anything() }),
    })
    expect((await mine.products.list()).products).toEqual(expect.arrayContaining([expect.objectContaining({ sku: 'C-1' })]))
    // The same question of somebody who sees everything is not answered with nothing.
    expect(shows(await shared.as(ada).search.all({ q: 'hers' }))).toContain(hers['contacts'])
  })

  it('has each record of a set refused alone that claims a key of one that they do not see, which is not named', async () => {
    const all = shared.as(ada)
    const mine = shared.as(bob)
    const external_ids = [{ provider: 'custom:erp', id: 'unseen' }]
    await all.properties.create({ object: 'contacts', name: 'badge', type: 'text', unique: true })
    const foreign = await all.contacts.create({ first_name: 'Hers', assigned_to: 'ada@acme.test', external_ids, custom: { badge: 'B7' } })
    const records = [
      { email: 'ann@hers.example', title: 'Boss' },
      { email: 'fresh@else.example' },
      { first_name: 'By id', external_ids },
      { first_name: 'By badge', custom: { badge: 'B7' } },
    ]
    const answer = await mine.contacts.bulkUpsert({ records })
    expect(answer).toMatchObject({ created: 1, rejected: [0, 2, 3].map((index) => ({ index, code: 'taken' })) })
    expect(answer.rejected.map(({ field }) => field)).toEqual(['email', 'external_ids', 'custom.badge'])
    expect(await mine.contacts.bulkUpsert({ records, dry_run: true })).toMatchObject({ unchanged: 1, rejected: [{}, {}, {}] })
    const single = await mine.contacts
      .create({ first_name: 'X', custom: { badge: 'B7' } })
      .catch(({ code, details }: CrmError) => ({ code, details }))
    expect(JSON.stringify([answer, single])).not.toContain(foreign.id)
    expect(single).toMatchObject({ code: 'already_exists' })
    const owner_email = 'ada@acme.test'
    const [stays, gone] = [
      await all.companies.create({ name: 'Stays', code: 'H-1', owner_email }),
      await all.companies.create({ name: 'Gone', code: 'H-2', owner_email }),
    ]
    await all.companies.merge({ id: stays.id, merge_ids: [gone.id] })
    const codes = ['H-1', 'H-2'].map((code) => ({ name: 'Mine', code }))
    expect(await mine.companies.bulkUpsert({ records: codes })).toMatchObject({
      created: 1,
      rejected: [{ index: 0, code: 'taken', field: 'code' }],
    })
  })

  it('is refused operations on the records of all owners', async () => {
    const whole = shared.registry.list.filter(({ requiresFullVisibility }) => requiresFullVisibility)
    expect(whole.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['createWebhook', 'ingestRecords', 'createImport', 'mergeContacts', 'deletePipelineStage']),
    )
    expect(new Set(await Promise.all(whole.map(async (each) => refusal(await answer(shared, each, {})))))).toEqual(new Set(['forbidden']))
  })
})

const isRead = ({ scope, route, requiresFullVisibility }: AnyOperation) =>
  scope === 'read' && !requiresFullVisibility && !/stream|^POST .privacy|probe/.test(route)
const shows = (value: unknown) => JSON.stringify(value, (_, each: unknown) => (each instanceof Uint8Array ? textOf(each) : each)) ?? ''
const textOf = (bytes: Uint8Array) => (bytes[0] === 0x25 ? bytes.length : Buffer.from(bytes).toString())
// Ids of other systems may be any words, those of foreign records too.
const withoutOwnWords = (input: object): object =>
  JSON.parse(JSON.stringify(input, (name, each: unknown) => (name === 'external_ids' ? undefined : each)))
// Digits of an id are no amount.
const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const tellsOfHer = (text: string) => /hers|777.?333/i.test(text.replaceAll(ids, 'id'))
const refusal = (answered: unknown) => (answered as { refused?: string } | null)?.refused
const idOf = async (engine: { as(actor: Actor): Api }, email: string) => (await engine.as(ada).users.list({ email })).users[0]?.id ?? ''

// Ids, cursors, Message-IDs and the numbers of events differ between two databases that hold the same.
const comparable = (value: unknown) =>
  shows(value)
    .replaceAll(ids, 'id')
    .replaceAll(/"(next_cursor|cursor|url|public_url|token|public_token|key|message_id)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/"id":"?\d+"?/g, '"id":0')

function differing(one: string, other: string): string {
  const at = [...one].findIndex((letter, place) => letter !== other[place])
  return `answers …${one.slice(Math.max(0, at - 60), at + 100)} instead of …${other.slice(Math.max(0, at - 60), at + 100)}`
}

/** What an operation is asked: plainly, with all that it can show beside, for every object that it knows. */
function questions(operation: AnyOperation, ids: Ids): object[] {
  const { properties, required = [] } = operation.input as { properties: Record<string, TSchema>; required?: string[] }
  const collection = collectionOf(operation.route)
  const path = Object.fromEntries(namesInPath(operation).map((name) => [name, ids[name === 'id' ? collection : name] ?? '1']))
  const known = inputs[operation.id]
  const given: Input = { ...(typeof known === 'function' ? known(ids) : known) }
  const plain: Input = { ...path, ...given }
  const objects = required.includes('object') && !('object' in given) ? objectsOf(properties['object']!) : []
  const all = objects.length > 0 ? objects.map((object) => ({ ...plain, object })) : [plain]
  const include = wordsOf((properties['include'] as { items?: TSchema } | undefined)?.items)
  const beside = { ...(include.length > 0 && { include }), ...('count' in properties && { count: true }) }
  return Object.keys(beside).length > 0 ? [...all, ...all.map((each) => ({ ...each, ...beside }))] : all
}

const wordsOf = (schema: TSchema | undefined): string[] =>
  ((schema?.['anyOf'] as { const?: string }[] | undefined) ?? (schema?.['const'] ? [schema as { const?: string }] : [])).flatMap(
    (each) => each.const ?? [],
  )
const objectsOf = (schema: TSchema): string[] => (wordsOf(schema).length > 0 ? wordsOf(schema) : ['contacts', 'companies', 'deals'])

async function answer(engine: Engine, operation: AnyOperation, input: object, actor: Actor = bob): Promise<unknown> {
  try {
    return await engine.call(operation, input, actor)
  } catch (error) {
    const { code, message } = error as CrmError
    if (code === undefined) throw error
    return { refused: code, message }
  }
}
