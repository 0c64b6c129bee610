import { flushCompileCache } from 'node:module'
import Sqlite from 'better-sqlite3'
import { type Actor, type CrmError, Engine, scopes } from 'rapport-crm'
import { storageOf } from './storage.ts'
import type { Way } from './withdrawals.ts'

/** What a holder is told: to write with a key in so many lanes and to read its stream, or to take something from it. */
export type Told =
  | { readonly write: { readonly id: string; readonly key: string; readonly lanes: number } }
  | { readonly withdraw: { readonly id: string; readonly user_id: string; readonly way: Way } }

/** What it says: that it runs, a contact that was acknowledged, that the stream of a key has ended, or that a key was withdrawn. */
export type Said =
  | { readonly ready: true }
  | { readonly contact: string; readonly id: string }
  | { readonly ended: string }
  /** `written`: on SQLite, how many contacts the key had written when the answer came. */
  | { readonly withdrawn: string; readonly written?: number | undefined; readonly error?: string }

// Writes with the keys that it is told until it is killed.
const place = process.argv[2] ?? ''
const engine = await Engine.open({ storage: storageOf(place) })
const ada: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }
let serial = 0
await engine.start()
flushCompileCache()
process.on('message', (told: Told) => {
  if ('withdraw' in told) return void withdraw(told.withdraw)
  const { id, key, lanes } = told.write
  for (let lane = 0; lane < lanes; lane += 1) void write(id, key)
  void read(id, key)
})
say({ ready: true })

function say(said: Said): void {
  process.stdout.write(`${JSON.stringify(said)}\n`)
}

// One call after the other, by a caller who does not look the key up again: each call is judged by itself.
async function write(id: string, key: string): Promise<void> {
  try {
    const api = engine.as(await engine.authenticate(key))
    for (;;) {
      serial += 1
      const { id: contact } = await api.contacts.create({ first_name: `${process.pid}.${serial}` })
      say({ contact, id })
      await new Promise(setImmediate)
    }
  } catch (error) {
    // A right that is lost in the middle of a call; the next one is refused for good.
    if ((error as CrmError).code === 'conflict' || (error as CrmError).code === 'unavailable') return await write(id, key)
  }
}

async function read(id: string, key: string): Promise<void> {
  try {
    const stream = await engine.call(engine.registry.byId.get('streamEvents')!, {}, await engine.authenticate(key))
    for await (const _ of stream as AsyncIterable<unknown>);
  } catch {
    // Refused before it began.
  }
  say({ ended: id })
}

async function withdraw({ id, user_id, way }: { readonly id: string; readonly user_id: string; readonly way: Way }): Promise<void> {
  const api = engine.as(ada)
  const act = {
    revoked: () => api.apiKeys.revoke({ id }),
    expired: () => api.apiKeys.update({ id, expires_at: new Date(Date.now() + 1).toISOString() }),
    narrowed: () => api.apiKeys.update({ id, scopes: ['mcp'] }),
    deactivated: () => api.users.deactivate({ id: user_id }),
  }[way]
  await act().then(
    () => say({ withdrawn: id, written: place.startsWith('postgres:') ? undefined : writtenBy(id) }),
    (error: CrmError) => say({ withdrawn: id, error: `${error.code}: ${error.message}` }),
  )
}

// Beside the engine, so that no turn of the event loop lies between the answer and the count.
function writtenBy(id: string): number {
  const database = new Sqlite(place, { readonly: true })
  const row = database.prepare('select count(*) as n from contacts where created_via = ?').get(`api_key:${id}`)
  database.close()
  return (row as { n: number }).n
}
