import { dayAfter, dayOf } from './calendar.ts'

/** Spans of time for reports and analytics. */
export const periods = ['week', 'month', 'quarter', 'year', 'last_month', 'last_quarter', 'last_year', 'd30', 'd90', 'm12', 'all'] as const

/** What people read for each period. */
export const periodLabels: Readonly<Record<(typeof periods)[number], string>> = {
  week: 'This week',
  month: 'This month',
  quarter: 'This quarter',
  year: 'This year',
  last_month: 'Last month',
  last_quarter: 'Last quarter',
  last_year: 'Last year',
  d30: 'Last 30 days',
  d90: 'Last 90 days',
  m12: 'Last 12 months',
  all: 'All time',
}

/** A named period. */
export type Period = (typeof periods)[number]

/**
 * First and last day of a period as seen on a day; null is without an end. Weeks begin on Monday, years in the month
 * `yearStart` (1 to 12), and quarters with them.
 */
export function periodOf(period: Exclude<Period, 'all'>, today: string, yearStart?: number): { from: string; to: string }
export function periodOf(period: Period, today: string, yearStart?: number): { from: string | null; to: string | null }
export function periodOf(period: Period, today: string, yearStart = 1): { from: string | null; to: string | null } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  const months = (from: number, count: number) => ({ from: firstOf(year, from), to: dayAfter(firstOf(year, from + count), -1) })
  // Months of the fiscal year that are over.
  const over = (month + 13 - yearStart) % 12
  const [quarter, first] = [month - (over % 3), month - over]
  const monday = dayAfter(today, -((new Date(today).getUTCDay() + 6) % 7))
  const ranges: Readonly<Record<Period, { from: string | null; to: string | null }>> = {
    week: { from: monday, to: dayAfter(monday, 6) },
    month: months(month, 1),
    quarter: months(quarter, 3),
    year: months(first, 12),
    last_month: months(month - 1, 1),
    last_quarter: months(quarter - 3, 3),
    last_year: months(first - 12, 12),
    d30: { from: dayAfter(today, -29), to: today },
    d90: { from: dayAfter(today, -89), to: today },
    m12: { from: firstOf(year, month - 11), to: today },
    all: { from: null, to: null },
  }
  return ranges[period]
}

function firstOf(year: number, month: number): string {
  return dayOf(new Date(Date.UTC(year, month, 1)))
}
