import { contribution } from '../../records/record-type/contribution.ts'
import type { Figure } from '../../records/record-type/relation.ts'
import type { LineRecord } from '../documents/schema.ts'
import { linesOf } from '../documents/lines-of.ts'
import { DealLine } from './entity.ts'

const lines = linesOf(DealLine, 'Its product lines')

/** What a deal shows of its lines: with `include`, and as a figure of a whole deal; lists and events leave them out. */
export const linesOfDeals = contribution({
  to: 'deals',
  relations: { lines },
  counts: { lines: { none: [], ...lines } satisfies Figure<LineRecord[]> },
  parts: [{ entity: DealLine, by: 'document_id' }],
})
