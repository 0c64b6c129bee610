import type { PoolClient } from 'pg'

type Query = (query: unknown, ...rest: unknown[]) => Promise<unknown>
type Corked = { readonly connection?: { readonly stream?: { cork?(): void; uncork?(): void } } }

const ends = new Set(['commit', 'rollback'])
const nothing = { command: '', rowCount: null, rows: [] }

/**
 * Saves round trips, which cost more than the work behind them: `begin` goes with the first statement of its transaction, a
 * transaction without statements is not sent at all, and what is asked in one turn of the event loop goes in one packet.
 */
export function packTransactions(client: PoolClient): void {
  const query = client.query.bind(client) as unknown as Query
  const { stream } = (client as Corked).connection ?? {}
  let held = false
  let corked = false
  const uncork = () => {
    corked = false
    stream?.uncork?.()
  }
  const send: Query = (text, ...rest) => {
    if (!corked) {
      corked = true
      stream?.cork?.()
      process.nextTick(uncork)
    }
    return query(text, ...rest)
  }
  // Whoever rolls back keeps the connection until that succeeds. One that cannot is of no more use, and the pool forgets it.
  const giveUp = () => {
    ;(client as PoolClient & { end(): Promise<void> }).end().catch(() => {})
    return nothing
  }
  const packed: Query = async (text, ...rest) => {
    if (text === 'begin') {
      held = true
      return nothing
    }
    if (!held) return await (text === 'rollback' ? send(text).catch(giveUp) : send(text, ...rest))
    held = false
    if (ends.has(text as string)) return nothing
    const [, answer] = await Promise.all([send('begin'), send(text, ...rest)])
    return answer
  }
  client.query = packed as unknown as PoolClient['query']
}
