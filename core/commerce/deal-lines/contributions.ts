import { contribution } from '../../records/record-type/contribution.ts'
import type { Figure, Relation } from '../../records/record-type/relation.ts'
import { Lines, presentLines } from '../documents/schema.ts'
import { DealLine } from './entity.ts'

/** What a deal shows of its lines: with `include`, and as a figure of a whole deal; lists and events leave them out. */
export const linesOfDeals = contribution({
  to: 'deals',
  relations: { lines: linesOf() },
  counts: { lines: { none: [], ...linesOf() } satisfies Figure<unknown[]> },
  parts: [{ entity: DealLine, by: 'document_id' }],
})

/** The lines of many deals in one look-up, in their order. */
function linesOf(): Relation<unknown[]> {
  return {
    schema: { ...Lines, description: 'Its product lines' },
    async load(records, of: readonly { readonly id: string }[]) {
      const ids = of.map(({ id }) => id)
      const found = await records.findBy(DealLine, 'document_id', ids)
      const byDeal = Map.groupBy(
        found.toSorted((a, b) => a.position - b.position),
        ({ document_id }) => document_id,
      )
      return ids.map((id) => presentLines({ lines: byDeal.get(id) ?? [] }, records.unit.now).lines)
    },
  }
}
