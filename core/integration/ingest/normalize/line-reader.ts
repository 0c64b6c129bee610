import { CellReader } from './cell-reader.ts'
import type { FieldsReading } from '../recognize/reading.ts'
import type { Findings } from './findings.ts'
import { CustomColumns } from './custom-columns.ts'
import { sum } from '../recognize/figures.ts'
import type { Values } from './values.ts'
import { dropGross, netFields, statedGross, taxModeColumns } from './gross.ts'
import type { Group } from '../recognize/groups.ts'
import { isItem, isSumRow, withPublicNames } from './line-items.ts'
import { isPart, lineKind } from '../recognize/line-kinds.ts'
import type { LinePlan } from '../recognize/line-plan.ts'
import { centFields } from '../recognize/cents.ts'
import { usedColumns } from '../recognize/recognition.ts'
import type { Column, Row, Scalar } from '../read/table.ts'
import type { ValueRule } from '../vocabulary.ts'

/** The lines of a document, with their unknown columns and the subtotal among them. */
export interface LinesReading {
  readonly items: readonly Values[]
  /** Unknown columns of each item. */
  readonly custom: readonly Readonly<Record<string, Scalar>>[]
  /** The amount of the subtotal row less the discounts; undefined unless there is exactly one. */
  readonly subtotal: number | undefined
}

/** Reads the lines of the documents of a batch. */
export class LineReader {
  /** Fields whose header itself says that they exclude tax. */
  readonly net: ReadonlySet<string>
  /** Fields of amounts that count cents. */
  readonly cents: ReadonlySet<string>
  readonly #plan: LinePlan
  readonly #reader: CellReader
  readonly #custom: CustomColumns
  readonly #taxModes: readonly Column[]

  constructor(plan: LinePlan, { table, vocabulary, conventions, lineStated }: FieldsReading) {
    const rules = Object.entries(vocabulary?.values ?? {}).flatMap(([field, rule]): [string, ValueRule][] =>
      field.startsWith('lines.') ? [[field.slice(6), rule]] : [],
    )
    const used = usedColumns(plan.matches)
    this.#plan = plan
    this.#reader = new CellReader(plan.fields, (plan.scope ?? table.root).columns.length, Object.fromEntries(rules), conventions)
    this.#custom = new CustomColumns(plan.columns, used, lineStated, ({ key }) => key)
    this.#taxModes = taxModeColumns(plan.columns.filter(({ index }) => !used.has(index)))
    this.net = new Set(netFields(plan.fields, plan.columns))
    this.cents = centFields(plan.fields)
  }

  /** The lines of one document; null where it has none of its own. Problems of a line are found in `findings`. */
  read({ rows, indexes }: Group, source: unknown, findings: Findings): LinesReading | null {
    const { scope } = this.#plan
    const listed = scope ? rows[0]?.lists?.get(scope) : rows
    if (!listed) return null
    const items: Values[] = []
    const custom: Record<string, Scalar>[] = []
    const gross: Values[] = []
    const sums: number[] = []
    const discounts: number[] = []
    for (const [at, row] of listed.entries()) {
      const kind = lineKind(row, this.#plan)
      if (kind === 'none') continue
      const before = findings.problem
      const line = this.#reader.read([row], source, findings, null)
      if (!before && findings.problem && !scope && rows.length > 1) findings.problem = { ...findings.problem, row: indexes[at] ?? 0 }
      const total = line.total_excl_tax
      if (kind === 'subtotal' && typeof total === 'number') sums.push(total)
      if (kind === 'discount' && typeof total === 'number') discounts.push(-Math.abs(total))
      if (kind !== 'item' || !this.#sells(row, line)) continue
      const item = withPublicNames(line)
      items.push(item)
      custom.push(this.#custom.of([row], null))
      if (statedGross(row, this.#taxModes)) gross.push(item)
    }
    dropGross(gross, this.net, findings.warnings)
    return { items, custom, subtotal: sums.length === 1 ? sum([...sums, ...discounts]) : undefined }
  }

  #sells(row: Row, line: Values): boolean {
    return isItem(line) && !isSumRow(line) && !isPart(row, this.#plan, line)
  }
}
