import { MikroORM, type Options } from '@mikro-orm/core'
import { type Migration, type MigrationState, statesOf } from '../connection/migrate.ts'
import { doneMigrations } from '../connection/migrator.ts'
import type { Storage } from '../connection/storage.ts'

/** Reads which of these migrations a database has, by a bare connection that changes nothing. */
export async function readStates(migrations: readonly Migration[], storage: Storage): Promise<MigrationState[]> {
  // What a storage prepares is for writing: it would turn on the journal of an SQLite file.
  const { onCreateConnection: _prepare, ...options } = storage.options
  const orm = new MikroORM({ ...(options as Options), entities: [], discovery: { warnWhenNoEntities: false } })
  try {
    return statesOf(migrations, await doneMigrations(orm, storage), storage)
  } finally {
    await orm.close()
  }
}
