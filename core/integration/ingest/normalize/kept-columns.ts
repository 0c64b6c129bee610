import { cleanRecord, holdsSecret } from '../read/clean.ts'
import type { Column, Scalar } from '../read/table.ts'
import type { Group } from '../recognize/groups.ts'
import type { LinePlan } from '../recognize/line-plan.ts'
import type { FieldsReading } from '../recognize/reading.ts'
import { usedColumns } from '../recognize/recognition.ts'
import { CustomColumns } from './custom-columns.ts'
import type { Findings } from './findings.ts'
import type { Values } from './values.ts'

/** What is kept of a record besides its values: the columns that were not understood, and the record as it was sent. */
export class KeptColumns {
  readonly #dirty: FieldsReading['table']['dirty']
  readonly #custom: CustomColumns
  readonly #countries: ReadonlyMap<number, string>
  readonly #currencies: ReadonlyMap<number, string>

  constructor({ table, lines, matches, stated, fields }: FieldsReading) {
    this.#dirty = table.dirty
    const ofLine = lines?.scope ? [] : (lines?.columns.map(({ index }) => index) ?? [])
    const used = new Set([...usedColumns(matches), ...ofLine, ...lineListText(table.root.columns, lines)])
    this.#custom = new CustomColumns(table.root.columns, used, stated, ({ path }) => path)
    const pathsOf = (name: string) =>
      new Map(fields.flatMap(({ field, columns }) => (field === name ? columns.map(({ column, path }) => [column, path] as const) : [])))
    this.#countries = pathsOf('country')
    this.#currencies = pathsOf('currency')
  }

  /**
   * The unknown columns and the raw record; `lineCustom` is null for a record beyond a limit, whose raw form would be too large to store.
   */
  of(
    { indexes, rows }: Group,
    source: unknown,
    { unknown }: Findings,
    values: Values,
    lineCustom: readonly Readonly<Record<string, Scalar>>[] | null,
  ) {
    if (!lineCustom) return { custom: {}, lineCustom: [], raw: null }
    // An unknown country or currency is kept as it was written.
    const unread = [...(values.country === undefined ? this.#countries : []), ...(unknown.length > 0 ? this.#currencies : [])]
    const isDirty = this.#dirty.has(indexes[0] ?? 0) || holdsSecret(source)
    return {
      custom: this.#custom.of(rows, unread.length > 0 ? new Map(unread) : null),
      lineCustom,
      raw: isDirty ? cleanRecord(source) : source,
    }
  }
}

/** The text of the list from which the lines are read is not kept beside them. */
const lineListText = (columns: readonly Column[], lines: LinePlan | null): number[] =>
  columns.flatMap(({ index, path, whole }) => (whole === true && path === lines?.scope?.path ? index : []))
