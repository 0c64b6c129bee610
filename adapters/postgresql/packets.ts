import type { PoolClient } from 'pg'

/** How a connection is asked; the text comes first. */
export type Query = (...asked: Asked) => Promise<unknown>
export type Asked = readonly [text: unknown, ...rest: unknown[]]

type Corked = { readonly connection?: { readonly stream?: { cork?(): void; uncork?(): void } } }

/** Sends what a connection is asked in one turn of the event loop in one packet: a round trip costs more than the work behind it. */
export function packQueries(client: PoolClient): void {
  const query = client.query.bind(client) as unknown as Query
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
  client.query = packed as unknown as PoolClient['query']
}
