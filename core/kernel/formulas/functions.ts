import type { Decimal } from 'decimal.js'
import { daysBetween } from '../values/calendar.ts'
import { dayIn, monthsAfter, shifted } from './days.ts'
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

// What formulas make of longer texts is nothing: a field may hold 60,000 characters, and many formulas read it in each write.
const LONGEST_TEXT = 2000
// What lies beyond fits no property, and only costs time.
const GREATEST = new Exact('1e30')

/** The functions, by their names in small letters. */
export const functions: ReadonlyMap<string, Declared> = new Map(
  Object.entries({
    abs: numeric('abs(number)', 1, 1, ([x]) => x.abs()),
    floor: numeric('floor(number)', 1, 1, ([x]) => x.floor()),
    ceil: numeric('ceil(number)', 1, 1, ([x]) => x.ceil()),
    round: numeric('round(number, digits)', 1, 2, ([x, digits = new Exact(0)]) =>
      digits.isInteger() && digits.gte(0) && digits.lte(10) ? x.toDecimalPlaces(digits.toNumber()) : null,
    ),
    min: numeric('min(number, number, ...)', 1, Infinity, (all) => Exact.min(...all)),
    max: numeric('max(number, number, ...)', 1, Infinity, (all) => Exact.max(...all)),
    lower: textual('lower(text)', 1, ([text = '']) => text.toLowerCase()),
    upper: textual('upper(text)', 1, ([text = '']) => text.toUpperCase()),
    concat: { usage: 'concat(value, value, ...)', typeOf: (given) => (given.length > 0 ? 'text' : undefined), apply: (all) => joined(all) },
    if: {
      usage: 'if(condition, value, value)',
      typeOf: ([condition, ...both]) => (condition === 'boolean' && both.length === 2 ? common(both) : undefined),
      apply: ([condition, yes = null, no = null]) => (typeof condition === 'boolean' ? (condition ? yes : no) : null),
    },
    if_null: {
      usage: 'if_null(value, value)',
      typeOf: (given) => (given.length === 2 ? common(given) : undefined),
      apply: ([value = null, instead = null]) => value ?? instead,
    },
    is_set: {
      usage: 'is_set(value)',
      typeOf: (given) => (given.length === 1 && given[0] !== null ? 'boolean' : undefined),
      apply: ([value]) => value !== null && value !== '',
    },
    date: dated('date("2027-01-31")', ['text'], 'date', (day) => dayIn(day)),
    year: dated('year(date)', ['date'], 'number', (day) => new Exact(day.slice(0, 4))),
    month: dated('month(date)', ['date'], 'number', (day) => new Exact(day.slice(5, 7))),
    days_between: dated('days_between(date, date)', ['date', 'date'], 'number', (from, to) => new Exact(daysBetween(from, String(to)))),
    add_days: dated('add_days(date, number)', ['date', 'number'], 'date', (day, count) =>
      isWhole(count) ? dayIn(shifted(day, count.toNumber())) : null,
    ),
    add_months: dated('add_months(date, number)', ['date', 'number'], 'date', (day, count) =>
      isWhole(count) ? dayIn(monthsAfter(day, count.toNumber())) : null,
    ),
  } satisfies Record<string, Declared>),
)

/** The operators, by how they are written; `-` and `!` in front of a value as `-x` and `!x`. */
export const operators: ReadonlyMap<string, Declared> = new Map(
  Object.entries({
    '+': {
      usage: 'number + number, or text + text',
      typeOf: (given) => (every(given, 'number') ? 'number' : every(given, 'text') ? 'text' : undefined),
      apply: ([a = null, b = null]) => {
        if (a === null || b === null) return null
        return Exact.isDecimal(a) && Exact.isDecimal(b) ? bounded(Exact.add(a, b)) : joined([a, b])
      },
    },
    '-': numeric('number - number', 2, 2, ([a, b = a]) => a.minus(b)),
    '*': numeric('number * number', 2, 2, ([a, b = a]) => a.times(b)),
    '/': numeric('number / number', 2, 2, ([a, b = a]) => a.dividedBy(b)),
    '%': numeric('number % number', 2, 2, ([a, b = a]) => a.modulo(b)),
    '-x': numeric('-number', 1, 1, ([x]) => x.negated()),
    '==': compared('value == value', false, (order) => order === 0),
    '!=': compared('value != value', false, (order) => order !== 0),
    '<': compared('number < number, or date < date', true, (order) => order < 0),
    '<=': compared('number <= number, or date <= date', true, (order) => order <= 0),
    '>': compared('number > number, or date > date', true, (order) => order > 0),
    '>=': compared('number >= number, or date >= date', true, (order) => order >= 0),
    // As in SQL: what is known decides, whatever the other value were.
    '&&': logical('condition && condition', ([a, b]) => (a === false || b === false ? false : a === null || b === null ? null : true)),
    '||': logical('condition || condition', ([a, b]) => (a === true || b === true ? true : a === null || b === null ? null : false)),
    '!x': {
      ...logical('!condition', ([x]) => (typeof x === 'boolean' ? !x : null)),
      typeOf: (given) => (every(given, 'boolean') ? 'boolean' : undefined),
    },
  } satisfies Record<string, Declared>),
)

const every = (given: Given, type: ValueType) => given.every((each) => each === type)
const isWhole = (count: Value | undefined): count is Decimal => Exact.isDecimal(count) && count.isInteger() && count.abs().lte(4e6)

// The one type of values that may be missing.
function common(given: Given): ValueType | null | undefined {
  const types = new Set(given.filter((each) => each !== null))
  const [type = null] = types
  return types.size > 1 ? undefined : type
}

function bounded(value: Decimal | null): Decimal | null {
  return value?.isFinite() && value.abs().lte(GREATEST) ? value : null
}

function numeric(usage: string, least: number, most: number, of: (numbers: readonly [Decimal, ...Decimal[]]) => Decimal | null): Declared {
  return {
    usage,
    typeOf: (given) => (given.length >= least && given.length <= most && every(given, 'number') ? 'number' : undefined),
    apply(values) {
      const [first, ...others] = values.filter((each) => Exact.isDecimal(each))
      return first && others.length + 1 === values.length ? bounded(of([first, ...others])) : null
    },
  }
}

function textual(usage: string, count: number, of: (texts: readonly string[]) => string): Declared {
  return {
    usage,
    typeOf: (given) => (given.length === count && every(given, 'text') ? 'text' : undefined),
    apply(values) {
      const texts = values.filter((each) => typeof each === 'string')
      return texts.length === values.length && texts.every(({ length }) => length <= LONGEST_TEXT) ? of(texts) : null
    },
  }
}

// What is missing adds nothing, so that the parts of a name can be put together.
function joined(values: readonly (Value | null)[]): string | null {
  let text = ''
  for (const each of values) {
    if (each !== null) text += Exact.isDecimal(each) ? each.toDecimalPlaces(10).toFixed() : String(each)
    if (text.length > LONGEST_TEXT) return null
  }
  return text
}

function compared(usage: string, isOrdered: boolean, is: (order: number) => boolean): Declared {
  return {
    usage,
    typeOf(given) {
      const [type] = given
      if (!type || !every(given, type)) return undefined
      return !isOrdered || type === 'number' || type === 'date' ? 'boolean' : undefined
    },
    apply([a = null, b = null]) {
      if (a === null || b === null) return null
      if (Exact.isDecimal(a) || Exact.isDecimal(b)) return Exact.isDecimal(a) && Exact.isDecimal(b) ? is(a.comparedTo(b)) : null
      if (typeof a === 'boolean' || typeof b === 'boolean') return is(a === b ? 0 : 1)
      if (a.length > LONGEST_TEXT || b.length > LONGEST_TEXT) return null
      const [first, second] = [folded(a), folded(b)]
      return is(first === second ? 0 : first < second ? -1 : 1)
    },
  }
}

// As conditions compare texts.
const folded = (text: string) => text.normalize('NFC').toLowerCase().trim()

function logical(usage: string, apply: Apply): Declared {
  return { usage, typeOf: (given) => (given.length === 2 && every(given, 'boolean') ? 'boolean' : undefined), apply }
}

function dated(
  usage: string,
  takes: readonly ValueType[],
  type: ValueType,
  of: (day: string, more: Value | undefined) => Value | null,
): Declared {
  return {
    usage,
    typeOf: (given) => (given.length === takes.length && given.every((each, at) => each === takes[at]) ? type : undefined),
    apply([day, more]) {
      if (typeof day !== 'string' || more === null || (takes[0] === 'date' && dayIn(day) === null)) return null
      return of(day, more)
    },
  }
}
