import type { Comparison } from '../../records/search/grammar/condition.ts'
import type { ConditionContext } from './context.ts'
import { recordOf } from './matcher.ts'
import { comparisonsIn } from './needs.ts'
import type { ParsedConditions } from './parsed.ts'

// So many moments are tried; what lies behind them is worth another look then.
const TRIES = 64

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

function changesOf({ at: { field, related }, operands }: Comparison, context: ConditionContext): number[] {
  const record = recordOf(related?.name ?? '')(context)
  if (!record || !field.changesAt) return []
  const asked = operands.filter((each) => typeof each === 'number')
  return field.changesAt(record, asked, context).map((each) => each.getTime())
}
