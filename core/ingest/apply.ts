import type { Conventions, FieldPlan } from './columns.ts'
import { convert, type Findings, type Value } from './convert.ts'
import type { Row, Scalar } from './table.ts'
import type { ValueRule } from './vocabulary.ts'

/** Applies a compiled plan to rows; one instance serves a whole batch, so that its scratch space is made once. */
export class Reader {
  readonly #plans: readonly FieldPlan[]
  readonly #rules: Readonly<Record<string, ValueRule>>
  readonly #conventions: Conventions
  readonly #scratch: (Scalar | undefined)[]

  constructor(plans: readonly FieldPlan[], width: number, rules: Readonly<Record<string, ValueRule>>, conventions: Conventions) {
    this.#plans = plans
    this.#rules = rules
    this.#conventions = conventions
    this.#scratch = Array.from<Scalar | undefined>({ length: width })
  }

  /** Values of a row by field; `rows` below the first fill what it leaves empty. `empty` gathers fields that were sent as "". */
  read(rows: readonly Row[], findings: Findings, empty: string[] | null): Record<string, unknown> {
    const scratch = this.#scratch
    for (let index = rows.length - 1; index >= 0; index--) {
      const { at, values } = rows[index] as Row
      for (let cell = 0; cell < at.length; cell++) {
        const value = values[cell]
        const column = at[cell] as number
        if (value !== '' || scratch[column] === undefined) scratch[column] = value
      }
    }
    const result: Record<string, unknown> = {}
    for (const plan of this.#plans) {
      let blank = false
      for (const format of plan.columns) {
        const cell = scratch[format.column]
        if (cell === undefined) continue
        if (cell === '') {
          blank = true
          continue
        }
        const value = this.#value(cell, plan, format, findings)
        if (value !== undefined) {
          result[plan.field] = value
          break
        }
      }
      if (blank && empty && result[plan.field] === undefined) empty.push(plan.field)
    }
    for (const { at } of rows) for (const column of at) scratch[column] = undefined
    return result
  }

  #value(cell: Scalar, plan: FieldPlan, format: FieldPlan['columns'][number], findings: Findings): Value | undefined {
    const rule = this.#rules[plan.field]
    const given = rule && typeof cell === 'string' ? (rule(cell) ?? cell) : cell
    const scalar = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean' ? given : cell
    return convert(scalar, plan, format, this.#conventions, findings)
  }
}
