import { fold } from '../languages/letters.ts'
import { excerpt } from '../read/mask.ts'
import type { FieldsReading } from './reading.ts'
import type { FieldMatch } from './recognition.ts'
import type { Column } from '../read/table.ts'

/** One decision: which source column became which field, by which rule, and what it holds. */
export interface FieldReading {
  readonly source: string
  readonly target: string
  readonly via: string
  /** 0 to 1; from 0.9 on without a warning. */
  readonly confidence: number
  readonly samples: string[]
}

/** A source column that no field takes. */
export interface UnknownReading {
  readonly source: string
  readonly samples: string[]
}

/** Describes every decision on a batch, with three samples each; secrets are masked. */
export function describeColumns(reading: FieldsReading): void {
  const { table, matches, lines, stated } = reading
  const columns = new Map(table.root.columns.map((column) => [column.index, column] as const))
  const lineColumns = new Map((lines?.columns ?? []).map((column) => [column.index, column] as const))
  const fields = [...readings(matches, columns, ''), ...readings(lines?.matches ?? [], lineColumns, 'lines.')]
  const known = new Set([...fields.map((field) => field.source), ...(lines?.scope ? [lines.scope.path] : [])])
  const rest = [...columns.values(), ...(lines?.scope ? lineColumns.values() : [])].filter(
    (column) => !known.has(column.path) && stated.overrides.get(fold(column.path)) !== null,
  )
  const lists = new Set(rest.flatMap(({ whole, path }) => (whole === true ? path : [])))
  const once = rest.filter(({ whole, path }) => whole === true || !lists.has(path))
  reading.report = {
    fields,
    unknown: once.map((column) => ({ source: column.path, samples: samplesOf(column) })),
  }
}

function readings(matches: readonly FieldMatch[], columns: ReadonlyMap<number, Column>, prefix: string): FieldReading[] {
  return matches.flatMap((match) =>
    match.columns.flatMap((candidate) => {
      const column = columns.get(candidate.column)
      if (!column) return []
      const { via, score } = candidate
      return { source: column.path, target: prefix + targetOf(match.field), via, confidence: asShare(score), samples: samplesOf(column) }
    }),
  )
}

const composed: Readonly<Record<string, string>> = {
  full_name: 'name',
  item_name: 'description',
  person_first: 'name',
  person_last: 'name',
  phone_area: 'phone',
  phone_country: 'phone',
  house_number: 'street',
  customer_first: 'customer_name',
  customer_last: 'customer_name',
  product_id: 'sku',
  amount_paid: 'amount_due',
  is_paid: 'amount_due',
  payment_status: 'status',
  payment_days: 'due_date',
  total_incl: 'total_incl_tax',
}

/** The field of the answer into which a part is composed. */
export const targetOf = (field: string): string => composed[field] ?? field

/** By which rule a column is read that somebody outside has proposed. */
export const byModel = 'model'

/** A score as it is shown: 0 to 1, with two digits. */
export const asShare = (score: number): number => Math.round(Math.min(1, Math.max(0, score)) * 100) / 100

function samplesOf(column: Column): string[] {
  const header = column.segments.at(-1) ?? ''
  return [...new Set(column.sample.slice(0, 30))].slice(0, 3).map((value) => excerpt(value, header))
}
