import type { Relation } from '../../records/record-type/relation.ts'
import { storedField } from '../../records/search/grammar/field.ts'
import type { Nameable } from '../../records/search/grammar/searchable.ts'
import { productSearch } from '../products/search.ts'
import type { LineClass } from './lines.ts'
import { type LineRecord, Lines, presentLines } from './schema.ts'

/** The lines of many documents in one look-up, in their order. */
export function linesOf(entity: LineClass, description = 'What is sold, line by line'): Relation<LineRecord[]> {
  return {
    schema: { ...Lines, description },
    async load(records, of: readonly { readonly id: string }[]) {
      const ids = of.map(({ id }) => id)
      const found = await records.findBy(entity, 'document_id', ids)
      const byDocument = Map.groupBy(
        found.toSorted((a, b) => a.position - b.position),
        ({ document_id }) => document_id,
      )
      return ids.map((id) => presentLines({ lines: byDocument.get(id) ?? [] }, records.unit.now).lines)
    },
    rows: lineSearch(entity),
  }
}

const unnamed = new Set(['id', 'user_from', 'document_id', 'custom'])

function lineSearch(entity: LineClass): Nameable {
  const named = Object.entries(entity.fields).filter(([name]) => !unnamed.has(name))
  const fields = named.flatMap(([name, field]) => {
    const stored = storedField(name, field)
    return stored ? [[name, stored] as const] : []
  })
  const related = { product: { to: productSearch, by: 'product_id' } }
  return { name: 'line', entity, fields: Object.fromEntries(fields), custom: null, related }
}
