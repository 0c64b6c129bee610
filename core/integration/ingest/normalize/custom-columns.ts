import { isSecret, isSecretValue } from '../read/mask.ts'
import { lookup, type StatedColumns } from '../recognize/stated-columns.ts'
import type { Column, Row, Scalar } from '../read/table.ts'
import { cleanText } from '../values/text.ts'

/** The columns of a record or a line that are not understood: kept under their own titles. */
export class CustomColumns {
  readonly #titles: ReadonlyMap<number, string>

  constructor(columns: readonly Column[], used: ReadonlySet<number>, given: StatedColumns, titleOf: (column: Column) => string) {
    const ignored = (column: Column) => lookup(given.overrides, column) === null || lookup(given.aliases, column) === null
    const free = columns.filter(
      (column) => !used.has(column.index) && !column.segments.some((segment) => isSecret(segment)) && !ignored(column),
    )
    this.#titles = new Map(free.map((column) => [column.index, cleanText(titleOf(column)).replaceAll('\0', '').toWellFormed()]))
  }

  /** Values by title, the first of those that several rows have; `besides` are columns that count as unknown here. */
  of(rows: readonly Row[], besides: ReadonlyMap<number, string> | null): Record<string, Scalar> {
    const custom: Record<string, Scalar> = {}
    if (this.#titles.size === 0 && !besides) return custom
    for (const { at, values } of rows)
      for (let cell = 0; cell < at.length; cell++) {
        const column = at[cell] ?? 0
        const title = this.#titles.get(column) ?? besides?.get(column)
        const value = values[cell]
        if (title === undefined || value === undefined || value === '' || title in custom || isSecretValue(value)) continue
        custom[title] = typeof value === 'string' ? value.normalize('NFC') : value
      }
    return custom
  }
}
