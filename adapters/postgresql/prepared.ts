import type { PoolClient } from 'pg'
import type { Query } from './packets.ts'

// A statement that comes back is worth preparing; one of hundreds of values is not, and a connection keeps what it prepared.
const KEPT = 300
const LONGEST = 8000

/** Names the statements of a connection that come back, so that PostgreSQL parses and plans them once. */
export function prepareStatements(client: PoolClient): void {
  const names = new Map<string, string | null>()
  const query = client.query.bind(client) as unknown as Query
  const prepared: Query = async (text, ...rest) => {
    const [values] = rest
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text, names) : null
    if (!name) return await query(text, ...rest)
    try {
      return await query({ name, text, values })
    } catch (error) {
      // Another process has changed the table: the plan is void, and so is its name.
      if (isStale(error)) names.delete(text as string)
      throw error
    }
  }
  client.query = prepared as unknown as PoolClient['query']
}

let serial = 0

function nameOf(text: string, names: Map<string, string | null>): string | null {
  const known = names.get(text)
  if (known) return known
  if (text.length > LONGEST || names.size >= KEPT) return null
  // Named when it is seen for the second time.
  const name = known === null ? `rapport_${(serial += 1)}` : null
  names.set(text, name)
  return name
}

function isStale(error: unknown): boolean {
  return (error as { code?: string }).code === '0A000'
}
