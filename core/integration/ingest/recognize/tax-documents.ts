import { type Candidate, sure } from './assign.ts'
import { fitness } from './evidence.ts'
import { readHeader } from '../languages/headers.ts'
import type { Column } from '../read/table.ts'

const numbers = new Set(['document', 'identification', 'id', 'number', 'customer', 'value', 'object'])
const kinds = new Set([...numbers, 'type'])

/**
 * Takes the number of an identity document for the tax number where a column beside it says so: `tipo_documento: "CUIT",
 * numero_documento: "30712345678"`.
 */
export function withTaxDocument(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  const types = columns.filter((column) => isAbout(column, kinds, 'type') && column.sample.length > 0 && column.sample.every(isTaxNumber))
  if (types.length === 0) return candidates
  const found = columns.filter(
    (column) => isAbout(column, numbers, 'number') && fitness(column, 'vat') >= 0.5 && types.some((type) => isBeside(type, column)),
  )
  return [
    ...candidates,
    ...found.map(({ index }) => ({ column: index, field: 'vat_number', score: sure, via: 'number of a tax document' })),
  ]
}

/** True for a column about an identity document, by its key alone or together with its wrapper. */
function isAbout({ segments }: Column, allowed: ReadonlySet<string>, word: string): boolean {
  const own = readHeader(segments.at(-1) ?? '').words
  const all = [...own, ...readHeader(segments.at(-2) ?? '').words]
  const words = own.length > 1 ? own : all
  return own.includes(word) && words.some((each) => identifying.has(each)) && words.every((each) => allowed.has(each))
}

const identifying = new Set(['document', 'identification', 'id'])

const isTaxNumber = (value: unknown): boolean => readHeader(String(value)).words.join() === 'vatid'

const isBeside = (one: Column, other: Column): boolean => one.segments.slice(0, -1).join('.') === other.segments.slice(0, -1).join('.')
