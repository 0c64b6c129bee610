import { FIRST_DAY } from '../../kernel/money/span.ts'
import { turnsOf } from '../../kernel/values/days-meant.ts'
import type { DaySpan, RelativeDays } from '../../kernel/values/relative-days.ts'
import { type Comparison, isRelative } from '../../records/search/grammar/condition.ts'
import type { ConditionContext } from './context.ts'
import { recordOf, valueOf } from './matcher.ts'
import { comparisonsIn } from './needs.ts'
import type { ParsedConditions } from './parsed.ts'

// So many moments are tried; what lies behind them is worth another look then.
const TRIES = 64
// Days so late have no day of four digits some hundred years after them.
const LAST_DAY = '9700-01-01'

/**
 * The next moment at which time alone changes the answer of conditions, such as 30 days after `created_at`; null where only a change of a
 * record can. Never later than that moment, and earlier only where dozens of moments before it change nothing.
 */
export function nextFlip(parsed: ParsedConditions, context: ConditionContext): Date | null {
  const now = context.now.getTime()
  const moments = new Set<number>()
  for (const comparison of comparisonsIn(parsed.condition))
    for (const time of changesOf(comparison, context)) if (time > now) moments.add(time)
  const met = parsed.met(context)
  const ordered = [...moments].toSorted((a, b) => a - b)
  for (const [tried, time] of ordered.entries()) {
    const moment = new Date(time)
    if (tried === TRIES || parsed.met({ ...context, now: moment }) !== met) return moment
  }
  return null
}

function changesOf({ at, operands }: Comparison, context: ConditionContext): number[] {
  const record = recordOf(at.related?.name ?? '')(context)
  if (!record) return []
  const asked = operands.filter((each) => typeof each === 'number')
  const ofField = at.field.changesAt?.(record, asked, context) ?? []
  return [...ofField, ...turns(operands.filter(isRelative), valueOf(at)(context), context)].map((each) => each.getTime())
}

// When a day or time begins to be today, this week, ... and when it no longer is.
function turns(relative: readonly (RelativeDays | DaySpan)[], value: unknown, context: ConditionContext): Date[] {
  const day = value instanceof Date ? context.zone.dayOf(value) : value
  if (typeof day !== 'string' || day < FIRST_DAY || day > LAST_DAY) return []
  return relative.slice(0, TRIES).flatMap((each) => turnsOf(each, day, context))
}
