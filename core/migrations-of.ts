import { builtin, recordTypeOrder } from './builtin.ts'
import type { Feature } from './kernel/feature/feature.ts'
import type { MigrationState } from './kernel/storage/connection/migrate.ts'
import type { Storage } from './kernel/storage/connection/storage.ts'
import { readStates } from './kernel/storage/units/migration-states.ts'
import { composeFeatures } from './records/record-type/compose-features.ts'

/**
 * Which migrations of the engine and of these plugins a database has and which it lacks, by name, with their SQL. Changes nothing and takes
 * no lock, so that it may be asked while an engine has the database open; an SQLite file that is missing is made, empty. Throws `invalid_input`
 * for plugins that do not fit.
 */
export async function migrationsOf({
  storage,
  plugins = [],
}: {
  readonly storage: Storage
  readonly plugins?: readonly Feature[]
}): Promise<readonly MigrationState[]> {
  const { registry } = composeFeatures([...builtin, ...plugins], recordTypeOrder)
  return await readStates(registry.all('migrations'), storage)
}
