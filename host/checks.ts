import { existsSync } from 'node:fs'
import { MikroORM, type Options } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { Engine, type Feature, type Storage } from 'rapport-crm'
import { isHeld } from './client.ts'
import type { Config } from './config.ts'
import { explain } from './explain.ts'
import { fileOf, storageFor } from './storage.ts'

/** One line of the report of `doctor`. */
export interface Finding {
  readonly state: 'ok' | 'note' | 'fault'
  readonly what: string
  readonly detail: string
}

type Query = (sql: string) => Promise<Record<string, unknown>>

/** Checks the database without changing schema or data. */
export async function checkDatabase({ databaseUrl }: Config, plugins: readonly Feature[]): Promise<Finding[]> {
  if (isMissingFile(databaseUrl))
    return [note('Database', `${fileOf(databaseUrl)} does not exist yet: rapport serve or rapport migrate creates it`)]
  const storage = await storageFor(databaseUrl)
  try {
    const settings = await inspect(storage)
    return [...settings, await checkSchema(storage, plugins)]
  } catch (error) {
    const hint = isHeld(error) ? '; check the running host with --url' : ''
    return [fault('Database', `${explain(error)}${hint}`)]
  }
}

export const ok = (what: string, detail: string): Finding => ({ state: 'ok', what, detail })
export const note = (what: string, detail: string): Finding => ({ state: 'note', what, detail })
export const fault = (what: string, detail: string): Finding => ({ state: 'fault', what, detail })

// A bare connection with the same options: the engine would refuse an outdated database before it could be checked.
async function inspect(storage: Storage): Promise<Finding[]> {
  const release = await storage.acquire?.()
  try {
    const orm = new MikroORM({ ...(storage.options as Options), entities: [], discovery: { warnWhenNoEntities: false } })
    const query: Query = async (sql) =>
      ((await (orm.em as SqlEntityManager).getConnection().execute(sql)) as Record<string, unknown>[])[0] ?? {}
    try {
      return storage.dialect === 'sqlite' ? await inspectSqlite(query) : await inspectPostgresql(query)
    } finally {
      await orm.close()
    }
  } finally {
    await release?.()
  }
}

async function inspectSqlite(query: Query): Promise<Finding[]> {
  const value = async (sql: string) => Object.values(await query(sql))[0]
  const [version, journal, synchronous, integrity] = [
    await value('select sqlite_version()'),
    await value('pragma journal_mode'),
    await value('pragma synchronous'),
    await value('pragma quick_check(1)'),
  ]
  const durable = synchronous === 2 && (journal === 'wal' || journal === 'memory')
  // Takes the write lock, so that a read-only file or folder is detected here and not by the first write.
  await query('begin immediate')
  await query('rollback')
  return [
    ok('Database', `SQLite ${version} answers and is writable`),
    (durable ? ok : fault)('Durability', `journal_mode=${journal}, synchronous=${synchronous === 2 ? 'full' : synchronous}`),
    (integrity === 'ok' ? ok : fault)('Integrity', String(integrity)),
  ]
}

async function inspectPostgresql(query: Query): Promise<Finding[]> {
  const settings = await query(`
    select current_setting('server_version') as version, current_setting('synchronous_commit') as synchronous_commit,
      current_setting('fsync') as fsync, current_setting('max_connections') as connections, current_schema() as schema,
      current_setting('server_encoding') as encoding, exists (select 1 from pg_collation where collname = 'und-x-icu') as icu,
      pg_is_in_recovery() as standby, coalesce(has_schema_privilege(current_schema(), 'create'), has_database_privilege(current_database(), 'create')) as writable`)
  const { version, synchronous_commit, fsync, connections, schema, standby, writable, encoding, icu } = settings
  const durable = synchronous_commit !== 'off' && fsync === 'on'
  return [
    ok('Database', `PostgreSQL ${version} answers (schema ${schema ?? 'not created yet'}, at most ${connections} connections)`),
    (standby || !writable ? fault : ok)(
      'Write access',
      standby ? 'This is a read-only standby' : writable ? 'Tables can be created' : `The role cannot create tables in ${schema}`,
    ),
    (durable ? ok : fault)('Durability', `synchronous_commit=${synchronous_commit}, fsync=${fsync}`),
    (encoding === 'UTF8' && icu ? ok : fault)(
      'Texts',
      `encoding ${encoding}, ${icu ? 'sorted by ICU' : 'built without ICU, by which names are sorted'}`,
    ),
  ]
}

// With `migrate: false` the engine checks the schema and changes nothing.
async function checkSchema(storage: Storage, plugins: readonly Feature[]): Promise<Finding> {
  try {
    const engine = await Engine.open({ storage, plugins, migrate: false })
    await engine.close()
    return ok('Schema', 'All migrations are done')
  } catch (error) {
    return fault('Schema', explain(error))
  }
}

/** Whether the database is a file that nothing has made yet. */
export function isMissingFile(databaseUrl: string): boolean {
  return databaseUrl.startsWith('sqlite:') && fileOf(databaseUrl) !== ':memory:' && !existsSync(fileOf(databaseUrl))
}
