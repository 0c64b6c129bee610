import { type Candidate, possible, sure } from './assign.ts'
import { isMachineId } from './evidence.ts'
import { fold } from '../languages/letters.ts'
import type { Column } from '../read/table.ts'

/** Finds the ids of documents that have a number beside them. */
export const withNumberedIds = (columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] =>
  withPurchaseOrder(columns, withIncrement(columns, candidates))

const titled = (columns: readonly Column[], title: string): Column | undefined =>
  columns.find(
    ({ segments, sample }) => segments.length === 1 && fold(segments[0] ?? '').replaceAll(/[^a-z]/g, '') === title && sample.length > 0,
  )

const unidentified = (candidates: readonly Candidate[]): boolean =>
  !candidates.some(({ field, score }) => (field === 'external_id' || field === 'number') && score >= possible)

/** Beside an increment id, the entity is the document and not a customer: `entity_id: 3, increment_id: "000000003"`. */
function withIncrement(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  const entity = titled(columns, 'entityid')
  const increment = titled(columns, 'incrementid')
  const known = candidates.some(({ via }) => via.startsWith('vocabulary:'))
  if (!entity || !increment || known) return candidates
  const others = candidates.filter(({ column }) => column !== entity.index && column !== increment.index)
  const own = { score: sure, via: 'entity beside an increment' }
  return [...others, { ...own, column: entity.index, field: 'external_id' }, { ...own, column: increment.index, field: 'number' }]
}

/** Where nothing else identifies an order, the id and number of a purchase order do. */
function withPurchaseOrder(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  const id = titled(columns, 'purchaseorderid')
  const number = titled(columns, 'purchaseordernumber')
  if (!id || !number || !unidentified(candidates)) return candidates
  const own = { score: sure, via: 'purchase order' }
  return [...candidates, { ...own, column: id.index, field: 'external_id' }, { ...own, column: number.index, field: 'number' }]
}

/** A name from a number series is an id: `name: "CRM-LEAD-2024-00031"` beside `first_name`. */
export function withNumberedName(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  const name = titled(columns, 'name')
  const named = candidates.some(({ field, score, column }) => nameParts.has(field) && score >= sure && column !== name?.index)
  if (!name || !named || !unidentified(candidates) || !name.sample.every((value) => series.test(String(value)))) return candidates
  const others = candidates.filter(({ column }) => column !== name.index)
  return [...others, { column: name.index, field: 'external_id', score: sure, via: 'name in a series' }]
}

const nameParts = new Set(['first_name', 'last_name'])
const series = /^\p{Lu}{2}[\p{Lu}-]{0,30}(?:-\d{2,4})?-\d{3,12}$/u

/** Beside a SKU, the id of a stock item is not the code of the product: `inventory_item_id`. */
export function withoutStockIds(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  const told = candidates.some(({ field, via, score }) => field === 'sku' && via !== stockId && score >= sure)
  const ids = new Set(columns.flatMap(({ index, sample }) => (sample.every(isMachineId) ? index : [])))
  return told ? candidates.filter(({ field, via, column }) => field !== 'sku' || via !== stockId || !ids.has(column)) : candidates
}

const stockId = 'words:stock id'
