import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Actor, type Api, Engine, type EngineOptions, scopes, type Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { afterEach, describe, inject } from 'vitest'
import { TestClock } from './clock.ts'

export type StorageName = 'SQLite memory' | 'SQLite file' | 'PostgreSQL'

/** A place for one database: the same for every engine that is opened on it, gone when the test ends. */
export interface Place {
  readonly name: StorageName
  storage(): Storage
  remove(): Promise<void>
}

export interface Opened {
  readonly engine: Engine
  /** As the administrator of `acme`, with every scope. */
  readonly api: Api
  readonly clock: TestClock
  readonly place: Place
}

export const ada: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }

export type Open = (options?: Partial<EngineOptions> & { readonly place?: Place; readonly clock?: TestClock }) => Promise<Opened>

/** Runs `body` once per storage; what it opens is closed and removed after each test. */
export function describeStorages(
  title: string,
  body: (open: Open, name: StorageName) => void,
  names: readonly StorageName[] = ['SQLite memory', 'SQLite file', 'PostgreSQL'],
): void {
  for (const name of names) {
    describe(`${title} (${name})`, () => {
      const ends: (() => Promise<void>)[] = []
      afterEach(async () => {
        for (const end of ends.splice(0).toReversed()) await end()
      })
      const open: Open = async ({ place: given, clock = new TestClock(), ports = [], ...options } = {}) => {
        const place = given ?? (await newPlace(name))
        if (!given) ends.push(() => place.remove())
        const engine = (await Engine.open({ storage: place.storage(), ports: [clock, ...ports], ...options })) as Engine
        ends.push(() => engine.close())
        return { engine, api: engine.as(ada), clock, place }
      }
      body(open, name)
    })
  }
}

/** An empty database of this kind. */
export async function newPlace(name: StorageName): Promise<Place> {
  if (name === 'SQLite memory') return { name, storage: () => sqlite(':memory:'), remove: async () => {} }
  if (name === 'SQLite file') {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-test-'))
    return { name, storage: () => sqlite(join(folder, 'rapport.sqlite')), remove: () => rm(folder, { recursive: true, force: true }) }
  }
  const url = inject('postgresUrl')
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  return {
    name,
    storage: () => postgresql({ url, schema }),
    async remove() {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`drop schema if exists ${schema} cascade`)
      await client.end()
    },
  }
}
