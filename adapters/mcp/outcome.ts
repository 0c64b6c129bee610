import { type AnyOperation, type Reply, writes } from 'rapport-crm'

type Json = Readonly<Record<string, unknown>>

/** What a write has come to, beside its record: REST says it by status and headers. */
export const outcomeSchema: Readonly<Record<string, Json>> = {
  created: { type: 'boolean', description: 'Whether the record is new' },
  matched: { type: 'string', description: 'By what an existing record was found instead' },
  changed: { type: 'array', items: { type: 'string' }, description: 'Fields of an existing record with a new value' },
  replayed: { type: 'boolean', description: 'Answer of the first call with this idempotency_key' },
}

/** Which of these the answers of an operation say: those of a write that answers one record. */
export function outcomeNames(operation: AnyOperation): readonly string[] {
  const { properties = {} } = operation.output as { readonly properties?: object }
  if (!writes(operation) || !Object.hasOwn(properties, 'id')) return []
  const names = operation.creates ? ['created', 'matched', 'changed', 'replayed'] : ['changed', 'replayed']
  return names.filter((name) => !Object.hasOwn(properties, name))
}

/** The answer with what the call has come to. A record that is new has no changed fields. */
export function withOutcome(value: unknown, names: readonly string[], { matchedBy, changed, replayed }: Reply): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value
  const isNew = names.includes('created') && matchedBy === undefined
  const said: Json = {
    created: isNew,
    ...(matchedBy !== undefined && { matched: matchedBy }),
    ...(!isNew && changed && { changed }),
    ...(replayed && { replayed }),
  }
  const shown = Object.entries(said).filter(([name]) => names.includes(name))
  return { ...value, ...Object.fromEntries(shown) }
}
