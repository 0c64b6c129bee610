import { dayAfter } from '../values/calendar.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** The day that a text says; null where it says none. */
export function dayIn(text: string): string | null {
  if (!DAY.test(text) || text < '0001') return null
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null
}

/** The day so many days later; no day where there is none. */
export function shifted(day: string, count: number): string {
  const time = Date.parse(day) + count * 86_400_000
  return Math.abs(time) < 8.64e15 ? dayAfter(day, count) : ''
}

/** The day so many months later, the last one of a month that is shorter; no day where there is none. */
export function monthsAfter(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1]
  if (year < 1 || year > 9999) return ''
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(Math.min(Number(day.slice(8)), last), 2)}`
}

const pad = (number: number, length: number) => String(number).padStart(length, '0')
