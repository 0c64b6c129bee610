import { mcp } from 'rapport-crm/mcp'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, expect, it } from 'vitest'
import { MAX_RESULT, MAX_SHOWN } from '../../adapters/mcp/result.ts'
import { clients } from './mcp-clients.ts'

const { engine, key, crm, close } = await testEngine({ rateLimit: 1_000_000 })
afterAll(close)
const server = mcp(engine, { recordUrl: (path, id) => `https://crm.example.com/records/${path}/${id}` })

const MANY = 120
const text = 'Words that somebody has written down, and that a model has to read. '.repeat(12)
const records = <T>(make: (at: number) => T) => ({ records: Array.from({ length: MANY }, (_, at) => make(at)) })

async function fill(): Promise<void> {
  const { results } = await crm.companies.bulkUpsert(
    records((at) => ({ name: `Company ${at}`, domain: `company-${at}.com`, description: text })),
  )
  const company = (at: number) => results[at]?.id ?? null
  const lines = Array.from({ length: 5 }, (_, at) => ({ name: `Oil ${at}`, description: text, quantity: 2, unit_price: 5 }))
  await crm.contacts.bulkUpsert(records((at) => ({ email: `person@company-${at}.com`, title: text.slice(0, 200), tags: [`tag ${at}`] })))
  await crm.deals.bulkUpsert(
    records((at) => ({ name: `Deal ${at}`, description: text, company_id: company(at), close_date: '2020-01-01' })),
  )
  await crm.tasks.bulkUpsert(records((at) => ({ title: `Call ${at}`, description: text, due_at: '2020-01-01T00:00:00Z' })))
  await crm.activities.bulkUpsert(records((at) => ({ type: 'note' as const, body: text, company_id: company(at) })))
  await crm.products.bulkUpsert(records((at) => ({ sku: `P-${at}`, name: `Product ${at}`, description: text })))
  const document = (at: number) => ({ company_id: company(at), lines, notes: text })
  await crm.quotes.bulkUpsert(records(document))
  await crm.orders.bulkUpsert(records(document))
  await crm.invoices.bulkUpsert(
    records((at) => ({ ...document(at), status: 'sent' as const, issue_date: '2020-01-01', due_date: '2020-02-01' })),
  )
  for (let at = 0; at < 30; at += 1) await crm.reports.create({ name: `Report ${at}`, description: text, object: 'deals' })
}

it('No reading tool answers more than a model can take', async () => {
  await fill()
  const client = await clients['client 2, automatic']!(server, { token: key })
  const reading = (await client.list()).filter(({ annotations, inputSchema }) => annotations.readOnlyHint && !inputSchema.required?.length)
  const given: Readonly<Record<string, object>> = {
    search_all: { q: 'company' },
    resolve_records: { domain: 'company-1.com' },
    render_email_template: { subject: 'Hello' },
  }
  const cut: string[] = []
  for (const { name } of reading) {
    const properties = engine.registry.list.find(({ id }) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) === name)!
      .input.properties
    const most = properties['limit']?.['maximum'] as number | undefined
    for (const limit of most === undefined ? [undefined] : [undefined, most]) {
      const { isError, content, structuredContent } = await client.call(name, { ...given[name], ...(limit !== undefined && { limit }) })
      const [shown, structured] = [content[0]?.text.length ?? 0, JSON.stringify(structuredContent ?? null).length]
      expect([name, limit, isError ?? false, Math.max(shown, structured) <= MAX_SHOWN, shown + structured <= MAX_RESULT]).toEqual([
        name,
        limit,
        false,
        true,
        true,
      ])
      if (content.length > 1) cut.push(name)
    }
  }
  // Those of the widest records say that there is more.
  expect(cut).toEqual(expect.arrayContaining(['list_contacts', 'list_invoices', 'search_deals', 'get_deal_board', 'get_catalog']))
  expect(reading.length).toBeGreaterThan(50)
  await client.close()
})
