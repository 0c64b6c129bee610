import SQLite from 'better-sqlite3'
import { Engine } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import { afterEach, expect, it, vi } from 'vitest'
import { mayReadAll } from '../../../core/kernel/operation/heavy.ts'
import type { AnyOperation } from '../../../core/kernel/operation/operation.ts'
import { sqliteFunctions } from '../../../core/records/search/functions.ts'
import { ada, newPlace } from '../../support/storages.ts'

afterEach(() => void vi.restoreAllMocks())

// Of which an organization has few.
const FEW = new Set(['listPipelines', 'listProperties'])
const NOBODY = '019b0000-0000-7000-8000-000000000001'

/** What the lists of something belong to, by a word of the name of the list. */
async function makeParents(engine: Engine): Promise<Readonly<Record<string, string>>> {
  const api = engine.as(ada)
  const { id: Contact } = await api.contacts.create({ email: 'a@b.test' })
  const { id: Company } = await api.companies.create({ name: 'A' })
  const { id: Deal } = await api.deals.create({ name: 'A' })
  const { id: Invoice } = await api.invoices.create({ company_id: Company, lines: [{ name: 'A', quantity: 1, unit_price: 1 }] })
  const { id: List } = await api.lists.create({ name: 'A', object: 'contacts', ids: [Contact] })
  const { id: Form } = await api.forms.create({
    name: 'A',
    fields: [{ name: 'email', label: 'E-mail', type: 'email', maps_to: 'contact.email' }],
  })
  const { id: Inbound } = await api.inboundWebhooks.create({ name: 'A' })
  const { id: Sequence } = await api.sequences.create({ name: 'A', steps: [] })
  const { id: Campaign } = await api.campaigns.create({ name: 'A', subject: 'S', text: 'T' })
  const { id: Webhook } = await api.webhooks.create({ url: 'https://a.test/x', events: ['contact.created'] })
  const { id: Workflow } = await api.workflows.create({ name: 'A' })
  const { id: Import } = await api.imports.create({ object: 'contacts', content: 'email\na@b.test\n' })
  return { Contact, Company, Deal, Invoice, Inbound, Import, Form, Sequence, Campaign, Webhook, Workflow, List }
}

function inputOf({ id, input }: AnyOperation, parents: Readonly<Record<string, string>>): object {
  const { required = [], properties } = input as { required?: string[]; properties: object }
  const parent = Object.entries(parents).find(([word]) => id.includes(word, 'list'.length))?.[1] ?? NOBODY
  const values: Record<string, string | undefined> = { object: 'contacts', record_id: parents['Contact'] }
  return { ...('limit' in properties && { limit: 1 }), ...Object.fromEntries(required.map((name) => [name, values[name] ?? parent])) }
}

it('a page of every list is read along an index, unless the list says that it reads many', async () => {
  const place = await newPlace('SQLite file', true)
  try {
    const file = String(place.storage().options.dbName)
    const prepare = vi.spyOn(SQLite.prototype, 'prepare')
    const engine = (await Engine.open({ storage: sqlite(file) })) as Engine
    const database = new SQLite(file)
    for (const [name, call] of Object.entries(sqliteFunctions)) database.function(name, { deterministic: true }, call)
    const parents = await makeParents(engine)
    const asked = new Map<string, string>()
    const unread: string[] = []
    for (const operation of engine.registry.list) {
      const input = inputOf(operation, parents)
      if (!operation.id.startsWith('list') || FEW.has(operation.id) || mayReadAll(operation, input)) continue
      const before = prepare.mock.calls.length
      await engine.call(operation, input, ada).catch(() => unread.push(operation.id))
      // Other databases of this process may be at work, too.
      for (const [at, [sql]] of prepare.mock.calls.entries())
        if (at >= before && (prepare.mock.contexts[at] as SQLite.Database).name === file && /^(\/\*.*?\*\/ )?(with|select)\b/i.test(sql))
          asked.set(sql, operation.id)
    }
    const slow = [...asked].flatMap(([sql, id]) => {
      const parameters = [...sql.matchAll(/\?/g)].map(() => 'x')
      const plan = database.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...parameters)
      return plan.filter(({ detail }) => /TEMP B-TREE|SCAN (?!CONSTANT|json_each)/.test(detail)).map(({ detail }) => `${id}: ${detail}`)
    })
    database.close()
    await engine.close()
    expect(slow).toEqual([])
    // Their parents come from other systems and servers.
    expect(unread).toEqual(['listSyncRejects', 'listMailboxLeftovers'])
    expect(new Set(asked.values()).size).toBeGreaterThan(30)
  } finally {
    await place.remove()
  }
})
