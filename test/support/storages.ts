import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Actor, type Api, Engine, type EngineOptions, scopes, type Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { afterAll, afterEach, describe, inject } from 'vitest'
import { builtin } from '../../core/builtin.ts'
import { TestClock } from './clock.ts'
import { emptyDatabase } from './image.ts'

export type StorageName = 'SQLite memory' | 'SQLite file' | 'PostgreSQL'

/** One database for any number of engines, removed when the test ends. */
export interface Place {
  readonly name: StorageName
  storage(): Storage
  remove(): Promise<void>
}

export interface Opened {
  readonly engine: Engine
  /** The typed operations as the administrator of `acme`, with all scopes. */
  readonly api: Api
  readonly clock: TestClock
  readonly place: Place
}

export const ada: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }

interface Opening extends Partial<EngineOptions> {
  readonly place?: Place
  readonly clock?: TestClock
  /** Closed after the last test instead of after this one. */
  readonly kept?: boolean
}

export type Open = (options?: Opening) => Promise<Opened>

/**
 * Runs `body` on both databases; engines and databases are closed and removed after each test, unless they are `kept`. An SQLite file is
 * asked the same statements as one in memory: what depends on commits, on readers beside a writer or on the disk takes
 * `describeEveryStorage`.
 */
export function describeStorages(
  title: string,
  body: (open: Open, name: StorageName) => void,
  names: readonly StorageName[] = ['SQLite memory', 'PostgreSQL'],
): void {
  for (const name of names) {
    describe(`${title} (${name})`, () => {
      const endsOfTest: (() => Promise<void>)[] = []
      const endsOfAll: (() => Promise<void>)[] = []
      afterEach(async () => {
        for (const end of endsOfTest.splice(0).toReversed()) await end()
      })
      afterAll(async () => {
        for (const end of endsOfAll.splice(0).toReversed()) await end()
      })
      const open: Open = async ({ place: given, clock = new TestClock(), ports = [], kept = false, ...options } = {}) => {
        const ends = kept ? endsOfAll : endsOfTest
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

/** Runs `body` in memory, on a file and on a server. */
export function describeEveryStorage(title: string, body: (open: Open, name: StorageName) => void): void {
  describeStorages(title, body, ['SQLite memory', 'SQLite file', 'PostgreSQL'])
}

/** A database without records; `bare`: without tables, too. */
export async function newPlace(name: StorageName, bare = false): Promise<Place> {
  if (name === 'SQLite memory') {
    const storage = sqlite(':memory:')
    return { name, storage: () => storage, remove: async () => {} }
  }
  if (name === 'SQLite file') {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-test-'))
    const file = join(folder, 'rapport.sqlite')
    if (!bare) await writeFile(file, await emptyDatabase())
    return { name, storage: () => sqlite(file), remove: () => rm(folder, { recursive: true, force: true }) }
  }
  const url = inject('postgresUrl')
  const schema = (bare ? undefined : emptied.pop()) ?? `${inject('postgresRun')}_${randomUUID().replaceAll('-', '')}`
  return { name, storage: () => postgresql({ url, schema }), remove: () => onServer(url, (client) => leave(client, schema)) }
}

// Creating a schema takes ten times as long as emptying one, so the tests of a process reuse them; the end of the run drops them. The table of
// migrations stays as it is: an engine with a plugin adds to it.
const emptied: string[] = []
const migrations = JSON.stringify(builtin.flatMap((feature) => (feature.migrations ?? []).map((each) => each.name)).toSorted())
/** Larger tables are not reused, nor any of which PostgreSQL keeps statistics: these would tell of the values of another test. */
const MOST_BYTES = 64 * 1024

async function leave(client: pg.Client, schema: string): Promise<void> {
  if (!(await isAsMade(client, schema))) return await drop(client, [schema])
  await client.query(`
    do $$ declare each record; begin
      for each in select oid, relname, relkind from pg_class where relnamespace = '${schema}'::regnamespace loop
        if each.relname like 'rapport_migrations%' then continue;
        elsif each.relkind = 'S' then perform setval(each.oid::regclass, 1, false);
        elsif each.relkind = 'r' and pg_relation_size(each.oid) > 0 then
          execute format('delete from %I.%I', '${schema}', each.relname);
        end if;
      end loop;
    end $$`)
  emptied.push(schema)
}

/** Whether the schema has only the tables of the built-in features, and they stayed small and without statistics. */
async function isAsMade(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ size: string | null }>(
    `select max(pg_relation_size(oid)) filter (where relkind = 'r' and relname <> 'rapport_migrations') as size
     from pg_class where relnamespace = to_regnamespace($1)
     and exists (select from pg_class where relnamespace = to_regnamespace($1) and relname = 'rapport_migrations')
     and not exists (select from pg_statistic join pg_class on oid = starelid where relnamespace = to_regnamespace($1))`,
    [schema],
  )
  const size = rows[0]?.size ?? null
  if (size === null || Number(size) > MOST_BYTES) return false
  const { rows: done } = await client.query<{ name: string }>(`select name from ${schema}.rapport_migrations order by name`)
  return JSON.stringify(done.map(({ name }) => name)) === migrations
}

async function drop(client: pg.Client, schemas: readonly string[]): Promise<void> {
  for (const schema of schemas) await client.query(`drop schema if exists ${schema} cascade`)
}

// One connection for all clean-up of a process: opening one costs more than most of its queries.
let server: Promise<pg.Client> | undefined

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  server ??= connect(url)
  await work(await server)
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
