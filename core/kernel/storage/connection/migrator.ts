import { type MigrationObject, type MikroORM, TableNotFoundException } from '@mikro-orm/core'
import { Migration as MikroMigration } from '@mikro-orm/migrations'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { CrmError } from '../../operation/errors.ts'
import { beginWithBaseline, type LoadBaseline } from './baseline.ts'
import { identityOf, type Migration, migrationsTable, sorted, statements } from './migrate.ts'
import type { Storage } from './storage.ts'

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
    await beginWithBaseline(orm.em.getDriver().getConnection(), begins, migrationsTable(storage), storage.tablePrefix ?? '')
    begun.push(...begins.migrations)
  }
  const done = begun.length === migrations.length ? [] : await orm.migrator.up()
  await storage.snapshots?.keep(identityOf(migrations, storage), orm)
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
