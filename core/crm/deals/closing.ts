import { invalid } from '../../kernel/operation/errors.ts'
import { dayOf } from '../../kernel/values/calendar.ts'
import type { DealValues } from './input.ts'

/**
 * The values of a deal that says when it was closed, or that it was not. Throws `not_allowed` where that contradicts its status, and
 * `out_of_range` for a time that is to come.
 */
export function closedWhen(deal: DealValues, closed_at: Date | null, now: Date): DealValues {
  const isOpen = deal.status === 'open'
  if (isOpen !== (closed_at === null))
    throw invalid(
      '/closed_at',
      'not_allowed',
      isOpen ? 'An open deal is not closed: give a status, too' : 'A closed deal was closed at some time',
    )
  if (closed_at && closed_at > now) throw invalid('/closed_at', 'out_of_range', 'A deal is closed now or was closed before')
  return { ...deal, closed_at }
}

/** The values of a new deal; one that is made as closed was closed on its close date, if that has passed. */
export function closedOnCloseDate(deal: DealValues, now: Date): DealValues {
  const { closed_at, close_date } = deal
  if (!closed_at || !close_date || close_date >= dayOf(now)) return deal
  return { ...deal, closed_at: new Date(close_date) }
}
