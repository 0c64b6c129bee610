import { Decimal } from 'decimal.js'

/** What formulas compute with. */
export type ValueType = 'number' | 'text' | 'boolean' | 'date'

/** A value within a formula; a day is `YYYY-MM-DD`. Null where there is none. */
export type Value = Decimal | string | boolean

/** A value of the record that a formula reads: a field, or what stands under a key of its custom values. */
export interface Operand {
  readonly type: ValueType
  readonly field: string
  readonly key: string | null
}

/** What a function or an operator makes of its values; null among them only where it says so. */
export type Apply = (values: readonly (Value | null)[]) => Value | null

/** A part of a formula whose types are known to fit. The type is null for `null`, which stands for a value of any type. */
export type Term =
  | { readonly kind: 'constant'; readonly type: ValueType | null; readonly value: Value | null }
  | { readonly kind: 'operand'; readonly type: ValueType; readonly operand: Operand }
  | { readonly kind: 'call'; readonly type: ValueType | null; readonly apply: Apply; readonly terms: readonly Term[] }

/** Numbers with so many digits that sums and products of amounts are exact; halves are rounded away from zero, as money is. */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP, defaults: true })

/** The value of a term for one record; `read` answers what the record holds. Never throws. */
export function evaluate(term: Term, read: (operand: Operand) => Value | null): Value | null {
  if (term.kind === 'constant') return term.value
  if (term.kind === 'operand') return read(term.operand)
  return term.apply(term.terms.map((each) => evaluate(each, read)))
}
