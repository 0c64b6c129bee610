import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Engine } from 'rapport-crm'
import { afterEach, expect, it } from 'vitest'
import { ada, describeStorages, newPlace, type Place } from '../../support/storages.ts'

const ROUNDS = 3
const COMMITS = 20

/** A process is killed amid transactions of the app; then each contact has its order and its event, and each order its contact. */
describeStorages(
  'A process that is killed in transactions of the app',
  (_open, name) => {
    let clean = async () => {}
    afterEach(async () => await clean())

    async function reading<T>(place: Place, work: (engine: Engine) => Promise<T>): Promise<T> {
      const engine = await Engine.open({ storage: place.storage() })
      try {
        return await work(engine)
      } finally {
        await engine.close()
      }
    }

    it('has written all of each transaction or nothing, and what it was told is committed', async () => {
      const place = await newPlace(name)
      await reading(place, async (engine) => {
        await engine.transaction(async (_crm, { sql }) => await sql`create table app_orders (id text primary key, contact_id text)`)
      })
      clean = async () => {
        await reading(place, (engine) => engine.transaction(async (_crm, { sql }) => await sql`drop table app_orders`))
        await place.remove()
      }
      const told = new Set<string>()
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const id of await killed(place, COMMITS)) told.add(id)
        await reading(place, async (engine) => {
          const orders = await engine.transaction(
            async (_crm, { sql }) => await sql<{ contact_id: string }>`select contact_id from app_orders`,
          )
          const contacts = await all(async (cursor) => {
            const page = await engine.as(ada).contacts.list({ limit: 200, ...(cursor && { cursor }) })
            return { ids: page.contacts.map(({ id }) => id), next: page.next_cursor }
          })
          const events = await all(async (cursor) => {
            const page = await engine.as(ada).events.list({ type: 'contact.created', limit: 200, ...(cursor && { cursor }) })
            return { ids: page.events.map(({ entity_id }) => entity_id), next: page.next_cursor }
          })
          expect(orders.map(({ contact_id }) => contact_id).toSorted()).toEqual(contacts)
          expect(events).toEqual(contacts)
          expect([...told].filter((id) => !contacts.includes(id))).toEqual([])
        })
      }
      expect(told.size).toBeGreaterThanOrEqual(ROUNDS * COMMITS)
    })
  },
  ['SQLite file', 'PostgreSQL'],
)

type Page = { readonly ids: readonly string[]; readonly next: string | null }

async function all(read: (cursor?: string) => Promise<Page>): Promise<string[]> {
  const ids: string[] = []
  for (let page = await read(); ; page = await read(page.next)) {
    ids.push(...page.ids)
    if (page.next === null) return ids.toSorted()
  }
}

/** Runs the app until so many transactions are committed, kills it, and answers what it said is committed. */
async function killed(place: Place, commits: number): Promise<string[]> {
  const { options, schema } = place.storage()
  const target = schema ? ['', String(options.clientUrl).replace(/\?.*$/, ''), schema] : [String(options.dbName)]
  const script = new URL('app-transactions-worker.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['-C', 'source', script, ...target], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString()
    if (said.split('\n').length > commits) child.kill('SIGKILL')
  })
  const [code, signal] = await ended
  expect([code, signal]).toEqual([null, 'SIGKILL'])
  return said.split('\n').slice(0, -1)
}
