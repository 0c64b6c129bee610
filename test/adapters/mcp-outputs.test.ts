import { mcp } from 'rapport-crm/mcp'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { clients } from './mcp-clients.ts'

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
