import { invalid } from '../../../kernel/operation/errors.ts'
import type { DayRange, DaySpan, RelativeDays } from '../../../kernel/values/relative-days.ts'
import { type DayOrder, spokenDaysOf } from '../../../kernel/values/spoken-days.ts'
import { isOrder } from './predicate.ts'
import type { Test } from './operators.ts'

/** Some of the forms in which conditions take days, for those who are refused. */
export const dayForms =
  'YYYY-MM-DD, today, this week, last 7 days, next 3 months, -30d, next friday, since monday, from 2026-05-01 to 2026-05-05'

/**
 * The days of a comparison that a text names as people do; undefined where it names none. Throws `invalid_input` with the operators that it
 * goes with where it says another order than the comparison (`not_allowed`), and where several days may be meant (`ambiguous`).
 */
export function daysSaid(
  value: unknown,
  type: 'date' | 'timestamp',
  test: Test,
  at: string,
): RelativeDays | DaySpan | DayRange | undefined {
  const said = spokenDaysOf(value)
  if (said === undefined) return undefined
  const text = String(value).trim()
  if ('unclear' in said) throw invalid(at, 'ambiguous', `${said.unclear} (${dayForms})`, said.candidates)
  const { days, order } = said
  if (order !== undefined && order !== test) throw invalid(at, 'not_allowed', `"${text}" goes with the operator ${order}`, [order])
  if (type === 'date' && 'unit' in days && days.time !== undefined)
    throw invalid(at, 'invalid_format', `The field has days without a time of day: leave out ${days.time}`)
  if (order === undefined && isOrder(test)) checkOrder(days, test, text, at)
  return days
}

// Later than the last 7 days is never, and before or after a range is not what a range says.
function checkOrder(days: RelativeDays | DaySpan | DayRange, test: Test, text: string, at: string): void {
  if (!('unit' in days) && !('first' in days && days.first === days.last))
    throw invalid(at, 'ambiguous', `"${text}" is a range, which goes with eq, neq or in`, ['eq', 'neq', 'in'])
  const length = 'unit' in days ? (days.length ?? 0) : 0
  const within: readonly DayOrder[] = length < 0 ? ['gte'] : ['lte']
  if ((length < 0 && test === 'gt') || (length > 0 && test === 'lt'))
    throw invalid(at, 'ambiguous', `"${text}" is compared with eq for within, or with ${within.join()}`, ['eq', ...within])
}
