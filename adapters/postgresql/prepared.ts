import type { PoolClient } from 'pg'
import { plain, type Query } from './packets.ts'
import { asObjects, type Shape } from './rows.ts'

// Repeated statements are worth preparing; those with hundreds of values are not, and a connection keeps all that it prepared.
const KEPT = 300
const LONGEST = 8000
// How many rows have a word, a tag or a text depends on which one, and so does the plan that suits: one for any would read a large organization
// from end to end for a page of it.
const UNEVEN = / @@ | @> |\bbtrim\(/

/** Names the repeated statements of a connection, so that PostgreSQL parses and plans them once. */
export function prepareStatements(client: PoolClient): void {
  const names = new Map<string, string | null>()
  const shapes = new Map<string, Shape>()
  const query = plain(client).query.bind(client)
  const prepared: Query = async (text, ...rest) => {
    const [values] = rest
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text, names) : null
    if (!name) return await query(text, ...rest)
    try {
      const answer = await query({ name, text, values, rowMode: 'array' })
      shapes.set(name, await asObjects(answer, shapes.get(name)))
      return answer
    } catch (error) {
      // Another process has changed the table, so the plan and its name are invalid.
      if (isStale(error)) names.delete(text as string)
      throw error
    }
  }
  plain(client).query = prepared
}

let serial = 0

function nameOf(text: string, names: Map<string, string | null>): string | null {
  const known = names.get(text)
  if (known) return known
  if (text.length > LONGEST || names.size >= KEPT || (known === undefined && UNEVEN.test(text))) return null
  // Named on its second use.
  const name = known === null ? `rapport_${(serial += 1)}` : null
  names.set(text, name)
  return name
}

function isStale(error: unknown): boolean {
  return (error as { code?: string }).code === '0A000'
}
