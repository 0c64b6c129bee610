import type { Decimal } from 'decimal.js'
import { daysBetween } from '../values/calendar.ts'
import { dayIn, monthsAfter, shifted } from './days.ts'
import { common, type Declared, every, joined, LONGEST_TEXT, numeric } from './declared.ts'
import { Exact, type Value, type ValueType } from './term.ts'

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

const isWhole = (count: Value | undefined): count is Decimal => Exact.isDecimal(count) && count.isInteger() && count.abs().lte(4e6)

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
