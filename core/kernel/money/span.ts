import { invalid } from '../operation/errors.ts'
import { dayAfter, dayOf, daysBetween } from '../values/calendar.ts'
import { type Period, periodOf } from '../values/period.ts'
import { endOf, type Zone, zoneOf } from '../values/zone.ts'

/** Before it, a day in some zone has no year of four digits. */
export const FIRST_DAY = '1000-01-02'
// As at the other end: a day later there are zones in the year 10000.
const LAST_DAY = '9999-12-30'

/** Which days are meant, and how the organization counts days and money. */
export interface Span {
  readonly from: string | null
  readonly to: string | null
  /** First moment, and the first one after it. */
  readonly start: Date | null
  readonly end: Date | null
  readonly today: string
  readonly zone: Zone
  readonly currency: string
  /** Month in which its fiscal year begins. */
  readonly yearStart: number
}

/** How an organization counts money and days, and what moment it is. */
export interface Calendar {
  /** ISO 4217 code. */
  readonly currency: string
  /** IANA name. */
  readonly timezone: string
  /** Month in which its fiscal year begins, 1 to 12. */
  readonly yearStart: number
  readonly now: Date
}

/** Days as a question gives them: a named period, or first and last day (YYYY-MM-DD). */
export interface Days {
  readonly period?: Period | null | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * The days that `period`, or `from` and `to`, mean in the organization; `otherwise` where none is given. Throws `ambiguous` for both, and
 * `too_small` where `to` lies before `from`.
 */
export async function spanOf(calendar: Calendar, { period, from, to }: Days, otherwise: Period = 'all'): Promise<Span> {
  const named = from === undefined && to === undefined
  if (!named && period) throw invalid('/period', 'ambiguous', 'Give period, or from and to, not both')
  if (from !== undefined && to !== undefined && from > to) throw invalid('/to', 'too_small', 'to lies before from')
  const { currency, timezone, yearStart, now } = calendar
  const zone = await zoneOf(timezone)
  const today = dayOf(now, timezone)
  const days = named ? periodOf(period ?? otherwise, today, yearStart) : { from: from ?? null, to: to ?? null }
  return {
    ...days,
    // No time is stored before or after these days, and what lies beyond them no database reads alike.
    start: days.from === null || days.from < FIRST_DAY ? null : zone.startOf(days.from),
    end: days.to === null || days.to >= LAST_DAY ? null : endOf(zone, days.to),
    today,
    zone,
    currency,
    yearStart,
  }
}

/** As answers say it. */
export const shownSpan = ({ from, to, zone }: Span) => ({ from, to, timezone: zone.timezone })

/** As many days right before; null where nothing can lie before them. */
export function daysBefore({ from, to }: Pick<Span, 'from' | 'to'>): { readonly from: string; readonly to: string } | null {
  if (from === null || to === null || from < FIRST_DAY) return null
  const days = daysBetween(from, to) + 1
  if (daysBetween(FIRST_DAY, from) < days * 2) return null
  return { from: dayAfter(from, -days), to: dayAfter(from, -1) }
}
