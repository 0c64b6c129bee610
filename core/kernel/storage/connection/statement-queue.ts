import { type CompiledQuery, type DatabaseConnection, type Kysely, type QueryResult, sql } from 'kysely'
import { refuseUnawaited } from '../../operation/cancellation.ts'
import type { DialectName, Row } from '../schema/codec.ts'
import type { Tables } from '../schema/tables.ts'

/** The statements of one transaction, sent to the database in the order in which they were enqueued. */
interface StatementQueue {
  /** The connection that all statements share, so that none overtakes another. */
  connection?: Promise<DatabaseConnection>
  /** Results of the statements that were enqueued. */
  readonly answers: Promise<Row[]>[]
  /** Done once the transaction has committed. */
  readonly acts: (() => void)[]
  /** The transaction has ended: its connection is somebody else's. */
  over?: true
}

const queues = new WeakMap<Kysely<Tables>, StatementQueue>()

/** Makes a scoped query builder use the queue of its transaction. */
export function joinQueue(door: Kysely<Tables>, db: Kysely<Tables>): void {
  if (db.isTransaction) queues.set(door, queueOf(db))
}

/**
 * Runs a statement. In a transaction on PostgreSQL it is sent at once, behind those that were sent before, whose answers
 * nobody has to wait for; the way of the query builder sends one when the one before is answered.
 */
export async function send<R>(db: Kysely<Tables>, dialect: DialectName, statement: CompiledQuery): Promise<QueryResult<R>> {
  refuseLate(db)
  if (dialect === 'sqlite' || !db.isTransaction) return await db.executeQuery<R>(statement)
  return await (await connectionOf(db)).executeQuery<R>(statement)
}

/** Enqueues a statement. The transaction waits for it and fails with it, so a caller that needs no rows need not wait. */
export function enqueue(db: Kysely<Tables>, dialect: DialectName, statement: CompiledQuery): Promise<Row[]> {
  if (!db.isTransaction) throw new Error('Asked outside of a transaction')
  const answer = send<Row>(db, dialect, statement).then(({ rows }) => rows)
  answer.catch(() => undefined)
  queueOf(db).answers.push(answer)
  return answer
}

/** Enqueues a statement whose rows nobody needs; resolves when it is on its way, before whatever is asked next. */
export async function sendAhead(db: Kysely<Tables>, statement: CompiledQuery): Promise<void> {
  refuseLate(db)
  const connection = await connectionOf(db)
  const answer = connection.executeQuery<Row>(statement).then(({ rows }) => rows)
  answer.catch(() => undefined)
  queueOf(db).answers.push(answer)
}

/** Resolves when at most `count` enqueued statements are without an answer. */
export async function atMostAhead(db: Kysely<Tables>, count: number): Promise<void> {
  await queueOf(db).answers.at(-count)
}

/** Resolves when all enqueued statements are sent, so that the end of the transaction follows them. */
export async function flushed(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  await (dialect === 'sqlite' ? answered(db) : queues.get(db)?.connection)
}

/** Resolves when all enqueued statements are answered; rejects with the first failure, which caused the later ones. */
export async function answered(db: Kysely<Tables>): Promise<void> {
  await Promise.all(queues.get(db)?.answers ?? [])
}

/** Resolves when no enqueued statement can run after the end of the transaction. */
export async function settled(db: Kysely<Tables>): Promise<void> {
  await Promise.allSettled(queues.get(db)?.answers ?? [])
}

/** Does a part of a transaction that can fail alone: what it wrote is undone then, and the transaction goes on without it. */
export async function attempted<T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint attempted`.execute(db)
  try {
    const value = await work()
    await answered(db)
    await sql`release savepoint attempted`.execute(db)
    return value
  } catch (error) {
    await settled(db)
    queueOf(db).answers.length = 0
    await sql`rollback to savepoint attempted`.execute(db)
    throw error
  }
}

/** What is done once a transaction of `transacted` has committed: `Unit.onCommit` of what is written in it. */
export function actsAfter(db: Kysely<Tables>): (() => void)[] {
  return queueOf(db).acts
}

/** Says that a transaction has ended: work that was given up and still goes on reads and writes nothing anymore. */
export function close(db: Kysely<Tables>): void {
  queueOf(db).over = true
}

/** Throws where the transaction has ended. */
export function refuseLate(db: Kysely<Tables>): void {
  refuseUnawaited()
  if (queues.get(db)?.over) throw new Error('The unit of work is over: what still runs of it reads and writes nothing')
}

/** Runs `work` in one transaction, which ends after all enqueued statements and fails with any of them. */
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
    for (const act of queueOf(line).acts) act()
    return value
  } catch (error) {
    await answered(line)
    throw error
  }
}

function queueOf(db: Kysely<Tables>): StatementQueue {
  const line = queues.get(db) ?? { answers: [], acts: [] }
  queues.set(db, line)
  return line
}

/** The connection of a transaction. */
export function connectionOf(db: Kysely<Tables>): Promise<DatabaseConnection> {
  const line = queueOf(db)
  line.connection ??= new Promise<DatabaseConnection>((resolve, reject) => {
    db.getExecutor()
      .provideConnection(async (connection) => resolve(connection))
      .catch(reject)
  })
  return line.connection
}
