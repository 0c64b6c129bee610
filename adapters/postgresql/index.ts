import { PostgresDialect, type PostgresPool } from 'kysely'
import { Client, type Pool, type PoolClient, type PoolConfig } from 'pg'
import { Commits, parseOptions, type Storage } from 'rapport-crm'
import * as v from 'valibot'
import { joinedTransaction } from './joined.ts'
import { borrowFrom } from './borrowed.ts'
import { BindingDriver } from './driver.ts'
import { channelOf, Listener } from './listener.ts'
import { packQueries } from './packets.ts'
import { prepareStatements } from './prepared.ts'
import { JSON_TYPES, readers } from './readers.ts'
import { sessionsOver, useSessions } from './sessions.ts'
import { connectionString } from './url.ts'

/** What is used of a pool of `pg` (`new Pool({ max: 20 })`): its own declarations are in another package, which an app may not have. */
export interface AppPool {
  /** What it was made with: how many connections it has at most. */
  readonly options: { readonly max?: number | undefined }
  /** Connections that it has now. */
  readonly totalCount: number
  /** Takes a connection. */
  connect(): Promise<object>
}

/** Options of `postgresql`. */
export interface PostgresqlOptions {
  /** `postgres://user:password@host:port/database`, with parameters of `pg` (`sslmode`, ...); left out with a pool of the app. */
  readonly url?: string
  /** Schema of all tables, created if missing (default: the first schema of the role's search path). */
  readonly schema?: string
  /** Prefix of every table, to share a schema with another app. */
  readonly tablePrefix?: string
  /**
   * Most connections, in addition to the one that listens (default 16, at least 2); or a pool of the app's own, of at least 2, which the
   * engine takes connections from and does not end. It costs two statements more for each connection that is taken.
   */
  readonly pool?: number | AppPool
}

const text = v.pipe(v.string('must be a text'), v.minLength(1, 'must not be empty'))
const names = { schema: v.optional(text), tablePrefix: v.optional(text) }
const Options = v.strictObject(
  {
    url: v.pipe(
      v.string('must be a text'),
      v.check(
        (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
        'must be postgres://user:password@host:port/database, percent-encoded',
      ),
    ),
    ...names,
    pool: v.optional(
      v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(2, 'must be at least 2 connections')),
      16,
    ),
  },
  'must be a URL or { url, schema, tablePrefix, pool }',
)
const isPool = (given: unknown): given is Pool =>
  typeof given === 'object' && given !== null && 'connect' in given && 'totalCount' in given && 'options' in given
const OptionsOfApp = v.strictObject({
  ...names,
  pool: v.pipe(
    v.custom<Pool>(isPool, 'must be a number of connections, or a pool of `pg`'),
    v.check(({ options: { max } }) => (max ?? 10) >= 2, 'must have at least 2 connections'),
  ),
})

/** Storage in a PostgreSQL database, which many processes may share; throws `invalid_input` for wrong options. */
export function postgresql(options: string | PostgresqlOptions): Storage {
  if (typeof options === 'object' && isPool(options?.pool)) return onPool(parseOptions('postgresql', OptionsOfApp, options))
  const given = typeof options === 'string' ? { url: options } : options
  const { url, schema, tablePrefix, pool } = parseOptions('postgresql', Options, given)
  const clientUrl = connectionString(url, schema)
  const connection: PoolConfig = { ...limits, connectionString: clientUrl, application_name: 'rapport' }
  const commits = new Commits()
  let opened: Pool | undefined
  const driver = {
    clientUrl,
    driverOptions: {
      ...connection,
      onPoolCreated(created: Pool) {
        opened = created.on('connect', prepare)
        useSessions(created, commits.tell)
      },
    },
    pool: { min: 0, max: pool },
  }
  return storageOf({ driver, connection, commits, connections: pool, pool: () => opened, schema, tablePrefix })
}

/** The same on connections of a pool of the app. */
function onPool({ pool, schema, tablePrefix }: v.InferOutput<typeof OptionsOfApp>): Storage {
  const commits = new Commits()
  const connect = sessionsOver(borrowFrom(pool, schema), commits.tell)
  // Kysely asks no more of a pool; the app ends its own.
  const dialect = new PostgresDialect({ pool: { connect, end: async () => {} } as unknown as PostgresPool })
  // MikroORM would make a database of another name.
  const dbName = new Client(pool.options).database ?? ''
  const driver = { dbName, driverOptions: dialect }
  const connections = pool.options.max ?? 10
  return storageOf({ driver, connection: pool.options, commits, connections, pool: () => pool, schema, tablePrefix })
}

interface Opening {
  readonly driver: Storage['options']
  readonly connection: PoolConfig
  readonly commits: Commits
  readonly connections: number
  readonly pool: () => Pool | undefined
  readonly schema: string | undefined
  readonly tablePrefix: string | undefined
}

function storageOf({ driver, connection, commits, connections, pool, schema, tablePrefix }: Opening): Storage {
  return {
    dialect: 'postgresql',
    options: { driver: BindingDriver, ...driver },
    ...(schema && { schema }),
    ...(tablePrefix && { tablePrefix }),
    connections,
    joined: (handle) => joinedTransaction(handle, { schema, tablePrefix, committed: commits.tell }),
    pool: () => ({ total: pool()?.totalCount ?? 0, idle: pool()?.idleCount ?? 0, waiting: pool()?.waitingCount ?? 0 }),
    onCommit: commits.on,
    listen: (committed) => Listener.open(connection, channelOf(schema, tablePrefix), committed),
  }
}

function prepare(client: PoolClient): void {
  for (const type of JSON_TYPES) client.setTypeParser(type, 'text', readers.getTypeParser(type))
  // In the zone of a server, old times have offsets with seconds, which JavaScript cannot read. If this fails, every later statement does, too.
  client.query("set timezone to 'UTC'").catch(() => {})
  prepareStatements(client)
  packQueries(client)
}

// No statement_timeout: a host that waits for the migrations of another one does so in a single statement.
const limits: PoolConfig = {
  // Statements are sent without waiting for earlier results: `begin`, and `commit` after the last insert.
  pipeline: true,
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}
