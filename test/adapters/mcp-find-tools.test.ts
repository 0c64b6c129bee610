import { mcp } from 'rapport-crm/mcp'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { toolNames } from '../spec/tools.ts'
import { clients, problemOf } from './mcp-clients.ts'

const { engine, key, crm, close } = await testEngine({ rateLimit: 1_000_000 })
const server = mcp(engine)
afterAll(close)
const client = await clients['client 2, automatic']!(server, { token: key, path: '?surface=lean' })
const find = async (args: object) => {
  const result = await client.call('crm_find_tools', { ...args })
  expect([args, result.isError ? problemOf(result) : null]).toEqual([args, null])
  return result.structuredContent as {
    tools: { name: string; example?: Record<string, unknown> }[]
    only_over_rest?: { call: string; description: string }[]
  }
}
const snake = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe('crm_find_tools', () => {
  it.each([
    ['price of a product', ['get_product', 'resolve_prices']],
    ['discount rules', ['list_price_rules']],
    ['reason why we lost an opportunity', ['lose_deal']],
    ['mark a task as done', ['complete_task']],
    ['write a note', ['add_note']],
    ['what is due', ['list_tasks']],
    ['best rep', ['get_leaderboard']],
    ['new customer account', ['create_company']],
    ['find a lead', ['search_contacts']],
    ['open opportunities', ['list_deals']],
    ['bill a customer', ['create_invoice']],
    ['record a refund', ['list_credit_notes']],
    ['undelete a deal', ['restore_deal']],
  ])('knows other words: %s', async (query, names) => {
    const found = (await find({ query, detail: 'names' })).tools.slice(0, 8).map(({ name }) => name)
    expect([query, found.filter((each) => names.includes(each)).length > 0, found]).toEqual([query, true, found])
  })

  it('looks for the first words of a text without end, and for no more', async () => {
    const before = process.threadCpuUsage().user
    const found = await find({ query: 'open deals '.repeat(60_000), detail: 'names' })
    expect(found.tools.map(({ name }) => name)).toContain('list_deals')
    // Microseconds; all of the words would take several seconds.
    expect(process.threadCpuUsage().user - before).toBeLessThan(1_000_000)
  })

  it('shows arguments with which a tool can be called', async () => {
    const { tools } = await find({ query: 'create company' })
    const { example } = tools.find(({ name }) => name === 'create_company')!
    expect((await client.call('crm_write', { tool: 'create_company', arguments: example })).isError).toBeFalsy()
    expect((await crm.companies.list()).companies).toMatchObject([{ name: example!['name'] }])
  })

  it('refuses arguments that it does not have, as the other three do', async () => {
    expect(problemOf(await client.call('crm_find_tools', { querry: 'deals' })).errors).toMatchObject([
      { path: '/querry', code: 'unknown_field', allowed: ['query', 'toolset', 'detail'], did_you_mean: 'query' },
    ])
    expect(problemOf(await client.call('crm_read', { tool: 'get_me', args: {} })).errors).toMatchObject([
      { path: '/args', code: 'unknown_field', allowed: ['tool', 'arguments'] },
    ])
  })

  it('says of everything without a tool by which call of REST it is done', async () => {
    const missing = []
    for (const { id, route, mcp: isTool } of engine.registry.list) {
      if (isTool) continue
      const { only_over_rest: rest = [] } = await find({ query: snake(id).replaceAll('_', ' '), detail: 'names' })
      if (!rest.some(({ call }) => call === route)) missing.push([id, rest])
    }
    expect(missing).toEqual([])
  })

  it('tells nobody of what their key may not do', async () => {
    const { key: narrow } = await crm.apiKeys.create({ name: 'Reader', scopes: ['mcp', 'read'] })
    const reader = await clients['client 2, automatic']!(server, { token: narrow ?? '', path: '?surface=lean' })
    const { structuredContent } = await reader.call('crm_find_tools', { query: 'delete webhook' })
    expect(JSON.stringify(structuredContent)).not.toContain('DELETE /')
  })
})

describe('The tools', () => {
  it('are all of the contract', () => {
    const own = new Set(engine.registry.list.filter(({ mcp: isTool }) => isTool).map(({ id }) => snake(id)))
    expect(toolNames.filter((each) => !own.has(each))).toEqual([])
    expect(toolNames.length).toBeGreaterThan(200)
  })

  it.each([
    ['list_customers', 'Did you mean list_companies?'],
    ['get_opportunity', 'Did you mean get_deal?'],
    ['edit_opportunity', 'Did you mean update_deal?'],
    ['creat_contact', 'Did you mean create_contact?'],
    ['create_sales_cycle_stage', 'Unknown tool'],
    ['create_privacy_erasure', 'only over REST, POST /privacy/erasures'],
    ['import_records', 'only over REST, POST /sync/import'],
  ])('are suggested by what an unknown name means: %s', async (name, said) => {
    const failed = await client.call(name, {}).then(
      (result) => JSON.stringify(result),
      (error: Error) => error.message,
    )
    expect(failed).toContain(said)
  })
})
