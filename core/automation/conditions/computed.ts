import { sql } from 'kysely'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { isObject } from '../../kernel/values/is-object.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { type SearchField, sourceOf } from '../../records/search/grammar/field.ts'
import type { Searchable } from '../../records/search/grammar/searchable.ts'

type Rows = ReadonlyMap<string, Row>

/** Records with what other features compute for them beside their fields, in one look-up; and what the values leave out. */
export async function withComputed(
  { records, types }: { readonly records: Records; readonly types: RecordTypes },
  of: Searchable,
  rows: Rows,
  names: ReadonlySet<string>,
): Promise<{ readonly rows: Rows; readonly warnings: ReadonlyMap<Row, readonly string[]> }> {
  const computed = [...names].flatMap((name) => (of.fields[name] ? [[name, of.fields[name]] as const] : []))
  if (computed.length === 0 || rows.size === 0) return { rows, warnings: new Map() }
  const values = await valuesOf(records, of, [...rows.keys()], computed)
  const whole = new Map([...rows].map(([id, row]) => [id, { ...row, ...values.get(id) }]))
  const isConverted = computed.some(([, { converted }]) => converted)
  return { rows: whole, warnings: isConverted ? await unconverted(records, types, of, [...whole.values()]) : new Map() }
}

// By the statement that a search would ask, so that both have the same values.
async function valuesOf(
  records: Records,
  of: Searchable,
  ids: readonly string[],
  computed: readonly (readonly [name: string, field: SearchField])[],
): Promise<ReadonlyMap<string, Row>> {
  const { entity } = of
  await of.prepare?.(records, JSON.stringify(computed.map(([name]) => name)))
  const source = sourceOf(records, entity.table)
  const found: readonly Row[] = await records
    .byIds(entity, ids)
    .select([`${entity.table}.id as id`, ...computed.map(([, field], at) => sql`${field.sql(source)}`.as(`computed_${at}`))])
    .execute()
  return new Map(
    found.map((row) => [
      String(row.id),
      Object.fromEntries(computed.map(([name, field], at) => [name, inMemory(field, row[`computed_${at}`])])),
    ]),
  )
}

function inMemory({ type }: SearchField, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (type === 'number') return Number(value)
  if (type === 'boolean') return value === true || value === 1
  if (type === 'array' && typeof value === 'string') return JSON.parse(value)
  return type === 'timestamp' && !(value instanceof Date) ? new Date(typeof value === 'number' ? value : String(value)) : value
}

async function unconverted(
  records: Records,
  types: RecordTypes,
  of: Searchable,
  rows: readonly Row[],
): Promise<ReadonlyMap<Row, readonly string[]>> {
  const figure = types.find(of.entity.table)?.counts['other_currencies']
  const found = (await figure?.load(records, rows)) ?? []
  return new Map(
    rows.map((row, at) => [row, currenciesIn(found[at]).map((code) => `Amounts in ${code} are left out: no exchange rate is known`)]),
  )
}

function currenciesIn(figure: unknown): string[] {
  return Array.isArray(figure) ? figure.flatMap((each) => (isObject(each) ? [String(each.currency)] : [])) : []
}
