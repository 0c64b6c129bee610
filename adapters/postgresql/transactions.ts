import type { PoolClient } from 'pg'

type Query = (query: unknown, ...rest: unknown[]) => Promise<unknown>
type Corked = { readonly connection?: { readonly stream?: { cork?(): void; uncork?(): void } } }

interface Waiting {
  readonly query: readonly [query: unknown, ...rest: unknown[]]
  resolve(answer: unknown): void
  reject(error: unknown): void
}

const nothing = { command: '', rowCount: null, rows: [] }

/**
 * Saves round trips and statements, which cost more than the work behind them. What is asked in one turn of the event loop goes
 * in one packet. A transaction begins with the first statement that needs one: at the isolation of PostgreSQL's default each
 * statement sees what was committed before it, so reads are the same outside. One that has a single statement and ends in the
 * same turn is sent as that statement alone, and one without any is not sent at all.
 */
export function packTransactions(client: PoolClient): void {
  const sendAny = corked(client)
  let state: 'none' | 'asked' | 'first' | 'open' = 'none'
  let first: Waiting | undefined

  const open = () => {
    if (!first) return
    const { query, resolve, reject } = first
    first = undefined
    state = 'open'
    Promise.all([sendAny('begin'), sendAny(...query)]).then(([, answer]) => resolve(answer), reject)
  }
  const hold = (...query: [query: unknown, ...rest: unknown[]]) => {
    state = 'first'
    process.nextTick(open)
    return new Promise<unknown>((resolve, reject) => {
      first = { query, resolve, reject }
    })
  }
  // The answer to the statement tells whether it was done; that to the commit is that there is nothing left to do.
  const sendAlone = async ({ query, resolve, reject }: Waiting) => {
    await sendAny(...query).then(resolve, reject)
    return nothing
  }
  // Whoever rolls back keeps the connection until that succeeds. One that cannot is of no more use, and the pool forgets it.
  const giveUp = () => {
    ;(client as PoolClient & { end(): Promise<void> }).end().catch(() => {})
    return nothing
  }
  const end = async (text: 'commit' | 'rollback') => {
    const [before, only] = [state, first]
    if (only && text === 'rollback') open()
    state = 'none'
    if (before === 'asked') return nothing
    if (only && text === 'commit') {
      first = undefined
      return await sendAlone(only)
    }
    return await (text === 'rollback' ? sendAny(text).catch(giveUp) : sendAny(text))
  }
  const packed: Query = async (text, ...rest) => {
    if (text === 'begin') {
      state = 'asked'
      return nothing
    }
    if (text === 'commit' || text === 'rollback') return await end(text)
    if (state === 'asked' && !isRead(text)) return await hold(text, ...rest)
    open()
    return await sendAny(text, ...rest)
  }
  client.query = packed as unknown as PoolClient['query']
}

/** Sends what is asked in one turn of the event loop in one packet. */
function corked(client: PoolClient): Query {
  const query = client.query.bind(client) as unknown as Query
  const { stream } = (client as Corked).connection ?? {}
  let held = false
  const uncork = () => {
    held = false
    stream?.uncork?.()
  }
  return (text, ...rest) => {
    if (!held) {
      held = true
      stream?.cork?.()
      process.nextTick(uncork)
    }
    return query(text, ...rest)
  }
}

const known = new Map<unknown, boolean>()
const KNOWN = 1000

// A read that neither locks rows nor calls what the engine uses of PostgreSQL's functions with effects.
function isRead(text: unknown): boolean {
  const read = known.get(text)
  if (read !== undefined) return read
  const found =
    typeof text === 'string' &&
    /^select\s/i.test(text) &&
    !/\sfor\s+(no\s+key\s+)?(update|share|key)\b|advisory|set_config|nextval/i.test(text)
  if (known.size < KNOWN) known.set(text, found)
  return found
}
