import type { Pool, PoolClient } from 'pg'
import { LOOK_UP } from 'rapport-crm'
import { groupCommit, sharedLookUps, type Waiting } from './groups.ts'
import { type Asked, plain, type Query } from './packets.ts'

type Take = () => Promise<PoolClient>

interface Ways {
  readonly take: Take
  readonly lookUp: Query
  readonly commit: Query
}

const nothing = { command: '', rowCount: null, rows: [] }
// Characters of a statement that may share a group; others should not wait for larger sets.
const SMALL = 32_768

/** Makes the pool hand out sessions, which take one of its connections only when they need one. */
export function useSessions(pool: Pool): void {
  const take: Take = pool.connect.bind(pool)
  const ways = { take, lookUp: sharedLookUps(take), commit: groupCommit(take) }
  // MikroORM uses only `query` and `release` of what the pool hands out.
  pool.connect = (async () => new Session(ways)) as unknown as Pool['connect']
}

/**
 * Acts as the connection of a unit of work. A transaction begins with its first write: at read committed each statement sees what was
 * committed before it, so reads are the same outside. Look-ups before that, and transactions of a single statement that end in the same
 * turn, are sent together with those of other units; empty transactions are not sent.
 */
class Session {
  readonly #ways: Ways
  #client: Promise<PoolClient> | undefined
  #state: 'none' | 'asked' | 'first' | 'open' = 'none'
  #first: Waiting | undefined

  constructor(ways: Ways) {
    this.#ways = ways
  }

  readonly query: Query = async (...asked) => {
    const [text] = asked
    if (text === 'begin') {
      this.#state = 'asked'
      return nothing
    }
    if (text === 'commit' || text === 'rollback') return await this.#end(text)
    // A session with a connection uses it: waiting for a group could keep the group from getting one.
    if (!this.#client && this.#state !== 'first' && isLookUp(text)) return await this.#ways.lookUp(...asked)
    if (this.#state === 'asked' && !isRead(text)) return await this.#hold(asked)
    this.#open()
    return await this.#send(...asked)
  }

  release(): void {
    this.#client?.then(
      (client) => client.release(),
      () => undefined,
    )
    this.#client = undefined
    this.#state = 'none'
  }

  async #send(...asked: Asked): Promise<unknown> {
    this.#client ??= this.#ways.take()
    return await plain(await this.#client).query(...asked)
  }

  #hold(asked: Asked): Promise<unknown> {
    this.#state = 'first'
    process.nextTick(() => this.#open())
    return new Promise((resolve, reject) => {
      this.#first = { asked, resolve, reject }
    })
  }

  #open(): void {
    if (!this.#first) return
    const { asked, resolve, reject } = this.#first
    this.#first = undefined
    this.#state = 'open'
    Promise.all([this.#send('begin'), this.#send(...asked)]).then(([, answer]) => resolve(answer), reject)
  }

  async #end(text: 'commit' | 'rollback'): Promise<unknown> {
    if (this.#first && text === 'rollback') this.#open()
    const [before, only] = [this.#state, this.#first]
    this.#state = 'none'
    this.#first = undefined
    if (before === 'asked') return nothing
    if (only) return await this.#commitAlone(only)
    return await (text === 'rollback' ? this.#send(text).catch(() => this.#giveUp()) : this.#send(text))
  }

  // The result of the statement says whether it succeeded; the commit has nothing left to do.
  async #commitAlone({ asked, resolve, reject }: Waiting): Promise<unknown> {
    const shared = !this.#client && isSmall(asked)
    await (shared ? this.#ways.commit(...asked) : this.#send(...asked)).then(resolve, reject)
    return nothing
  }

  // A rollback keeps the connection until it succeeds; if it fails, the pool drops the connection.
  async #giveUp(): Promise<unknown> {
    const client = (await this.#client?.catch(() => undefined)) as (PoolClient & { end(): Promise<void> }) | undefined
    client?.end().catch(() => {})
    return nothing
  }
}

function isSmall([, parameters]: Asked): boolean {
  let length = 0
  for (const each of (parameters ?? []) as readonly unknown[]) length += typeof each === 'string' ? each.length : 0
  return length < SMALL
}

function isLookUp(text: unknown): boolean {
  return typeof text === 'string' && text.startsWith(LOOK_UP)
}

const known = new Map<unknown, boolean>()
const KNOWN = 1000

// A read without row locks and without functions that have effects.
function isRead(text: unknown): boolean {
  const read = known.get(text)
  if (read !== undefined) return read
  const found =
    typeof text === 'string' &&
    (isLookUp(text) || /^select\s/i.test(text)) &&
    !/\sfor\s+(no\s+key\s+)?(update|share|key)\b|advisory|set_config|nextval/i.test(text)
  if (known.size < KNOWN) known.set(text, found)
  return found
}
