import type { TSchema } from '@sinclair/typebox'
import { invalid } from '../operation/errors.ts'
import { momentOn } from './calendar.ts'
import { dayRangeOf, momentsOf } from './days-meant.ts'
import { type CalendarMoment, type DayRange, type RelativeDays, relativeDaysOf } from './relative-days.ts'
import { timeIn } from './spoken-days.ts'
import { utc } from './zone.ts'
import { type Places, placesOf } from '../operation/schema/format-places.ts'

type Format = 'date' | 'date-time'

/** What a text says: days as seen from today, and a time of day where it names one. */
interface Spoken {
  readonly days: RelativeDays
  readonly time: string | undefined
}
/** A day or time that is named as people do, and where it stands. */
interface Named extends Spoken {
  readonly path: readonly string[]
  readonly word: string
  readonly format: Format
}

const placesIn = placesOf<Format>(['date', 'date-time'])
const MAX_LENGTH = 60
const BOUND = /^(since|until|from|to|before|after)$/
const END = /(^|_)(to|until)$/

/** The days and times of an input that are named as people do (`tomorrow`, `next friday 15:00`), by the places that its schema tells. */
export function spokenDates(schema: TSchema, input: unknown): readonly Named[] {
  const places = placesIn(schema)
  const named: Named[] = []
  if (places !== null) collect(places, input, [], named)
  return named
}

/**
 * The input with the days and times that are meant, as seen from `at`. A read, and a bound such as `since`, mean the first day of a period, by
 * `to` and `until` the last; a write that names a period is refused with both (`ambiguous`), but for records of a set, which are judged
 * later. A write at a day without a time means the time of day that it is.
 */
export async function withDatesMeant(input: unknown, named: readonly Named[], at: CalendarMoment, isRead: boolean): Promise<unknown> {
  const meant = new Map<string, string>()
  const copies = new Set<unknown>()
  const copied = (value: unknown): unknown => {
    if (copies.has(value)) return value
    const copy = Array.isArray(value) ? [...value] : { ...Object(value) }
    copies.add(copy)
    return copy
  }
  const changed = copied(input)
  for (const each of named) {
    const { path, word, format, days } = each
    const name = path.findLast((step) => !/^\d+$/.test(step)) ?? ''
    const isBound = isRead || BOUND.test(name)
    const isEnd = isBound && END.test(name)
    const range = dayRangeOf(days, at)
    if (!isBound && range.first !== range.last) {
      if (path[0] === 'records') continue
      throw invalid(`/${path.join('/')}`, 'ambiguous', `${word} is several days: name one`, [range.first, range.last])
    }
    const key = JSON.stringify([word, format, isBound, isEnd])
    const value = meant.get(key) ?? (await valueOf(each, range, at, { isBound, isEnd }))
    meant.set(key, value)
    let holder = changed
    for (const step of path.slice(0, -1)) {
      const inner = copied(Reflect.get(Object(holder), step))
      Reflect.set(Object(holder), step, inner)
      holder = inner
    }
    Reflect.set(Object(holder), path.at(-1) ?? '', value)
  }
  return changed
}

async function valueOf(
  { format, time }: Named,
  range: DayRange,
  { zone = utc, now }: CalendarMoment,
  { isBound, isEnd }: { readonly isBound: boolean; readonly isEnd: boolean },
): Promise<string> {
  if (format === 'date') return isEnd ? range.last : range.first
  if (time !== undefined || !isBound) return (await momentOn(range.first, time ?? now, zone.timezone)).toISOString()
  const { from, to } = momentsOf(range, { zone })
  return (isEnd ? to : from).toISOString()
}

function collect(places: NonNullable<Places<Format>>, value: unknown, path: readonly string[], named: Named[]): void {
  if (typeof places === 'string') {
    const spoken = typeof value === 'string' ? spokenIn(value, places) : undefined
    if (spoken) named.push({ ...spoken, path, word: String(value), format: places })
    return
  }
  if (typeof value !== 'object' || value === null) return
  if ('items' in places) {
    if (Array.isArray(value))
      for (const [at, each] of value.entries()) if (places.items) collect(places.items, each, [...path, String(at)], named)
    return
  }
  for (const [name, within] of places.fields) {
    const own: unknown = Reflect.get(value, name)
    if (within && own !== undefined && own !== null) collect(within, own, [...path, name], named)
  }
}

// Most are written as ISO 8601 says, which begins with the year.
function spokenIn(text: string, format: Format): Spoken | undefined {
  if (text.length > MAX_LENGTH || /^\d{4}-/.test(text)) return undefined
  const plain = text.trim().toLowerCase()
  const days = relativeDaysOf(plain)
  if (days) return { days, time: undefined }
  const timed = format === 'date-time' ? timeIn(plain) : undefined
  const of = timed && relativeDaysOf(timed.day)
  return of && { days: of, time: timed.time }
}
