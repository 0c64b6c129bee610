import type { Records } from '../../../kernel/storage/records/records.ts'
import type { Filter } from './condition.ts'
import { withProperties } from './defined.ts'
import { foundAt, parseFilter } from './parse.ts'
import type { Searchable } from './searchable.ts'
import { foldText, itemsOf } from './text.ts'

/**
 * A condition as it is stored: names of stages, pipelines and the like have become ids, so that it still holds when they are renamed.
 * Throws `invalid_input` as `parseFilter` does, and for names that the organization does not have.
 */
export async function canonicalizeFilter(records: Records, searched: Searchable, filter: Filter): Promise<Filter> {
  const of = await withProperties(records, searched, filter)
  parseFilter(of, filter, { strict: true })
  return canonical(filter, of)
}

/** The same for a filter that `parseFilter` takes, of a record type that `withProperties` has prepared for it. */
export function canonical(filter: Filter, of: Searchable): Filter {
  if ('and' in filter) return { and: filter.and.map((each) => canonical(each, of)) }
  if ('or' in filter) return { or: filter.or.map((each) => canonical(each, of)) }
  if ('not' in filter) return { not: canonical(filter.not, of) }
  const { field, op, value } = filter
  const known = foundAt(of, field)?.field
  if (value === undefined || !(known?.labels || known?.names)) return filter
  const items = op === 'in' ? itemsOf(value) : [value]
  const meant = items.map((item) => {
    const word = foldText(String(item))
    const name = known.names?.get(word)
    const ids = known.labels?.ids.get(word) ?? (name === undefined ? [] : [name])
    return ids.length === 0 || ids.includes(word) ? [item] : ids
  })
  const ids = meant.flat()
  if (ids.every((id, at) => id === items[at])) return filter
  if (op === 'in' || ids.length === 1) return { field, op, value: op === 'in' ? ids : ids[0] }
  const any = { field, op: 'in', value: ids } as const
  return op === 'neq' ? { not: any } : any
}
