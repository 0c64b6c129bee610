import { mcp } from 'rapport-crm/mcp'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { MAX_RESULT, MAX_SHOWN } from '../../adapters/mcp/result.ts'
import { clients, type Result } from './mcp-clients.ts'

const { engine, key, crm, close } = await testEngine()
const server = mcp(engine)
afterAll(close)

// The clients compare each answer with the output schema of its tool, and throw where it does not fit.
describe.each(Object.entries(clients))('Records with some of their fields (%s)', (_, connect) => {
  it('fit the output schemas of the tools that show them', async () => {
    const client = await connect(server, { token: key, path: '?toolsets=sales,erp' })
    expect((await client.list()).find(({ name }) => name === 'search_contacts')).toHaveProperty('outputSchema')
    const { id } = await crm.contacts.create({ first_name: 'Jane' })
    const asked = { fields: 'first_name' }
    const shown = { id, first_name: 'Jane' }
    const got = await client.call('get_contact', { id, ...asked })
    expect(got.structuredContent).toEqual(shown)
    for (const tool of ['list_contacts', 'search_contacts'])
      expect((await client.call(tool, { limit: 1, ...asked })).structuredContent).toMatchObject({ contacts: [shown] })
    const invoice = await crm.invoices.create({ lines: [{ name: 'Oil', quantity: 2, unit_price: 5 }] })
    for (const tool of ['list_invoices', 'list_unpaid_invoices', 'search_invoices', 'search_all'])
      expect([tool, (await client.call(tool, tool === 'search_all' ? { q: 'Jane' } : { fields: 'number' })).isError]).not.toEqual([
        tool,
        true,
      ])
    expect((await client.call('get_invoice', { id: invoice.id, fields: 'number' })).structuredContent).toEqual({
      id: invoice.id,
      number: invoice.number,
    })
    await client.close()
  })
})

describe('Pages that are too long for a model', () => {
  const sizes = ({ content, structuredContent }: Result) =>
    [content[0]?.text.length ?? 0, JSON.stringify(structuredContent).length] as const
  const expectWithin = (result: Result) => {
    const [text, structured] = sizes(result)
    expect(Math.max(text, structured)).toBeLessThanOrEqual(MAX_SHOWN)
    expect(text + structured).toBeLessThanOrEqual(MAX_RESULT)
  }

  it('are walked record by record, however unlike their lengths are', async () => {
    const client = await clients['client 2, automatic']!(server, { token: key })
    const { id } = await crm.companies.create({ name: 'Acme', domain: 'acme-works.com' })
    for (let at = 0; at < 60; at += 1)
      await crm.activities.log({ type: 'note', company_id: id, subject: `Note ${at}`, body: 'word '.repeat(at % 7 === 0 ? 2000 : 20) })
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const result = await client.call('list_activities', { limit: 200, ...(cursor && { cursor }) })
      expectWithin(result)
      const page = result.structuredContent as { activities: { subject: string }[]; next_cursor: string | null }
      seen.push(...page.activities.map(({ subject }) => subject))
      cursor = page.next_cursor
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: 60 }, (_, at) => `Note ${at}`).toSorted())
    await client.close()
  })

  it('are not shorter for what stands beside them: that is cut', async () => {
    const client = await clients['client 2, automatic']!(server, { token: key })
    const { results } = await crm.companies.bulkUpsert({
      records: Array.from({ length: 200 }, (_, at) => ({ name: `Customer ${at} ${'x'.repeat(100)}`, domain: `customer-${at}.com` })),
    })
    const lines = [{ name: 'Oil', quantity: 1, unit_price: 10 }]
    await crm.invoices.bulkUpsert({
      records: results.map(({ id }) => ({ company_id: id, status: 'sent', issue_date: '2026-01-01', lines })),
    })
    const result = await client.call('list_unpaid_invoices')
    expectWithin(result)
    expect((result.structuredContent as { invoices: unknown[] }).invoices.length).toBeGreaterThan(12)
    expect(result.content.at(-1)?.text).toMatch(/\/companies: \d+ more entries left out of 200\./)
    await client.close()
  })

  it('say by which argument what was cut is seen whole', async () => {
    const client = await clients['client 2, automatic']!(server, { token: key })
    const result = await client.call('get_catalog')
    expectWithin(result)
    const said = result.content.map(({ text }) => text).join(' ')
    const [, count = ''] = /action_types: \d+ more entries left out of (\d+)\. Name a list in `only`/.exec(said) ?? []
    const { action_types } = (await client.call('get_catalog', { only: 'action_types' })).structuredContent as { action_types: unknown[] }
    expect(action_types).toHaveLength(Number(count))
    await client.close()
  })
})
