import type { Decimal } from 'decimal.js'
import { type Apply, Exact, type Value, type ValueType } from './term.ts'

/** A function or an operator. */
export interface Declared {
  /** How it is written, for who has written it otherwise. */
  readonly usage: string
  /** The type of what it answers for values of these types (null: of `null`); undefined where it takes no such values. */
  readonly typeOf: (given: readonly (ValueType | null)[]) => ValueType | null | undefined
  readonly apply: Apply
}

type Given = readonly (ValueType | null)[]

/** What formulas make of longer texts is nothing: a field may hold 60,000 characters, and many formulas read it in each write. */
export const LONGEST_TEXT = 2000
// What lies beyond fits no property, and only costs time.
const GREATEST = new Exact('1e30')

/** Whether all values have this type. */
export const every = (given: Given, type: ValueType) => given.every((each) => each === type)

/** The one type of values that may be missing. */
export function common(given: Given): ValueType | null | undefined {
  const types = new Set(given.filter((each) => each !== null))
  const [type = null] = types
  return types.size > 1 ? undefined : type
}

/** A number within reason; null for another. */
export function bounded(value: Decimal | null): Decimal | null {
  return value?.isFinite() && value.abs().lte(GREATEST) ? value : null
}

/** Takes numbers, so many at least and at most, of which none is missing. */
export function numeric(
  usage: string,
  least: number,
  most: number,
  of: (numbers: readonly [Decimal, ...Decimal[]]) => Decimal | null,
): Declared {
  return {
    usage,
    typeOf: (given) => (given.length >= least && given.length <= most && every(given, 'number') ? 'number' : undefined),
    apply(values) {
      const [first, ...others] = values.filter((each) => Exact.isDecimal(each))
      return first && others.length + 1 === values.length ? bounded(of([first, ...others])) : null
    },
  }
}

/** Values in one text: what is missing adds nothing, so that the parts of a name can be put together. */
export function joined(values: readonly (Value | null)[]): string | null {
  let text = ''
  for (const each of values) {
    if (each !== null) text += Exact.isDecimal(each) ? each.toDecimalPlaces(10).toFixed() : String(each)
    if (text.length > LONGEST_TEXT) return null
  }
  return text
}
