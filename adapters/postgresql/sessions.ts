import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { callerAdmission, callerSignal, GUARD, LOOK_UP, writtenTables } from 'rapport-crm'
import { cancelStatement } from './cancel.ts'
import { groupCommit, guarded, type Guarded, sharedLookUps, type Waiting } from './groups.ts'
import { type Asked, plain, type Query } from './packets.ts'

type Take = () => Promise<PoolClient>

interface Ways {
  readonly take: Take
  readonly lookUp: Query
  readonly commit: Guarded
  readonly committed: (tables: ReadonlySet<string>) => void
  readonly cancel: typeof cancelStatement
}

const ENDS = new Set<unknown>(['commit', 'rollback'])
/** A statement that has not ended by then is asked to end once more, and then after twice as long each time. */
const AGAIN_MS = 100
const LONGEST_MS = 5000
const nothing = { command: '', rowCount: null, rows: [] }
// Characters of a statement that may share a group; others should not wait for larger sets.
const SMALL = 32_768

/**
 * Makes the pool hand out sessions, which take one of its connections only when they need one; `committed` is called after each commit with
 * the tables that it wrote.
 */
export function useSessions(pool: Pool, committed: (tables: ReadonlySet<string>) => void): void {
  const connect = sessionsOver(pool.connect.bind(pool), committed)
  // MikroORM uses only `query` and `release` of what the pool hands out.
  pool.connect = connect as unknown as Pool['connect']
}

/** Sessions on the connections that `take` answers; `cancel` asks the server to end what runs on one of them. */
export function sessionsOver(
  take: Take,
  committed: (tables: ReadonlySet<string>) => void,
  cancel = cancelStatement,
): () => Promise<unknown> {
  const ways = { take, lookUp: sharedLookUps(take), commit: groupCommit(take), committed, cancel }
  return async () => new Session(ways)
}

/**
 * Acts as the connection of a unit of work. A transaction begins with its first write: at read committed each statement sees what was
 * committed before it, so reads are the same outside. Look-ups before that, and transactions of a single statement that end in the same
 * turn, are sent together with those of other units; empty transactions are not sent. A guard is sent with the first write, and not without one.
 * Until its caller is admitted, only look-ups are sent.
 * What runs on a connection of its own ends when nobody waits for the call any longer.
 */
class Session {
  readonly #ways: Ways
  #client: Promise<PoolClient> | undefined
  #state: 'none' | 'asked' | 'first' | 'open' = 'none'
  #first: Waiting | undefined
  #written = new Set<string>()
  #guard: Asked | undefined
  readonly #signal = callerSignal()
  readonly #admission = callerAdmission()
  #canceled: Promise<void> | undefined
  /** What was sent and is not answered. */
  readonly #sent = new Set<Promise<unknown>>()

  constructor(ways: Ways) {
    this.#ways = ways
  }

  readonly query: Query = async (...asked) => {
    const [text] = asked
    if (text === 'begin') {
      this.#state = 'asked'
      this.#written = new Set()
      this.#guard = undefined
      return nothing
    }
    if (this.#state === 'asked' && isGuard(text)) {
      this.#guard = asked
      return nothing
    }
    if (text === 'commit' || text === 'rollback') return await this.#end(text)
    this.#signal?.throwIfAborted()
    if (this.#state === 'none') return await this.#alone(...asked)
    if (typeof text === 'string') for (const table of writtenTables(text)) this.#written.add(table)
    // A session with a connection uses it: waiting for a group could keep the group from getting one.
    if (!this.#client && this.#state !== 'first' && isLookUp(text)) return await this.#ways.lookUp(...asked)
    if (this.#state === 'asked' && !isRead(text)) return await this.#hold(asked)
    this.#open()
    return await this.#send(...asked)
  }

  // Outside of a transaction: a write is committed when it is answered.
  async #alone(...asked: Asked): Promise<unknown> {
    const [text] = asked
    if (!this.#client && isLookUp(text)) return await this.#ways.lookUp(...asked)
    const answer = await this.#send(...asked)
    if (typeof text === 'string') this.#ways.committed(new Set(writtenTables(text)))
    return answer
  }

  release(): void {
    this.#signal?.removeEventListener('abort', this.#cancel)
    const canceled = this.#canceled
    this.#client?.then(
      async (client) => {
        await canceled
        client.release()
      },
      () => undefined,
    )
    this.#client = undefined
    this.#canceled = undefined
    this.#state = 'none'
  }

  async #send(...asked: Asked): Promise<unknown> {
    const client = await this.#connected()
    // The caller may have left while all connections were in use: the request to end it has then met no statement.
    if (!ENDS.has(asked[0])) this.#signal?.throwIfAborted()
    return await this.#answered(plain(client).query(...asked))
  }

  async #answered<T>(answer: Promise<T>): Promise<T> {
    this.#sent.add(answer)
    try {
      return await answer
    } finally {
      this.#sent.delete(answer)
    }
  }

  #connected(): Promise<PoolClient> {
    if (!this.#client) {
      // A connection that waits for its caller to be counted could keep the counting from getting one.
      this.#client = this.#admission ? this.#admission.then(this.#ways.take) : this.#ways.take()
      this.#signal?.addEventListener('abort', this.#cancel)
    }
    return this.#client
  }

  readonly #cancel = (): void => {
    this.#canceled ??= this.#client?.then(
      (client) => this.#ended(client),
      () => undefined,
    )
  }

  // A request that overtakes its statement ends nothing.
  async #ended(client: PoolClient): Promise<void> {
    for (let pause = AGAIN_MS; this.#sent.size > 0; pause = Math.min(2 * pause, LONGEST_MS)) {
      await this.#ways.cancel(client)
      await Promise.race([Promise.allSettled(this.#sent), setTimeout(pause, undefined, { ref: false })])
    }
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
    const guard = this.#guard
    this.#first = undefined
    this.#state = 'open'
    const before = [this.#send('begin'), ...(guard ? [this.#send(...guard)] : [])]
    Promise.all([this.#send(...asked), ...before]).then(([answer]) => resolve(answer), reject)
  }

  async #end(text: 'commit' | 'rollback'): Promise<unknown> {
    if (this.#first && text === 'rollback') this.#open()
    const [before, only, written] = [this.#state, this.#first, this.#written]
    this.#state = 'none'
    this.#first = undefined
    if (before === 'asked') return nothing
    // A request to end the statement before must not meet this one.
    await this.#canceled
    if (text === 'rollback') return await this.#send(text).catch(() => this.#giveUp())
    const answer = await (only ? this.#commitAlone(only) : this.#send(text))
    this.#ways.committed(written)
    return answer
  }

  // The result of the statement says whether it succeeded; the commit has nothing left to do.
  async #commitAlone({ asked, resolve, reject }: Waiting): Promise<unknown> {
    await this.#committedAlone(asked).then(resolve, reject)
    return nothing
  }

  async #committedAlone(asked: Asked): Promise<unknown> {
    const guard = this.#guard
    if (this.#client || !isSmall(asked)) return await (guard ? this.#guarded(guard, asked) : this.#send(...asked))
    await this.#admission
    return await this.#ways.commit(asked, guard)
  }

  async #guarded(guard: Asked, asked: Asked): Promise<unknown> {
    return await this.#answered(guarded(await this.#connected(), guard, asked))
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

function isGuard(text: unknown): boolean {
  return typeof text === 'string' && text.startsWith(GUARD)
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
