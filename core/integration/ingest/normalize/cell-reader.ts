import type { ColumnFormat, FieldPlan } from '../recognize/formats.ts'
import type { Conventions } from '../recognize/conventions.ts'
import type { Findings, Value } from './findings.ts'
import { convert } from './convert.ts'
import type { Row, Scalar } from '../read/table.ts'
import { isObject } from '../../../kernel/values/is-object.ts'
import type { Values } from './values.ts'
import type { ValueRule } from '../vocabulary.ts'

/** Applies a compiled plan to rows; one instance serves a whole batch, so that its scratch space is made once. */
export class CellReader {
  readonly #plans: readonly FieldPlan[]
  readonly #rules: ReadonlyMap<ColumnFormat, ValueRule>
  readonly #conventions: Conventions
  readonly #scratch: (Scalar | undefined)[]

  constructor(plans: readonly FieldPlan[], width: number, rules: Readonly<Record<string, ValueRule>>, conventions: Conventions) {
    this.#plans = plans
    this.#rules = new Map(
      plans.flatMap(({ field, columns }) =>
        columns.flatMap((format): [ColumnFormat, ValueRule][] => {
          const name = [format.key, field].find((each) => Object.hasOwn(rules, each))
          const rule = name === undefined ? undefined : rules[name]
          return rule ? [[format, rule]] : []
        }),
      ),
    )
    this.#conventions = conventions
    this.#scratch = Array.from<Scalar | undefined>({ length: width })
  }

  /** Values of a row by field; further `rows` fill what the first leaves empty. `empty` collects fields that were sent as "". */
  read(rows: readonly Row[], source: unknown, findings: Findings, empty: string[] | null): Values {
    const scratch = this.#scratch
    for (let index = rows.length - 1; index >= 0; index--) {
      const { at = [], values = [] } = rows[index] ?? {}
      for (let cell = 0; cell < at.length; cell++) {
        const value = values[cell]
        const column = at[cell] ?? 0
        if (value !== '' || scratch[column] === undefined) scratch[column] = value
      }
    }
    const result: Values = {}
    for (const plan of this.#plans) {
      let blank = false
      for (const format of plan.columns) {
        const cell = scratch[format.column]
        if (cell === undefined) continue
        if (cell === '') {
          blank = true
          continue
        }
        const value = this.#value(cell, plan, format, source, findings)
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

  #value(cell: Scalar, plan: FieldPlan, format: ColumnFormat, source: unknown, findings: Findings): Value | undefined {
    const rule = this.#rules.size > 0 ? this.#rules.get(format) : undefined
    const given = rule ? rule(String(cell), isObject(source) ? source : {}) : undefined
    if (given === null) return undefined
    const told = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
    return convert(told ? given : cell, plan, format, this.#conventions, findings)
  }
}
