import { type Static, Type } from '@sinclair/typebox'
import { Closed, Day, OneOf } from '../../kernel/operation/schema/schema.ts'
import { dayAfter, daysBetween } from '../../kernel/values/calendar.ts'

/** How a task comes again. */
export const Recurrence = Closed(
  {
    frequency: OneOf(['daily', 'weekly', 'monthly', 'yearly'], { description: 'How often' }),
    interval: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 99, default: 1, description: 'Every so many days, weeks, months or years' }),
    ),
    weekdays: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'Of weekly ones: 1 = Monday to 7 = Sunday; the weekday of due_at when left out',
      }),
    ),
    until: Type.Optional(Day('Not after this day')),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'So many tasks in all' })),
  },
  { description: 'How it comes again: when it is completed, the next one is made' },
)
/** How a task comes again. */
export type Recurrence = Static<typeof Recurrence>

/** Where a series stands: the day on which the task before was due, and the day of the month on which the series began. */
interface Place {
  readonly due: string
  readonly monthday: number
}

/**
 * The days on which a series goes on after the one on which the last task was due, from `today` on: those before have passed. A month without the
 * day of the series has its last day instead. Weeks begin on Monday.
 */
export function* daysOf({ frequency, interval = 1, weekdays }: Recurrence, { due, monthday }: Place, today: string): Generator<string> {
  if (frequency === 'monthly' || frequency === 'yearly') {
    const step = frequency === 'monthly' ? interval : 12 * interval
    const first = monthsOf(due)
    for (let months = first + Math.max(step, stepsTo(monthsOf(today) - first, step)); ; months += step) {
      const day = dayIn(months, monthday)
      if (isTooFar(day)) return
      if (day >= today) yield day
    }
  }
  const step = frequency === 'daily' ? interval : 7 * interval
  const start = frequency === 'weekly' && weekdays ? dayAfter(due, 1 - weekdayOf(due)) : due
  const offsets = frequency === 'weekly' && weekdays ? weekdays.toSorted((a, b) => a - b).map((each) => each - 1) : [0]
  for (let ahead = stepsTo(daysBetween(start, today), step); ; ahead += step)
    for (const offset of offsets) {
      const day = dayAfter(start, ahead + offset)
      if (isTooFar(day)) return
      if (day > due && day >= today) yield day
    }
}

/** The day of the month from which a series counts: that of its begin, unless somebody has moved the task to another day. */
export function monthdayOf(due: string, before: number | null): number {
  return before !== null && dayIn(monthsOf(due), before) === due ? before : Number(due.slice(8))
}

// Behind the year 9999 days are written otherwise.
const isTooFar = (day: string) => day.startsWith('+')
// The last multiple of a step that is not behind so many days or months.
const stepsTo = (distance: number, step: number) => Math.max(0, Math.floor(distance / step) * step)
const monthsOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

function dayIn(months: number, monthday: number): string {
  const [year, month] = [Math.floor(months / 12), months % 12]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(monthday, last))).toISOString().slice(0, 10)
}
