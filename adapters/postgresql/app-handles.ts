import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { ClientBase, QueryConfig } from 'pg'
import { oneByOne } from './one-by-one.ts'

interface Answer {
  readonly rows: unknown[]
  readonly rowCount: number | null
}

/** A connection of the app in an open transaction. */
export interface Line {
  /** The connection itself. */
  readonly key: object
  send(config: QueryConfig): Promise<Answer>
  /** Calls `ended` once the app has ended the transaction. */
  onEnd(ended: (isCommitted: boolean) => void): void
}

type Method = (...asked: unknown[]) => unknown

/** The connection behind what libraries give an app as its transaction; undefined for anything else. */
export async function lineOf(handle: object): Promise<Line | undefined> {
  if (isKysely(handle)) return await lineOfKysely(handle)
  if (isMikroOrm(handle)) {
    // Up to version 6 it is a transaction of Knex, from then on one of Kysely.
    const context = handle.getTransactionContext()
    return isKysely(context) || isKnex(context) ? await lineOf(context) : undefined
  }
  const client = isKnex(handle) ? await handle.client.acquireConnection() : isDrizzle(handle) ? handle.session.client : handle
  return isClient(client) && isInTransaction(client) && !isOver(handle) ? lineOfClient(client, handle) : undefined
}

// The connection serves other transactions later, and what stood for one that is over must not mean those.
const over = new WeakSet<object>()
const isOver = (transaction: object) => over.has(transaction)

function lineOfClient(client: ClientBase, handle: object): Line {
  return {
    key: client,
    send: oneByOne(async (config) => await client.query(config)),
    onEnd: (ended) =>
      watchEnd(client, 'query', (isCommitted) => {
        if (handle !== client) over.add(handle)
        ended(isCommitted)
      }),
  }
}

interface KyselyTransaction {
  readonly isTransaction: true
  readonly isCommitted?: boolean
  readonly isRolledBack?: boolean
  getExecutor(): { provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> }
}

async function lineOfKysely(transaction: KyselyTransaction): Promise<Line | undefined> {
  if (isOver(transaction) || transaction.isCommitted || transaction.isRolledBack) return undefined
  const connection = await transaction.getExecutor().provideConnection(async (each) => each)
  return {
    key: connection,
    send: oneByOne(async ({ values, ...rest }) => {
      // What it calls the text is handed to `pg` as it is.
      const asked = { ...CompiledQuery.raw('', values), sql: rest as unknown as string }
      const { rows, numAffectedRows } = await connection.executeQuery(asked)
      return { rows, rowCount: numAffectedRows === undefined ? null : Number(numAffectedRows) }
    }),
    onEnd: (ended) =>
      watchEnd(connection, 'executeQuery', (isCommitted) => {
        over.add(transaction)
        ended(isCommitted)
      }),
  }
}

const ENDS = /^\s*(commit|end|rollback|abort)(\s+(work|transaction))?\s*;?\s*$/i
const COMMITS = /^\s*(commit|end)/i

/*
 * All libraries end a transaction by a statement on its connection, which is seen here on its way. A commit of a transaction that has failed
 * is answered as a rollback.
 */
function watchEnd(connection: object, name: string, ended: (isCommitted: boolean) => void): void {
  const target = connection as Record<string, unknown>
  const send = target[name] as Method
  const isOwn = Object.hasOwn(target, name)
  const tell = (text: string, error: unknown, answer: unknown) => {
    if (isOwn) target[name] = send
    else delete target[name]
    const { command } = (answer ?? {}) as { command?: string }
    ended(!error && COMMITS.test(text) && command !== 'ROLLBACK')
  }
  target[name] = (...asked: unknown[]) => {
    const text = textOf(asked[0])
    if (!ENDS.test(text)) return send.apply(target, asked)
    const callback = asked.at(-1)
    if (typeof callback === 'function') {
      const told = (error: unknown, answer: unknown) => {
        tell(text, error, answer)
        callback(error, answer)
      }
      return send.apply(target, [...asked.slice(0, -1), told])
    }
    const answer = send.apply(target, asked) as Promise<unknown>
    answer.then(
      (given) => tell(text, undefined, given),
      (error: unknown) => tell(text, error, undefined),
    )
    return answer
  }
}

function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked
  const { text, sql } = (asked ?? {}) as { text?: unknown; sql?: unknown }
  return typeof text === 'string' ? text : typeof sql === 'string' ? sql : ''
}

// Versions of `pg` before 8.19 do not say.
function isInTransaction(client: ClientBase): boolean {
  const status = (client as { getTransactionStatus?(): string | null }).getTransactionStatus?.() ?? 'T'
  return status === 'T'
}

const has = (given: unknown, name: string): boolean =>
  ((typeof given === 'object' && given !== null) || typeof given === 'function') && name in given

const isClient = (given: unknown): given is ClientBase => has(given, 'query') && has(given, 'escapeIdentifier')
const isKysely = (given: unknown): given is KyselyTransaction =>
  has(given, 'getExecutor') && (given as { isTransaction?: unknown }).isTransaction === true
const isMikroOrm = (given: object): given is { getTransactionContext(): unknown } => has(given, 'getTransactionContext')
const isKnex = (given: unknown): given is { readonly client: { acquireConnection(): Promise<object> } } =>
  has(given, 'isTransaction') && has((given as { client?: unknown }).client, 'acquireConnection')
const isDrizzle = (given: object): given is { readonly session: { readonly client: object } } =>
  has((given as { session?: unknown }).session, 'client')
