import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely'
import type { DialectName, Row } from './codec.ts'
import type { Tables } from './tables.ts'

/** The statements of one transaction, which go to the database in the order in which they were given. */
interface StatementQueue {
  /** One promise for all of them, so that none overtakes another. */
  connection?: Promise<DatabaseConnection>
  /** Of statements that were asked for with `ask`. */
  readonly answers: Promise<Row[]>[]
}

const queues = new WeakMap<Kysely<Tables>, StatementQueue>()

/** Lets a door to the database use the line of the transaction that it leads to. */
export function joinQueue(door: Kysely<Tables>, db: Kysely<Tables>): void {
  if (db.isTransaction) queues.set(door, queueOf(db))
}

/**
 * Runs a statement. In a transaction on PostgreSQL it is sent at once, behind those that were sent before, whose answers
 * nobody has to wait for; the way of the query builder sends one when the one before is answered.
 */
export async function send<R>(db: Kysely<Tables>, dialect: DialectName, statement: CompiledQuery): Promise<QueryResult<R>> {
  if (dialect === 'sqlite' || !db.isTransaction) return await db.executeQuery<R>(statement)
  return await (await connectionOf(db)).executeQuery<R>(statement)
}

/** Runs a statement of a transaction, which ends behind it and fails with it: who needs no answer need not wait for this one either. */
export function enqueue(db: Kysely<Tables>, dialect: DialectName, statement: CompiledQuery): Promise<Row[]> {
  if (!db.isTransaction) throw new Error('Asked outside of a transaction')
  const answer = send<Row>(db, dialect, statement).then(({ rows }) => rows)
  answer.catch(() => undefined)
  queueOf(db).answers.push(answer)
  return answer
}

/** Answers when at most `count` of the statements that were asked for are not yet answered. */
export async function atMostAhead(db: Kysely<Tables>, count: number): Promise<void> {
  await queueOf(db).answers.at(-count)
}

/** Answers when all that a transaction was given is on its way, so that its end goes behind it. */
export async function flushed(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  await (dialect === 'sqlite' ? answered(db) : queues.get(db)?.connection)
}

/** Answers when all that a transaction was asked for has been answered; fails with what failed first, which is why the rest did. */
export async function answered(db: Kysely<Tables>): Promise<void> {
  await Promise.all(queues.get(db)?.answers ?? [])
}

/** Answers when nothing of a transaction is left that could be done behind its end, on its own. */
export async function settled(db: Kysely<Tables>): Promise<void> {
  await Promise.allSettled(queues.get(db)?.answers ?? [])
}

/** Does `work` in one transaction, which ends behind all that it was asked for and fails with it. */
export async function transacted<T>(db: Kysely<Tables>, dialect: DialectName, work: (tables: Kysely<Tables>) => Promise<T>): Promise<T> {
  let line = db
  try {
    const value = await db.transaction().execute(async (tables) => {
      line = tables
      try {
        const done = await work(tables)
        await flushed(tables, dialect)
        return done
      } catch (error) {
        await settled(tables)
        throw error
      }
    })
    await answered(line)
    return value
  } catch (error) {
    await answered(line)
    throw error
  }
}

function queueOf(db: Kysely<Tables>): StatementQueue {
  const line = queues.get(db) ?? { answers: [] }
  queues.set(db, line)
  return line
}

function connectionOf(db: Kysely<Tables>): Promise<DatabaseConnection> {
  const line = queueOf(db)
  line.connection ??= new Promise<DatabaseConnection>((resolve, reject) => {
    db.getExecutor()
      .provideConnection(async (connection) => resolve(connection))
      .catch(reject)
  })
  return line.connection
}
