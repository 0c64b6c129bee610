import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely'
import type { DialectName } from './codec.ts'
import type { Tables } from './set-writer.ts'

const connections = new WeakMap<Kysely<Tables>, Promise<DatabaseConnection>>()

/**
 * Runs a statement. In a transaction on PostgreSQL it is sent at once, behind those that were sent before, whose answers
 * nobody has to wait for; the way of the query builder sends one when the one before is answered.
 */
export async function send<R>(db: Kysely<Tables>, dialect: DialectName, statement: CompiledQuery): Promise<QueryResult<R>> {
  if (dialect === 'sqlite' || !db.isTransaction) return await db.executeQuery<R>(statement)
  return await (await connectionOf(db)).executeQuery<R>(statement)
}

/** Answers when everything that `send` was given so far is on its way. */
export async function sent(db: Kysely<Tables>): Promise<void> {
  await connections.get(db)
}

// One promise for all that is sent, so that statements go in the order in which they were given.
function connectionOf(db: Kysely<Tables>): Promise<DatabaseConnection> {
  const known = connections.get(db)
  if (known) return known
  const found = new Promise<DatabaseConnection>((resolve, reject) => {
    db.getExecutor()
      .provideConnection(async (connection) => resolve(connection))
      .catch(reject)
  })
  connections.set(db, found)
  return found
}
