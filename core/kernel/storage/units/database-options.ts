import type { LoadBaseline } from '../connection/baseline.ts'
import type { Migration } from '../connection/migrate.ts'
import type { Storage } from '../connection/storage.ts'
import type { AnyWatch } from '../schema/changes.ts'
import type { AnyEntityClass } from '../schema/entity.ts'
import type { WriterRules } from '../writing/set-writer.ts'

/** What a database is opened with. */
export interface DatabaseOptions {
  readonly storage: Storage
  readonly entities: readonly AnyEntityClass[]
  readonly watches: readonly AnyWatch[]
  readonly migrations: readonly Migration[]
  /** What a new SQLite database begins with; without it, the migrations run one by one. */
  readonly baseline?: LoadBaseline
  /** Bring the schema up to date when opening; `false` refuses a database that is behind. */
  readonly migrate: boolean
  /** Who hears of events in this process. */
  readonly audience?: WriterRules['audience']
  /** What plugins do before and after changes. */
  readonly hooks?: WriterRules['hooks']
}
