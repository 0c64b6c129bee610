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
import { cool, warm } from './warm-connections.ts'

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
  const storage = () => warm(postgresql({ url, schema }))
  const remove = () =>
    onServer(url, async (client) => {
      if (!(await leave(client, schema))) await cool(storage())
    })
  return { name, storage, remove }
}

// Creating a schema takes a hundred times as long as emptying one, so the tests of a process reuse them; the end of the run drops them.
const emptied: string[] = []
const migrations = builtin
  .flatMap((feature) => (feature.migrations ?? []).map((each) => each.name))
  .toSorted()
  .join()
/** Tables that grew larger are made anew, because deleted rows stay in their files. */
const MOST_BYTES = 64 * 1024

/** Empties the schema for the next test; drops it where a plugin has added to it or the server cannot forget its statistics. */
async function leave(client: pg.Client, schema: string): Promise<boolean> {
  const isEmpty = await client.query(emptying(schema)).then(
    () => true,
    () => false,
  )
  if (isEmpty) emptied.push(schema)
  else await client.query(`drop schema if exists ${schema} cascade`)
  return isEmpty
}

// The table of migrations stays as it is. What PostgreSQL keeps about the values of a table would tell of those of another test.
const emptying = (schema: string) => `
  do $$ declare each record; begin
    if (select string_agg(name, ',' order by name collate "C") from ${schema}.rapport_migrations) <> '${migrations}' then
      raise 'The schema has other migrations';
    end if;
    for each in select oid, relname, relkind, reltuples from pg_class
      where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'S') and relname not like 'rapport_migrations%'
    loop
      if each.relkind = 'S' then
        perform setval(each.oid::regclass, 1, false);
      elsif each.reltuples <> -1 or pg_relation_size(each.oid) > ${MOST_BYTES} then
        execute format('truncate %I.%I', '${schema}', each.relname);
        perform pg_clear_attribute_stats(schemaname, tablename, attname, inherited)
          from pg_stats where schemaname = '${schema}' and tablename = each.relname;
      elsif pg_relation_size(each.oid) > 0 then
        execute format('delete from %I.%I', '${schema}', each.relname);
      end if;
    end loop;
  end $$`

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
