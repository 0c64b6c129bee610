import type { SqliteConnection } from '@mikro-orm/sqlite'
import type { Storage } from 'rapport-crm'

type Snapshots = NonNullable<Storage['snapshots']>

/** Sets of migrations of which a database is kept: a process of tests has few. */
const KEPT = 4

const kept = new Map<string, Buffer>()

/** Databases in memory begin as copies of the first one, which takes a tenth of the time of its migrations; `options` are those of the driver. */
export const snapshots = (options: object): Snapshots => ({
  optionsFor(migrations) {
    const dbName = kept.get(migrations)
    return dbName && { driverOptions: () => ({ ...options, dbName }) }
  },
  async keep(migrations, orm) {
    // The driver of this storage makes no other connections.
    const connection = orm.em.getDriver().getConnection() as SqliteConnection
    const database = await connection.getNativeClient()
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.set(migrations, database.serialize())
  },
})
