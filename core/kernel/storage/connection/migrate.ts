import { type MikroORM, TableNotFoundException } from '@mikro-orm/core'
import { Migration as MikroMigration } from '@mikro-orm/migrations'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { CrmError } from '../../operation/errors.ts'
import type { DialectName } from '../schema/codec.ts'
import type { Storage } from './storage.ts'

/** One step of the schema, hand-checked SQL for both databases; `{p}` stands for the table prefix. Never changed once released. */
export interface Migration {
  /** Sorts by date: `2026-11-21-initial`; a plugin puts its own name behind the date. */
  readonly name: string
  /** The statements, by database. */
  readonly up: Readonly<Record<DialectName, string>>
}

/** The migrations as the classes that MikroORM's migrator runs, each in a transaction of its own. */
export function migrationClasses(
  migrations: readonly Migration[],
  { dialect, tablePrefix = '' }: Storage,
): { name: string; class: new (...args: ConstructorParameters<typeof MikroMigration>) => MikroMigration }[] {
  return sorted(migrations).map(({ name, up }) => ({
    name,
    class: class extends MikroMigration {
      override up(): void {
        for (const statement of statements(up[dialect], tablePrefix)) this.addSql(statement)
      }
    },
  }))
}

/** What a database is after these migrations: the same for the same statements on tables of the same names. */
export function identityOf(migrations: readonly Migration[], { dialect, tablePrefix = '' }: Storage): string {
  return JSON.stringify([tablePrefix, sorted(migrations).map(({ name, up }) => [name, up[dialect]])])
}

/** Whether the database has the migrations of this code and no others: then nobody has to wait for anybody. */
export async function isUpToDate(orm: MikroORM, migrations: readonly Migration[], { schema }: Storage): Promise<boolean> {
  const { tableName = '' } = orm.config.get('migrations')
  const table = [schema, tableName].flatMap((name) => (name ? [orm.em.getPlatform().quoteIdentifier(name)] : [])).join('.')
  try {
    const done = await (orm.em as SqlEntityManager).execute<{ name: string }[]>(`select name from ${table}`)
    const names = new Set(done.map(({ name }) => name))
    return names.size === migrations.length && migrations.every(({ name }) => names.has(name))
  } catch (error) {
    if (error instanceof TableNotFoundException) return false
    throw error
  }
}

/**
 * Brings the schema up to date, and answers the names of what was run; throws `unavailable` for a database that is newer than the code. Run
 * it under the lock of the dialect, so that of two processes one migrates and one waits.
 */
export async function migrate(orm: MikroORM, migrations: readonly Migration[]): Promise<string[]> {
  await refuseNewer(orm, migrations)
  const done = await orm.migrator.up()
  return done.map(({ name }) => name)
}

/** Refuses a database whose schema is not the one of this code, older or newer: throws `unavailable`. */
export async function pendingMigrations(orm: MikroORM, migrations: readonly Migration[]): Promise<void> {
  await refuseNewer(orm, migrations)
  const pending = await orm.migrator.getPending()
  if (pending.length > 0) throw new CrmError('unavailable', `The database lacks ${pending.length} migrations: run \`rapport migrate\``)
}

async function refuseNewer(orm: MikroORM, migrations: readonly Migration[]): Promise<void> {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = (await orm.migrator.getExecuted()).filter(({ name }) => !known.has(name))
  if (unknown.length > 0)
    throw new CrmError(
      'unavailable',
      `The database is newer than this version of Rapport: it has the migration ${unknown[0]?.name}, which this code does not know`,
    )
}

function statements(sql: string, prefix: string): string[] {
  return sql
    .replaceAll('{p}', prefix)
    .split(';\n')
    .map((each) => each.trim().replace(/;$/, ''))
    .filter(Boolean)
}

function sorted(migrations: readonly Migration[]): Migration[] {
  return migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
