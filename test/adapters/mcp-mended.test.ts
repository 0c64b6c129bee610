import type { Scope } from 'rapport-crm'
import { mcp } from 'rapport-crm/mcp'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { clients, problemOf, type TestClient } from './mcp-clients.ts'

type Json = Record<string, any>
type Wrong = readonly [tool: string, args: Json]

const { engine, key, crm, close } = await testEngine({ rateLimit: 1_000_000 })
afterAll(close)
const server = mcp(engine)
const connect = (token: string) => clients['client 2, automatic']!(server, { token })
const client = await connect(key)

const line = { name: 'Oil', quantity: 1, unit_price: 5 }
const company = await crm.companies.create({ name: 'Acme', domain: 'acme-works.com' })
const contact = await crm.contacts.create({ first_name: 'Ada', company_id: company.id })
const deal = await crm.deals.create({ name: 'Forge', primary_lead_id: contact.id })
const task = await crm.tasks.create({ title: 'Call' })
const quote = await crm.quotes.create({ lines: [line] })
await crm.products.create({ sku: 'A1', name: 'Anvil' })
const nobody = '01900000-0000-7000-8000-ffffffffffff'
const where = (field: string, op: string, value: unknown) => ({ filter: { field, op, value } })

const misspeltWords: readonly Wrong[] = [
  ['create_contact', { first_name: 'A', lifecycle_stage: 'custmer' }],
  ['create_contact', { first_name: 'A', linkedin_connection_status: 'conected' }],
  ['create_deal', { name: 'D', priority: 'hihg' }],
  ['create_deal', { name: 'D', deal_type: 'renewl' }],
  ['create_deal', { name: 'D', stage_id: 'negociation' }],
  ['update_deal', { id: deal.id, forecast_category: 'comit' }],
  ['create_task', { title: 'T', type: 'cal' }],
  ['create_task', { title: 'T', priority: 'hgih' }],
  ['log_call', { lead_id: contact.id, outcome: 'conected' }],
  ['query_report', { object: 'dael' }],
  ['query_report', { object: 'deals', period: 'this_mnth' }],
  ['query_report', { object: 'deals', measures: [{ measure: 'summ', field: 'amount' }] }],
  ['query_report', { object: 'deals', group_by: [{ field: 'close_date', bucket: 'mnth' }] }],
  ['search_contacts', { include: ['companie'] }],
  ['search_contacts', { sort: '-updatd_at' }],
  ['list_companies', { sort: 'nmae' }],
  ['get_analytics_overview', { period: 'last_quater' }],
  ['create_list', { name: 'L', object: 'contcat' }],
  ['get_leaderboard', { by: 'won_amont' }],
  ['get_object_schema', { object: 'contactz' }],
]

const unknownFields: readonly Wrong[] = [
  ['create_contact', { firstname: 'A' }],
  ['create_contact', { first_name: 'A', Lifecycle: 'lead' }],
  ['update_contact', { id: contact.id, tittle: 'CTO' }],
  ['create_company', { name: 'B', webiste: 'https://b-works.com' }],
  ['create_deal', { name: 'D', ammount: 5 }],
  ['update_deal', { id: deal.id, owner: 'ada@acme.test' }],
  ['lose_deal', { id: deal.id, lost_reson: 'No budget' }],
  ['create_task', { title: 'T', due_in_day: 2 }],
  ['create_quote', { lines: [{ ...line, discountPercent: 5 }] }],
  ['list_contacts', { lifecyclestage: 'lead' }],
  ['search_contacts', where('emial', 'is_set', null)],
  ['search_deals', where('company.teir', 'eq', 'A')],
  ['search_contacts', { fields: ['first_nmae'] }],
  ['list_contacts', { fields: 'email,first_nmae' }],
  ['get_contact', { id: contact.id, fields: 'frist_name' }],
  ['query_report', { object: 'deals', group_by: [{ field: 'stge_id' }] }],
  ['create_contact', { email_address: 'long@acme-works.com', company_name: 'Acme' }],
  ['search_contacts', { qq: 'ada' }],
  ['search_all', { qq: 'ada' }],
  ['search_contacts', { filter: { field: 'title', oprator: 'is_set' } }],
]

const wrongTypes: readonly Wrong[] = [
  ['create_contact', { first_name: 'A', tags: 'vip, gold' }],
  ['create_contact', { first_name: 'A', lead_score: 'high' }],
  ['create_contact', { first_name: 'A', do_not_contact: 'no' }],
  ['create_contact', { email: 'nobody' }],
  ['create_deal', { name: 'D', amount: '12,5' }],
  ['create_deal', { name: 'D', close_date: '31.12.2026' }],
  ['create_deal', { name: 5 }],
  ['create_task', { title: 'T', due_at: 'someday' }],
  ['create_task', { title: 'T', due_in_days: 'two' }],
  ['create_quote', { lines: [{ ...line, quantity: 'one' }] }],
  ['create_invoice', { lines: [{ ...line, tax_rate: '20%' }] }],
  ['search_contacts', { limit: 'ten' }],
  ['search_contacts', { limit: 1000 }],
  ['get_forecast', { months: 'three' }],
  ['get_forecast', { months: 99 }],
  ['create_company', { name: 'C', website: 'our site' }],
  ['create_task', {}],
]

const nobodysIds: readonly Wrong[] = [
  ['create_contact', { first_name: 'A', company_id: nobody }],
  ['create_deal', { name: 'D', company_id: nobody }],
  ['create_deal', { name: 'D', contact_id: nobody }],
  ['create_deal', { name: 'D', pipeline_id: nobody }],
  ['create_task', { title: 'T', deal_id: nobody }],
  ['create_task', { title: 'T', contact_id: nobody }],
  ['add_note', { body: 'Hello', company_id: nobody }],
  ['create_quote', { company_id: nobody, lines: [line] }],
  ['create_invoice', { deal_id: nobody, lines: [line] }],
  ['get_contact', { id: nobody }],
  ['update_contact', { id: nobody, title: 'CTO' }],
  ['complete_task', { id: nobody }],
  ['send_quote', { id: nobody }],
  ['get_contact', { id: 'ada@acme-works.com' }],
  ['get_contact', {}],
  ['update_deal', { id: 'Forgery', tags: ['new'] }],
  ['create_deal', { name: 'D', company_id: 'Akme' }],
]

/** The arguments with every error fixed, using only the text of the error. */
async function mended(problem: Json, args: Json): Promise<Json> {
  const better = structuredClone(args)
  const finder = /(\w+) finds the ids/.exec(problem['hint'] ?? '')?.[1]
  const isUnnamed = (problem['errors'] as Json[]).some(({ path }) => path === '/id')
  if ((problem['code'] === 'not_found' || isUnnamed) && finder) return { ...better, id: await idFrom(finder) }
  for (const { path, code, did_you_mean, expected, allowed } of problem['errors']) {
    const steps: string[] = path.split('/').slice(1)
    const name = steps.pop() ?? ''
    const holder: Json = steps.reduce((at: Json, step) => at[step], better)
    if (['unknown_record', 'invalid_format'].includes(code) && finder) holder[name] = await idFrom(finder)
    else if (did_you_mean !== undefined && typeof holder[name] === 'string' && holder[name].includes(','))
      holder[name] = holder[name]
        .split(',')
        .map((each: string) => (allowed.includes(each) ? each : did_you_mean))
        .join(',')
    else if (
      did_you_mean !== undefined &&
      allowed?.includes(did_you_mean) &&
      Object.hasOwn(holder, name) &&
      isName(name, allowed, code, holder)
    )
      delete Object.assign(holder, { [did_you_mean]: holder[name] })[name]
    else if (did_you_mean !== undefined) holder[name] = did_you_mean
    else if (expected) holder[name] = valueFor(expected, holder[name])
    else if (allowed) holder[name] = allowed[0]
  }
  return better
}

// Unknown fields are renamed; other errors change the value.
const isName = (name: string, allowed: readonly string[], code: string, holder: Json) =>
  code === 'unknown_field' &&
  !(typeof holder[name] === 'string' && ['field', 'fields'].includes(name)) &&
  !/^\d+$/.test(name) &&
  !allowed.includes(name)

function valueFor({ type, example, minimum, maximum, description = '' }: Json, given: unknown): unknown {
  if (example !== undefined) return example
  const [kind] = [type].flat()
  if (kind === 'array') return [given]
  if (kind === 'boolean') return false
  if (kind === 'string') return /`me`/.test(String(description)) ? 'me' : 'text'
  return maximum !== undefined && typeof given === 'number' && given > maximum ? maximum : (minimum ?? 1)
}

async function idFrom(tool: string): Promise<string> {
  const answer = (await client.call(tool, { limit: 1 })).structuredContent as Json
  return Object.values(answer).find(Array.isArray)?.[0].id
}

async function mendedCall([tool, args]: Wrong, as: TestClient = client) {
  let result = await as.call(tool, args)
  expect([tool, args, result.isError]).toEqual([tool, args, true])
  let better = args
  for (let round = 0; round < 3 && result.isError; round += 1) {
    better = await mended(problemOf(result), better)
    result = await as.call(tool, better)
  }
  return { tool, args, better, error: result.isError ? problemOf(result) : null }
}

describe('A wrong call can be fixed by the text of its error alone', () => {
  it.each([
    ['words that are none of the list', misspeltWords],
    ['fields that there are not', unknownFields],
    ['values of the wrong type', wrongTypes],
    ['ids of records that there are not', nobodysIds],
  ])('%s', async (_, calls) => {
    for (const each of calls) expect(await mendedCall(each)).toMatchObject({ tool: each[0], error: null })
  })

  it('old versions and missing scopes', async () => {
    for (const [tool, reader, id] of [
      ['update_contact', 'get_contact', contact.id],
      ['update_deal', 'get_deal', deal.id],
      ['update_task', 'get_task', task.id],
      ['update_quote', 'get_quote', quote.id],
    ] as const) {
      const change = tool === 'update_task' || tool === 'update_quote' ? { title: 'New' } : { tags: ['new'] }
      const problem = problemOf(await client.call(tool, { id, ...change, if_match: 99 }))
      expect(problem['hint']).toContain('pass its version as if_match')
      const { version } = (await client.call(reader, { id })).structuredContent as { version: number }
      expect((await client.call(tool, { id, ...change, if_match: version })).isError).toBeFalsy()
    }
    const { key: narrow } = await crm.apiKeys.create({ name: 'Reader', scopes: ['mcp', 'read'] })
    const reader = await connect(narrow ?? '')
    for (const tool of ['create_contact', 'create_deal', 'create_task', 'create_company']) {
      const args = { first_name: 'A', name: 'A', title: 'A' }
      const { hint } = problemOf(await reader.call(tool, args))
      const [, scope = ''] = /with the scope (\w+)/.exec(hint) ?? []
      const { key: wider } = await crm.apiKeys.create({ name: 'Wider', scopes: ['mcp', 'read', scope as Scope] })
      expect(problemOf(await (await connect(wider ?? '')).call(tool, { first_nmae: 'x' }))).toMatchObject({ code: 'invalid_input' })
    }
  })

  it('in more than sixty calls', () => {
    expect([misspeltWords, unknownFields, wrongTypes, nobodysIds].flat().length).toBeGreaterThan(60)
  })
})
