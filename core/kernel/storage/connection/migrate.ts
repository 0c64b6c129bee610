import { type MigrationObject, type MikroORM, TableNotFoundException } from '@mikro-orm/core'
import { Migration as MikroMigration } from '@mikro-orm/migrations'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { CrmError } from '../../operation/errors.ts'
import type { DialectName } from '../schema/codec.ts'
import { beginWithBaseline, type LoadBaseline } from './baseline.ts'
import type { Storage } from './storage.ts'

/** One step of the schema, hand-checked SQL for both databases; `{p}` stands for the table prefix. Never changed once released. */
export interface Migration {
  /** Sorts by date: `2026-11-21-initial`; a plugin puts its own name behind the date. */
  readonly name: string
  /** The statements, by database. */
  readonly up: Readonly<Record<DialectName, string>>
}

/** The migrations as the classes that MikroORM's migrator runs, each in a transaction of its own. */
export function migrationClasses(migrations: readonly Migration[], { dialect, tablePrefix = '' }: Storage): MigrationObject[] {
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

/** The table that has the names of what was run. */
export function migrationsTable({ tablePrefix = '' }: Pick<Storage, 'tablePrefix'>): string {
  return `${tablePrefix}rapport_migrations`
}

/** The names of the migrations that a database has; none if it has no table of them yet. */
export async function doneMigrations(orm: MikroORM, storage: Storage): Promise<ReadonlySet<string>> {
  const platform = orm.em.getPlatform()
  const table = [storage.schema, migrationsTable(storage)].flatMap((name) => (name ? [platform.quoteIdentifier(name)] : [])).join('.')
  try {
    const done = await (orm.em as SqlEntityManager).execute<{ name: string }[]>(`select name from ${table}`)
    return new Set(done.map(({ name }) => name))
  } catch (error) {
    if (error instanceof TableNotFoundException) return new Set()
    throw error
  }
}

/** Whether the database has the migrations of this code and no others: then nobody has to wait for anybody. */
export async function isUpToDate(orm: MikroORM, migrations: readonly Migration[], storage: Storage): Promise<boolean> {
  const done = await doneMigrations(orm, storage)
  return done.size === migrations.length && migrations.every(({ name }) => done.has(name))
}

/** A migration as a database has it, or has it not. */
export interface MigrationState {
  /** Sorts by date, such as `2026-11-21-initial`. */
  readonly name: string
  /** `unknown`: done by a newer version, which this code must not open. */
  readonly state: 'done' | 'pending' | 'unknown'
  /** What it runs, in this order and in one transaction; none of an unknown one. */
  readonly statements: readonly string[]
}

/** Each of these migrations and of those of the database, by name. */
export function statesOf(migrations: readonly Migration[], done: ReadonlySet<string>, { dialect, tablePrefix }: Storage): MigrationState[] {
  const known = sorted(migrations).map(({ name, up }): MigrationState => ({
    name,
    state: done.has(name) ? 'done' : 'pending',
    statements: statements(up[dialect], tablePrefix ?? ''),
  }))
  const names = new Set(known.map(({ name }) => name))
  const unknown = [...done].filter((name) => !names.has(name)).toSorted()
  return [...known, ...unknown.map((name): MigrationState => ({ name, state: 'unknown', statements: [] }))]
}

/**
 * Brings the schema up to date, and answers the names of what was run; throws `unavailable` for a database that is newer than the code. Run
 * it under the lock of the dialect, so that of two processes one migrates and one waits.
 */
export async function migrate(
  orm: MikroORM,
  migrations: readonly Migration[],
  storage: Storage,
  baseline: LoadBaseline | undefined,
): Promise<string[]> {
  const before = await refuseNewer(orm, migrations)
  const begun: string[] = []
  if (baseline && before.size === 0 && storage.dialect === 'sqlite') {
    const begins = await baseline()
    await beginWithBaseline(orm, begins, migrationsTable(storage), storage.tablePrefix ?? '')
    begun.push(...begins.migrations)
  }
  if (begun.length === migrations.length) return begun
  const done = await orm.migrator.up()
  return [...begun, ...done.map(({ name }) => name)]
}

/** Refuses a database whose schema is not the one of this code, older or newer: throws `unavailable`. */
export async function pendingMigrations(orm: MikroORM, migrations: readonly Migration[]): Promise<void> {
  await refuseNewer(orm, migrations)
  const pending = await orm.migrator.getPending()
  if (pending.length > 0) throw new CrmError('unavailable', `The database lacks ${pending.length} migrations: run \`rapport migrate\``)
}

async function refuseNewer(orm: MikroORM, migrations: readonly Migration[]): Promise<ReadonlySet<string>> {
  const known = new Set(migrations.map(({ name }) => name))
  const done = new Set((await orm.migrator.getExecuted()).map(({ name }) => name))
  const unknown = [...done].find((name) => !known.has(name))
  if (unknown === undefined) return done
  throw new CrmError(
    'unavailable',
    `The database is newer than this version of Rapport: it has the migration ${unknown}, which this code does not know`,
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
