import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import { CrmError, type JoinedTransaction, writtenTables } from 'rapport-crm'
import { lineOf, type Line } from './app-handles.ts'
import { readers } from './readers.ts'

/** What a session of the engine has that one of the app may not have. */
export interface Session {
  /** Where tables are looked for, if that is chosen. */
  readonly schema: string | undefined
  /** What the names of tables begin with, if anything. */
  readonly tablePrefix: string | undefined
  /** Called after a commit with the tables that it wrote. */
  readonly committed: (tables: ReadonlySet<string>) => void
}

// Of a statement that needs a transaction where there is none.
const NO_TRANSACTION = '25P01'

/** The transaction that an app has begun by `pg`, Knex, Kysely, Drizzle or MikroORM; undefined for what is none. */
export async function joinedTransaction(
  handle: unknown,
  { schema, tablePrefix = '', committed }: Session,
): Promise<JoinedTransaction | undefined> {
  if (!isHandle(handle)) return undefined
  const line = await lineOf(handle)
  if (!line) return undefined
  const connection = new AppConnection(line)
  return {
    key: line.key,
    dialect: dialectOf(connection, `${schema ? `${quoted(schema)}.` : ''}${quoted(`${tablePrefix}rapport_migrations`)}`),
    around: around(schema),
    onEnd(then) {
      line.onEnd((isCommitted) => {
        then(isCommitted)
        if (isCommitted) committed(connection.written)
      })
    },
  }
}

const isHandle = (given: unknown): given is object => (typeof given === 'object' && given !== null) || typeof given === 'function'

class AppConnection implements DatabaseConnection {
  readonly written = new Set<string>()
  readonly #line: Line

  constructor(line: Line) {
    this.#line = line
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    for (const table of writtenTables(text)) this.written.add(table)
    const { rows, rowCount } = await this.#line.send({ text, values: [...parameters], types: readers })
    return { rows: rows as R[], ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery(query)
  }
}

const nothing = async () => {}

// `own` is a table that every database of the engine has.
function dialectOf(connection: AppConnection, own: string): Dialect {
  const send = async (text: string) => void (await connection.executeQuery(CompiledQuery.raw(text)))
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    // The app has begun it; a savepoint shows whether it still goes on.
    beginTransaction: async () => {
      try {
        await send('savepoint rapport_join')
        await send('release savepoint rapport_join')
      } catch (error) {
        throw (error as { code?: string }).code === NO_TRANSACTION ? refused('has not begun, or is over') : error
      }
      const asked = CompiledQuery.raw('select to_regclass($1) is not null as known', [own])
      const { rows } = await connection.executeQuery<{ known: boolean }>(asked)
      if (!rows[0]?.known) throw refused('is on a database without the tables of the engine')
    },
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    savepoint: (_connection, name) => send(`savepoint "${name}"`),
    rollbackToSavepoint: (_connection, name) => send(`rollback to savepoint "${name}"`),
    releaseSavepoint: (_connection, name) => send(`release savepoint "${name}"`),
    releaseConnection: nothing,
    destroy: nothing,
  }
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

function refused(why: string): CrmError {
  return new CrmError('invalid_input', `This transaction ${why}`, {
    errors: [{ path: '/transaction', code: 'not_allowed', message: 'must be an open transaction on the database of the engine' }],
  })
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

type AppDatabase = Parameters<NonNullable<JoinedTransaction['around']>['before']>[0]

interface Settings {
  readonly zone: string
  readonly path: string
  readonly dates: string
}

// The statements of the engine count days by UTC and find its tables in its schema; those of the app as before.
function around(schema: string | undefined): NonNullable<JoinedTransaction['around']> {
  let before: Settings | undefined
  const set = async (db: AppDatabase, { zone, path, dates }: Settings) => {
    await sql`select set_config('TimeZone', ${zone}, true), set_config('search_path', ${path}, true), set_config('DateStyle', ${dates}, true)`.execute(
      db,
    )
  }
  return {
    async before(db) {
      const asked = sql<Settings>`
        select current_setting('TimeZone') as zone, current_setting('search_path') as path, current_setting('DateStyle') as dates`
      const [found] = (await asked.execute(db)).rows
      before = found
      const path = schema ? quoted(schema) : (found?.path ?? '')
      await set(db, { zone: 'UTC', path, dates: 'ISO, MDY' })
    },
    async after(db) {
      if (before) await set(db, before)
    },
  }
}
