import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { type Actor, type Api, CrmError, Engine, scopes } from 'rapport-crm'
import { storageOf } from './storage.ts'

// Writes until it is killed, to one database or several, in several lanes at once, and prints every acknowledgment at once. A quiet writer
// does no background work and retries less while the database is away.
const [, , places = '', tag = '0', quiet] = process.argv
const LANES = quiet ? 2 : 4
const REST_MS = quiet ? 100 : 20
const RECORDS = 20

const ada: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }
const open = async (place: string) => {
  const engine = await Engine.open({ storage: storageOf(place) })
  if (!quiet) await engine.start()
  return { place, api: engine.as(ada) }
}
const all = await Promise.all(places.split('|').map(open))
// A killed process leaves no compile cache.
flushCompileCache()

/** The acknowledged writes, which must be stored. */
export type Acknowledged =
  | { readonly table: 'contacts' | 'companies' | 'tasks'; readonly id: string; readonly version: number; readonly mark?: string }
  | { readonly table: 'sync_runs'; readonly id: string; readonly created: number }

/** A line of a writer. */
export type Line = Acknowledged & { readonly place: string }

type Say = (each: Acknowledged) => void

// Lanes and writers start at different steps, so that short lives include all of them.
const first = [...tag].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
await Promise.all(all.flatMap(({ place, api }) => Array.from({ length: LANES }, (_, lane) => write(lane, place, api))))

async function write(lane: number, place: string, api: Api): Promise<void> {
  const acknowledge: Say = (each) => process.stdout.write(`${JSON.stringify({ ...each, place })}\n`)
  const contacts: string[] = []
  for (let count = (first + 2 * lane) % 8; ; count += 1) {
    const name = `${tag}.${lane}.${count}`
    try {
      await step(api, name, count, contacts, acknowledge)
    } catch (error) {
      // The database may go away and come back; unanswered writes may be stored or not.
      if (!(error instanceof CrmError) || error.code !== 'unavailable') throw error
      await pause(REST_MS)
    }
  }
}

async function step(api: Api, name: string, count: number, contacts: string[], acknowledge: Say): Promise<void> {
  const known = contacts.at(-1)
  if (count % 8 === 5) {
    const { id, version } = await api.companies.create({ name: `Company ${name}`, domain: `company-${name}.example` })
    return void acknowledge({ table: 'companies', id, version })
  }
  if (count % 8 === 7) {
    const { run_id, created } = await api.sync.ingest({ provider: 'custom:erp', object: 'invoices', records: invoices(name) })
    return void acknowledge({ table: 'sync_runs', id: run_id, created })
  }
  if (count % 8 === 6 && known) {
    const task = await api.tasks.create({ title: `Task ${name}`, lead_id: known })
    acknowledge({ table: 'tasks', id: task.id, version: task.version })
    const { id, version } = await api.tasks.complete({ id: task.id })
    return void acknowledge({ table: 'tasks', id, version, mark: 'task.completed' })
  }
  if (count % 2 === 0 && known) {
    const { id, version } = await api.contacts.update({ id: known, title: `Title ${name}` })
    return void acknowledge({ table: 'contacts', id, version, mark: `Title ${name}` })
  }
  if (count % 16 === 3 && contacts.length > 1) {
    const id = contacts.shift() as string
    await api.contacts.delete({ id })
    return void acknowledge({ table: 'contacts', id, version: 2, mark: 'contact.deleted' })
  }
  // Few domains, so that lanes share companies.
  const { id, version } = await api.contacts.create({ email: `${name}@shared-${count % 5}.example`, company: `Shared ${count % 5}` })
  contacts.push(id)
  acknowledge({ table: 'contacts', id, version })
}

function invoices(name: string) {
  return Array.from({ length: RECORDS }, (_, at) => ({
    invoice_number: `INV-${name}-${at}`,
    invoice_date: '2026-01-12',
    customer_name: `Customer ${name}-${at % 7}`,
    currency: 'EUR',
    total_excl_tax: 225,
    total_tax: 45,
    total_incl_tax: 270,
    lines: [
      { sku: `ART-${at}`, description: 'One', quantity: 10, unit_price: 12.5, total_excl_tax: 125 },
      { sku: `ART-${name}`, description: 'Two', quantity: 1, unit_price: 100, total_excl_tax: 100 },
    ],
  }))
}
