import type { Pool, PoolClient } from 'pg'
import { LOOK_UP } from 'rapport-crm'
import { groupCommit, sharedLookUps, type Waiting } from './groups.ts'
import type { Asked, Query } from './packets.ts'

type Take = () => Promise<PoolClient>

interface Ways {
  readonly take: Take
  readonly lookUp: Query
  readonly commit: Query
}

const nothing = { command: '', rowCount: null, rows: [] }
// More than this is a set, which others should not wait for.
const SMALL = 32_768

/** Makes the pool hand out sessions, which take one of its connections when they need one. */
export function useSessions(pool: Pool): void {
  const take: Take = pool.connect.bind(pool)
  const ways = { take, lookUp: sharedLookUps(take), commit: groupCommit(take) }
  pool.connect = (async () => new Session(ways)) as unknown as Pool['connect']
}

/**
 * What a unit of work takes for its connection. A transaction begins with the first statement that needs one: at the isolation of
 * PostgreSQL's default each statement sees what was committed before it, so reads are the same outside. Look-ups before that, and a
 * transaction of a single statement that ends in the same turn, go together with those of others; one without any is not sent at all.
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
    // Who has a connection uses it: waiting for that of a group, it might keep the group from getting one.
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
    return await ((await this.#client).query as unknown as Query)(...asked)
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

  // The answer to the statement tells whether it was done; that to the commit is that there is nothing left to do.
  async #commitAlone({ asked, resolve, reject }: Waiting): Promise<unknown> {
    const shared = !this.#client && isSmall(asked)
    await (shared ? this.#ways.commit(...asked) : this.#send(...asked)).then(resolve, reject)
    return nothing
  }

  // Whoever rolls back keeps the connection until that succeeds. One that cannot is of no more use, and the pool forgets it.
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

// A read that neither locks rows nor calls what the engine uses of PostgreSQL's functions with effects.
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
