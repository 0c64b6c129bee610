import { randomUUID } from 'node:crypto'
import type { AnyOperation, CrmError, Engine } from 'rapport-crm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { http } from 'rapport-crm/http'
import { builtin } from '../../core/builtin.ts'
import { composeFeatures } from '../../core/records/record-type/compose-features.ts'
import { ingestObjects } from '../../core/integration/ingest/objects.ts'
import { camel } from '../../core/records/record-type/resource.ts'
import { fleet } from '../plugins/fleet/index.ts'
import { ada, describeStorages } from '../support/storages.ts'
import { transports } from '../support/transports.ts'
import type { Caller } from './transport.contract.ts'

type Values = Readonly<Record<string, unknown>>

/** A record type of the suite: how its records are made, and what is particular to it. */
export interface RecordTypeCase {
  readonly plural: string
  /** Input of create of the record of this number; the suite adds an external id. */
  sample(at: number): Values
  /** A change of one field. */
  readonly change: Values
  /** Besides the external id, values by which the record of this number is found again. */
  key?(at: number): Values
  /** A word that full-text search finds the record of this number by. */
  word?(at: number): string
  /** What two records have in common so that they may be one, and the reason that is given. */
  readonly twins?: { readonly reason: string; readonly values: Values }
  /** Each record is about a company. */
  readonly ofCompany?: true
  /** The operation that creates one, where it is not called `create`. */
  readonly creates?: string
  /** Sets of 5,000 are tried, as many as one call takes; of the others 200, to save time. */
  readonly manyAtOnce?: true
  /** Aspects that cannot be tried, with the reason. */
  readonly skips?: Readonly<Record<string, string>>
}

interface Running {
  readonly engine: Engine
  readonly callers: Readonly<Record<string, Caller>>
  /** The paths of the OpenAPI document, which is made once for all record types. */
  paths(): Promise<readonly string[]>
}

const { types, registry } = composeFeatures([...builtin, fleet])
const PROVIDER = 'custom:suite'
/** Why an aspect is skipped that no declaration switches on. */
const missing: Readonly<Record<string, string>> = {
  'is imported from files': 'imports and data sources know a fixed set of objects so far',
}

/** What every record type must do on every storage and transport; an aspect that it does not declare is skipped with the reason. */
export function describeRecordTypes(cases: readonly RecordTypeCase[]): void {
  describeStorages(
    'record types',
    (open) => {
      let engine: Engine
      let callers: Readonly<Record<string, Caller>>
      let known: Promise<readonly string[]> | undefined
      let key = ''
      const paths = () => (known ??= pathsOf(engine, key))
      beforeAll(async () => {
        const opened = await open({ plugins: [fleet], kept: true, rateLimit: 1_000_000 } as never)
        ;({ engine } = opened)
        key = (await engine.access.bootstrap({ organization: 'acme', user: 'ada@acme.test' })).key ?? ''
        callers = Object.fromEntries(
          await Promise.all(Object.entries(transports).map(async ([name, connect]) => [name, await connect(engine, key)] as const)),
        )
      }, 60_000)
      afterAll(async () => {
        for (const caller of Object.values(callers ?? {})) await caller.close?.()
      })
      describe.each(cases)('$plural', (each) => {
        describeRecordType(each, () => ({ engine, callers, paths }))
      })
    },
    ['SQLite memory', 'PostgreSQL'],
  )
}

async function pathsOf(engine: Engine, key: string): Promise<readonly string[]> {
  const request = new Request('http://crm.test/api/v1/openapi.json', { headers: { authorization: `Bearer ${key}` } })
  const { paths }: { paths: Values } = await (await http(engine).fetch(request)).json()
  return Object.keys(paths)
}

function describeRecordType(of: RecordTypeCase, running: () => Running): void {
  const { plural } = of
  const type = types.get(plural)
  const { singular, declared } = type
  const [one, many] = [camel(singular), camel(plural)]
  const ids = new Map(registry.list.map((each) => [each.id, each]))
  const create = of.creates ?? `create${one}`
  const external = (at: number | string) => ({ external_ids: [{ provider: PROVIDER, id: `${plural}-${at}` }] })
  let about: Values = {}
  if (of.ofCompany)
    beforeAll(async () => {
      about = { company_id: (await call('createCompany', { name: `About ${plural}` }))['id'] }
    })
  const sample = (at: number) => ({ ...of.sample(at), ...about, ...external(at) })
  const operationOf = (id: string): AnyOperation => running().engine.registry.byId.get(id) as AnyOperation
  const as =
    (actor: typeof ada) =>
    async (id: string, input: Values = {}) =>
      JSON.parse(JSON.stringify(await running().engine.call(operationOf(id), input, actor))) as Record<string, any>
  const call = as(ada)
  const made = async (at: number) => await call(create, sample(at))
  /** A test of an aspect, skipped with the reason where the record type does not have it. */
  const aspect = (name: string, isThere: boolean, test: () => Promise<void>, timeout = 30_000) => {
    const reason = of.skips?.[name] ?? (isThere ? undefined : (missing[name] ?? 'the record type does not declare it'))
    const title = reason === undefined ? name : `${name}: ${reason}`
    it(`${title}`, { timeout, skip: reason !== undefined }, test)
  }

  describe.each(Object.keys(transports))('%s', (transport) => {
    const first = 10 + 10 * Object.keys(transports).indexOf(transport)
    const isShown = (id: string) => transport !== 'MCP' || Boolean(ids.get(id)?.mcp)
    const through = async (id: string, input: Values) => {
      const caller = isShown(id) ? running().callers[transport] : running().callers['in process']
      const answer = await caller!.call(id, input)
      if (!answer.ok) throw new Error(`${id}: ${JSON.stringify(answer.problem)}`)
      return answer.value
    }
    it('creates, reads, changes, lists, deletes and restores', async () => {
      const record = await through(create, sample(first))
      expect(record).toMatchObject({ external_ids: external(first).external_ids })
      expect(await through(`get${one}`, { id: record.id })).toMatchObject({ id: record.id })
      expect(await through(`update${one}`, { id: record.id, ...of.change })).toMatchObject(of.change)
      expect((await through(`list${many}`, { limit: 200 }))[plural].map(({ id }: { id: string }) => id)).toContain(record.id)
      expect(await through(`delete${one}`, { id: record.id })).toEqual({ deleted: true })
      expect(await through(`restore${one}`, { id: record.id })).toMatchObject({ id: record.id, deleted_at: null })
    }, 30_000)
    it('completes by key, finds, and tells what was done', async () => {
      const { id } = await through(create, sample(first + 1))
      expect((await through(create, sample(first + 1))).id).toBe(id)
      await through(`update${one}`, { id, ...of.change })
      if (ids.has(`search${many}`)) {
        const found = await through(`search${many}`, { filter: { field: 'id', op: 'in', value: [id] }, fields: ['id'] })
        expect(found[plural]).toEqual([{ id }])
      }
      if (ids.has(`list${one}History`)) expect((await through(`list${one}History`, { id })).history).not.toEqual([])
      if (ids.has(`bulkUpsert${many}`))
        expect(await through(`bulkUpsert${many}`, { records: [sample(first + 2), sample(first + 3)] })).toMatchObject({ created: 2 })
    }, 30_000)
  })

  it('completes the record of the same external id, and makes no second one', async () => {
    const [known, again] = [await made(1), await made(1)]
    expect(again['id']).toBe(known['id'])
  }, 30_000)
  aspect('finds a record by its own keys', Boolean(of.key), async () => {
    const known = await made(2)
    expect((await call(create, { ...of.sample(2), ...of.key?.(2), ...external('by-key') }))['id']).toBe(known['id'])
  })
  aspect('is filtered and searched by conditions', ids.has(`search${many}`), async () => {
    const { id } = await made(3)
    await call(`update${one}`, { id, ...of.change })
    const [field, value] = Object.entries(of.change)[0] ?? []
    const found = await call(`search${many}`, { filter: { field, op: 'eq', value }, limit: 200, count: true })
    expect(found[plural].map((each: { id: string }) => each.id)).toContain(id)
    expect(found['total']).toBeGreaterThan(0)
  })
  aspect('is found by its words', Boolean(of.word), async () => {
    const { id } = await made(4)
    const found = await call(`search${many}`, { q: of.word?.(4) })
    expect(found[plural].map((each: { id: string }) => each.id)).toContain(id)
  })
  aspect(
    'is written as sets',
    ids.has(`bulkUpsert${many}`),
    async () => {
      const size = of.manyAtOnce ? 5000 : 200
      const records = Array.from({ length: size }, (_, at) => sample(1000 + at))
      expect(await call(`bulkUpsert${many}`, { records })).toMatchObject({ created: size, rejected: [] })
      expect(await call(`bulkUpsert${many}`, { records })).toMatchObject({ created: 0, unchanged: size })
    },
    120_000,
  )
  aspect('is changed and deleted as a selection', ids.has(`bulkUpdate${many}`), async () => {
    const chosen = [(await made(61))['id'], (await made(62))['id']]
    expect(await call(`bulkUpdate${many}`, { ids: chosen, set: of.change })).toEqual({ matched: 2, updated: 2 })
    expect(await call(`get${one}`, { id: chosen[1] })).toMatchObject(of.change)
    if (!ids.has(`bulkDelete${many}`)) return
    await expect(call(`bulkDelete${many}`, { ids: chosen, confirm_count: 3 })).rejects.toMatchObject({ code: 'conflict' })
    expect(await call(`bulkDelete${many}`, { ids: chosen, confirm_count: 2 })).toEqual({ matched: 2, deleted: 2 })
    await expect(call(`get${one}`, { id: chosen[0] })).rejects.toMatchObject({ code: 'not_found' })
  })
  aspect('tells which of its records may be one', Boolean(declared.similarity), async () => {
    const { reason, values } = of.twins ?? { reason: '', values: {} }
    const [first, second] = [await call(create, { ...sample(63), ...values }), await call(create, { ...sample(64), ...values })]
    const { groups } = await call(`list${one}Duplicates`, { limit: 200 })
    expect(groups).toContainEqual(expect.objectContaining({ reason, ids: [first['id'], second['id']] }))
  })
  aspect('is merged, and apart again', Boolean(declared.merge), async () => {
    const [kept, taken] = [await made(5), await made(6)]
    const merged = await call(`merge${many}`, { id: kept['id'], merge_ids: [taken['id']] })
    expect(merged['merged_ids']).toEqual([taken['id']])
    expect((await call(`get${one}`, { id: taken['id'] }))['id']).toBe(kept['id'])
    await call('undoMerge', { id: merged['merge_id'] })
    expect((await call(`get${one}`, { id: taken['id'] }))['id']).toBe(taken['id'])
  })
  aspect('has a timeline', Boolean(declared.timeline), async () => {
    const { id } = await made(7)
    expect((await call(`get${one}Timeline`, { id }))['timeline']).toBeInstanceOf(Array)
  })
  aspect('stands on the timelines of its company', Boolean(declared.timelineEntry && 'company_id' in declared.entity.fields), async () => {
    const company = await call('createCompany', { name: `Company of ${plural}` })
    const { id } = await call(create, { ...sample(8), company_id: company['id'] })
    const { timeline } = await call('getCompanyTimeline', { id: company['id'] })
    expect(timeline.map((each: { id: string }) => each.id)).toContain(id)
  })
  aspect('has a history', ids.has(`list${one}History`), async () => {
    const { id } = await made(9)
    await call(`update${one}`, { id, ...of.change })
    const { history } = await call(`list${one}History`, { id })
    expect(history.map(({ field }: { field: string }) => field)).toContain(Object.keys(of.change)[0])
  })
  aspect(
    'tells its events',
    Object.keys(declared.watch?.events ?? {}).some((each) => each.endsWith('.created')),
    async () => {
      const { id } = await made(50)
      const { events } = await call('listEvents', { limit: 100 })
      expect(events.some(({ entity_id, type }: Values) => entity_id === id && String(type).endsWith('.created'))).toBe(true)
    },
  )
  aspect('has tags', declared.entity.fields['tags'] !== undefined, async () => {
    const { id } = await made(51)
    expect((await call(`update${one}`, { id, tags: ['Suite', 'suite'] }))['tags']).toEqual(['Suite'])
    expect((await call(`list${many}`, { tag: 'SUITE' }))[plural].map((each: { id: string }) => each.id)).toContain(id)
  })
  aspect('has lists', Boolean(declared.lists), async () => {
    const { id } = await made(52)
    const list = await call('createList', { name: `Some ${plural}`, object: plural, type: 'static' })
    expect(await call('addListMembers', { id: list['id'], ids: [id] })).toMatchObject({ added: 1 })
  })
  aspect('is counted by reports', Boolean(declared.report), async () => {
    await made(53)
    const { rows } = await call('queryReport', { object: plural, measures: [{ measure: 'count' }] })
    expect(Object.values(rows[0]).some((value) => Number(value) > 0)).toBe(true)
  })
  aspect('is exported', Boolean(declared.export), async () => {
    await made(54)
    const asked = await call('createExport', { object: plural, format: 'jsonl' })
    await running().engine.tick()
    const exported = await call('getExport', { id: asked['id'] })
    expect(exported).toMatchObject({ state: 'done' })
    expect(exported['done']).toBeGreaterThan(0)
  })
  aspect('is imported from files', (ingestObjects as readonly string[]).includes(plural), async () => {
    const content = JSON.stringify([{ ...of.sample(55), external_id: `${plural}-file` }])
    const { id } = await call('createImport', { object: plural, content, format: 'json' })
    expect(await call('startImport', { id, dry_run: true })).toMatchObject({ object: plural, rows: 1 })
  })
  aspect(
    'loses the words of a person who is erased',
    declared.entity.fields['custom'] !== undefined || 'custom_properties' in declared.entity.fields,
    async () => {
      const address = `erased@${plural.replaceAll('_', '-')}.example`
      const contact = await call('createContact', { email: address })
      const column = 'custom' in declared.entity.fields ? 'custom' : 'custom_properties'
      const { id } = await call(create, { ...sample(57), [column]: { said_by: address } })
      await call('createPrivacyErasure', { contact_id: contact['id'] })
      const isErased = async () => !JSON.stringify(await call(`get${one}`, { id })).includes(address)
      for (let at = 0; at < 20 && !(await isErased()); at += 1) await running().engine.tick()
      expect(await isErased()).toBe(true)
    },
  )
  it('is hidden from a user of another organization', async () => {
    const { id } = await made(56)
    await expect(as({ ...ada, organization: 'other' })(`get${one}`, { id })).rejects.toMatchObject({ code: 'not_found' })
  }, 30_000)
  aspect(
    'is hidden from a user who sees only their own',
    declared.entity.ownership !== undefined && 'owner' in declared.entity.ownership,
    async () => {
      const { id } = await made(58)
      const bob = { ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' } as const
      await expect(as(bob)(`get${one}`, { id })).rejects.toMatchObject({ code: 'not_found' })
    },
  )
  aspect(
    'neither matches, links nor names a record that the caller does not see',
    declared.entity.ownership !== undefined && 'owner' in declared.entity.ownership,
    async () => {
      const bob = as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' } as const)
      const asBob = async (id: string, input: Values) =>
        await bob(id, input).catch(({ code, message, details }: CrmError) => ({ refused: code, message, details }))
      const theirs = of.ofCompany ? { company_id: (await bob('createCompany', { name: `Of ${plural}` }))['id'] } : {}
      const values = (at: number) => ({ ...of.sample(at), ...of.key?.(at), ...theirs })
      const hidden = await made(70)
      const words = new RegExp([hidden['id'], ada.user].join('|'))
      // By a key of its own, by an id of another system, one by one and as sets: nothing is found, and what is taken has no owner.
      const alone = await asBob(create, values(70))
      expect(JSON.stringify(alone)).not.toMatch(words)
      if (alone['refused']) expect(alone).toMatchObject({ refused: 'already_exists', details: { errors: [{ code: 'taken' }] } })
      const external_ids = external(70).external_ids
      expect(await asBob(create, { ...values(71), external_ids })).toMatchObject({
        refused: 'already_exists',
        message: expect.not.stringMatching(words),
        details: expect.not.objectContaining({ existing_id: expect.anything() }),
      })
      if (ids.has(`bulkUpsert${many}`)) {
        const sent = [values(70), { ...values(72), external_ids }, values(73)]
        const result = await bob(`bulkUpsert${many}`, { records: sent })
        expect(JSON.stringify(result)).not.toMatch(words)
        expect(result['results'][1]).toMatchObject({ status: 'rejected' })
        expect(result['results'][2]).toMatchObject({ status: 'created' })
      }
      for (const field of Object.keys(declared.entity.fields).filter((name) =>
        /^(company_id|lead_id|deal_id|parent_company_id)$/.test(name),
      )) {
        const target = { company_id: 'createCompany', lead_id: 'createContact', deal_id: 'createDeal', parent_company_id: 'createCompany' }[
          field
        ]
        const name = { createCompany: { name: 'Unseen Ltd' }, createContact: { first_name: 'Unseen' }, createDeal: { name: 'Unseen' } }
        const { id } = await call(target ?? '', name[target as keyof typeof name])
        const link = (linked: string) => asBob(create, { ...values(74), [field]: linked })
        const [unseen, unknown] = [await link(id), await link(randomUUID())]
        expect(unseen['refused']).toBeDefined()
        expect(JSON.stringify(unseen).replaceAll(id, '')).toBe(
          JSON.stringify(unknown).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ''),
        )
      }
      // Nothing of it was written into the record that is not seen.
      expect(await call(`get${one}`, { id: hidden['id'] })).toEqual(hidden)
    },
  )
  it('has tools where it says so', () => {
    const named = new Set(registry.list.filter(({ mcp }) => mcp).map(({ id }) => id))
    expect(named.has(`get${one}`)).toBe(Boolean(declared.mcp.get))
    expect(named.has(`update${one}`)).toBe(Boolean(declared.mcp.update))
  })
  it('stands in the catalog and the OpenAPI document', async () => {
    expect((await running().paths()).some((path) => path.endsWith(`/${plural.replaceAll('_', '-')}`))).toBe(true)
    expect(JSON.stringify(await call('getCatalog'))).toContain(plural)
  }, 30_000)
}
