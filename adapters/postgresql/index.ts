import { type Options, PostgreSqlDriver } from '@mikro-orm/postgresql'
import { type CustomTypesConfig, type Pool, type PoolClient, type PoolConfig, types as standardTypes } from 'pg'
import { Commits, parseOptions, type Storage } from 'rapport-crm'
import * as v from 'valibot'
import { joinedTransaction } from './joined.ts'
import { channelOf, Listener } from './listener.ts'
import { packQueries } from './packets.ts'
import { prepareStatements } from './prepared.ts'
import { useSessions } from './sessions.ts'
import { connectionString } from './url.ts'

/** Options of `postgresql`. */
export interface PostgresqlOptions {
  /** `postgres://user:password@host:port/database`, with parameters of `pg` (`sslmode`, ...). */
  readonly url: string
  /** Schema of all tables, created if missing (default: the first schema of the role's search path). */
  readonly schema?: string
  /** Prefix of every table, to share a schema with another app. */
  readonly tablePrefix?: string
  /** Most connections, in addition to the one that listens (default 16, at least 2). */
  readonly pool?: number
}

const text = v.pipe(v.string('must be a text'), v.minLength(1, 'must not be empty'))
const Options = v.strictObject(
  {
    url: v.pipe(
      v.string('must be a text'),
      v.check(
        (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
        'must be postgres://user:password@host:port/database, percent-encoded',
      ),
    ),
    schema: v.optional(text),
    tablePrefix: v.optional(text),
    pool: v.optional(
      v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(2, 'must be at least 2 connections')),
      16,
    ),
  },
  'must be a URL or { url, schema, tablePrefix, pool }',
)

/** Storage in a PostgreSQL database, which many processes may share; throws `invalid_input` for wrong options. */
export function postgresql(options: string | PostgresqlOptions): Storage {
  const given = typeof options === 'string' ? { url: options } : options
  const { url, schema, tablePrefix, pool } = parseOptions('postgresql', Options, given)
  const clientUrl = connectionString(url, schema)
  const connection: PoolConfig = { ...limits, connectionString: clientUrl, application_name: 'rapport' }
  const commits = new Commits()
  let opened: Pool | undefined
  const types = () => readers(opened)
  const driver: Partial<Options> = {
    driver: PostgreSqlDriver,
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
  return {
    dialect: 'postgresql',
    options: driver as Storage['options'],
    ...(schema && { schema }),
    ...(tablePrefix && { tablePrefix }),
    connections: pool,
    joined: (handle) => joinedTransaction(handle, { types, schema, committed: commits.tell }),
    pool: () => ({ total: opened?.totalCount ?? 0, idle: opened?.idleCount ?? 0, waiting: opened?.waitingCount ?? 0 }),
    onCommit: commits.on,
    listen: (committed) => Listener.open(connection, channelOf(schema, tablePrefix), committed),
  }
}

const JSON_TYPES = [114, 3802]

function prepare(client: PoolClient): void {
  for (const type of JSON_TYPES) client.setTypeParser(type, 'text', parseJson)
  // In the zone of a server, old times have offsets with seconds, which JavaScript cannot read. If this fails, every later statement does, too.
  client.query("set timezone to 'UTC'").catch(() => {})
  prepareStatements(client)
  packQueries(client)
}

/** How values are read on the connections of the engine. */
function readers(pool: Pool | undefined): CustomTypesConfig {
  const known: CustomTypesConfig = pool?.options.types ?? standardTypes
  return { getTypeParser: (oid, format) => (JSON_TYPES.includes(oid) ? parseJson : known.getTypeParser(oid, format)) }
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

// Most lists and objects of a record are empty and need no parser.
function parseJson(text: string): unknown {
  if (text === '[]') return []
  return text === '{}' ? {} : JSON.parse(text)
}
