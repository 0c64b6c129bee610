import { invalid } from '../../kernel/operation/errors.ts'
import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import type { Beside } from './beside.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { csvLine } from '../../kernel/values/csv.ts'
import type { formats } from './entity.ts'
import { rowLine } from './workbook.ts'
import type { AnyComposed } from '../../records/record-type/record-types.ts'

/** A record as it is answered, with its custom values under either name. */
export interface Shown {
  readonly [field: string]: unknown
  readonly custom?: Readonly<Record<string, unknown>> | null
  readonly custom_properties?: Readonly<Record<string, unknown>> | null
}

/** `csv` (RFC 4180), `xlsx`, or `jsonl`. */
export type Format = (typeof formats)[number]

// A column of one custom property: `custom.x`, or `custom_properties.x` of contacts.
const KEY = /^custom(?:_properties)?\.(.{1,100})$/s
// Stands beside the record in an answer and is no field of it.
const beside = new Set(['included', 'merged_from'])

/**
 * The columns of a table of these records: their fields, each id and owner followed by a name, and a column for each custom property that is
 * defined.
 */
export async function columnsOf(records: Records, type: AnyComposed, of: Beside): Promise<string[]> {
  const { custom, entity } = type.search
  const properties = custom ? await propertiesOf(records, entity.table) : []
  return fieldsOf(type).flatMap((name) =>
    name === custom ? [...properties.map((each) => `${custom}.${each.name}`), name] : [name, ...of.nameOf(name)],
  )
}

/** Throws `unknown_field` for what is neither a field of these records, of related ones or of lines, nor a custom property. */
export function checkFields(type: AnyComposed, fields: readonly string[], of: Beside): void {
  const known = fieldsOf(type)
  const { custom } = type.search
  const unknown = fields.findIndex((name) => !known.includes(name) && !(custom && KEY.test(name)) && !of.has(name))
  if (unknown < 0) return
  const allowed = [...known, ...of.known, ...(custom ? [`${custom}.<name>`] : [])]
  throw invalid(`/fields/${unknown}`, 'unknown_field', `${fields[unknown]} is not a field of ${type.plural}`, allowed)
}

/** The line of names, where the format has one. */
export function headOf(columns: readonly string[] | null, format: Format): string {
  return format === 'jsonl' ? '' : lineOf(columns ?? [], format)
}

/** Records as lines of the file; without columns they are written whole. */
export function linesOf(rows: readonly Shown[], columns: readonly string[] | null, format: Format): string {
  if (format !== 'jsonl')
    return rows
      .map((row) =>
        lineOf(
          (columns ?? []).map((name) => valueAt(row, name, columns ?? [])),
          format,
        ),
      )
      .join('')
  const chosen = (row: Shown) => (columns ? Object.fromEntries(columns.map((name) => [name, valueAt(row, name, []) ?? null])) : row)
  return rows.map((row) => `${JSON.stringify(chosen(row))}\n`).join('')
}

const lineOf = (cells: readonly unknown[], format: 'csv' | 'xlsx') => (format === 'csv' ? csvLine(cells) : rowLine(cells))

/** All fields that the record is answered with, in the order of its schema. */
export function fieldsOf({ declared }: AnyComposed): string[] {
  return Object.keys(declared.record.properties).filter((name) => !beside.has(name))
}

/** The value of a column; `columns`: all of a table, where custom properties with a column of their own are not written twice. */
export function valueAt(row: Shown, name: string, columns: readonly string[]): unknown {
  const key = name in row ? undefined : KEY.exec(name)?.[1]
  const custom = row.custom ?? row.custom_properties ?? {}
  if (key !== undefined) return Object.hasOwn(custom, key) ? custom[key] : null
  if (name !== 'custom' && name !== 'custom_properties') return row[name]
  // A custom property with a column of its own is not written twice.
  const told = new Set(columns.flatMap((each) => KEY.exec(each)?.[1] ?? []))
  const rest = Object.entries(custom).filter(([each]) => !told.has(each))
  return columns.length > 0 && rest.length === 0 ? null : Object.fromEntries(rest)
}
