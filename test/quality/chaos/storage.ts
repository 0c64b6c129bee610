import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'

/**
 * A place as the command line of the writer carries it: a path, or a URL of PostgreSQL, with the schema of the tables as `?schema=`
 * and the number of connections as `?pool=`. `busyMs` is how long SQLite waits for a lock.
 */
export function storageOf(place: string, busyMs?: number): Storage {
  if (place.startsWith('postgres:')) {
    const url = new URL(place)
    const schema = url.searchParams.get('schema') ?? 'chaos'
    const pool = Number(url.searchParams.get('pool') ?? 16)
    url.searchParams.delete('schema')
    url.searchParams.delete('pool')
    return postgresql({ url: url.href, schema, pool })
  }
  const storage = sqlite(place)
  if (busyMs === undefined) return storage
  const { onCreateConnection: prepare } = storage.options
  const impatient = async (connection: unknown) => {
    await prepare?.(connection as never)
    await (connection as DatabaseConnection).executeQuery(CompiledQuery.raw(`pragma busy_timeout = ${busyMs}`))
  }
  return { ...storage, options: { ...storage.options, onCreateConnection: impatient } }
}
