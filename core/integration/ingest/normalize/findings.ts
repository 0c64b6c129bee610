import type { Conventions } from '../recognize/conventions.ts'
import type { ColumnFormat, FieldPlan } from '../recognize/formats.ts'
import type { Problem, Scalar } from '../read/table.ts'

/** A value of a field once it is read. */
export type Value = string | number | boolean

/** The warnings and the first problem of a record, collected while its values are read. */
export interface Findings {
  readonly warnings: string[]
  problem: Problem | null
  /** Problems of unknown currencies. */
  readonly unknown: Problem[]
  /** A currency found inside an amount: "CHF 1'200"; `$` where that is all it says. */
  currency: string | null
  /** Currencies that titles of amounts name. */
  readonly titled: Set<string>
  /** True when a postcode came as a number and may have lost its zero. */
  bareNumber: boolean
  /** True for documents, which are rejected for a value that cannot be read; other records go without it. */
  readonly strict: boolean
}

/** The findings of a record before its first value. */
export const noFindings = (strict: boolean): Findings => ({
  warnings: [],
  problem: null,
  unknown: [],
  currency: null,
  titled: new Set(),
  bareNumber: false,
  strict,
})

/** What a reader of values knows besides the value. */
export interface Context {
  readonly plan: FieldPlan
  readonly format: ColumnFormat
  readonly conventions: Conventions
  readonly findings: Findings
}

/** Reads one cell as a kind of field; undefined when it is empty or cannot be trusted. */
export type Reader = (value: Scalar, context: Context) => Value | undefined
