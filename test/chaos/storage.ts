import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'

/**
 * A place as the command line of the writer carries it: a path, or a URL of PostgreSQL whose tables lie in a schema `chaos`.
 * `busyMs` is how long SQLite waits for a lock.
 */
export function storageOf(place: string, busyMs?: number): Storage {
  if (place.startsWith('postgres:')) return postgresql({ url: place, schema: 'chaos' })
  const storage = sqlite(place)
  if (busyMs === undefined) return storage
  const { onCreateConnection: prepare } = storage.options
  const impatient = async (connection: unknown) => {
    await prepare?.(connection as never)
    await (connection as DatabaseConnection).executeQuery(CompiledQuery.raw(`pragma busy_timeout = ${busyMs}`))
  }
  return { ...storage, options: { ...storage.options, onCreateConnection: impatient } }
}
