import type { Migration } from '../connection/migrate.ts'
import type { Storage } from '../connection/storage.ts'
import type { AnyWatch } from '../schema/changes.ts'
import type { AnyEntityClass } from '../schema/entity.ts'

/** What a database is opened with. */
export interface DatabaseOptions {
  readonly storage: Storage
  readonly entities: readonly AnyEntityClass[]
  readonly watches: readonly AnyWatch[]
  readonly migrations: readonly Migration[]
  /** Bring the schema up to date when opening; `false` refuses a database that is behind. */
  readonly migrate: boolean
}
