import type { PoolClient } from 'pg'

/** Sends a statement on a connection; its text comes first. */
export type Query = (...asked: Asked) => Promise<unknown>
export type Asked = readonly [text: unknown, ...rest: unknown[]]

/** The connection without the overloads of `query`, which cannot be passed through. */
export const plain = (client: PoolClient): { query: Query } => client as unknown as { query: Query }

type Corked = { readonly connection?: { readonly stream?: { cork?(): void; uncork?(): void } } }

/** Sends all statements of one turn of the event loop in one packet: a round trip costs more than the work for it. */
export function packQueries(client: PoolClient): void {
  const query = plain(client).query.bind(client)
  const { stream } = (client as Corked).connection ?? {}
  let held = false
  const uncork = () => {
    held = false
    stream?.uncork?.()
  }
  const packed: Query = (...asked) => {
    if (!held) {
      held = true
      stream?.cork?.()
      process.nextTick(uncork)
    }
    return query(...asked)
  }
  plain(client).query = packed
}
