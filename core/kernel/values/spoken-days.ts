import { DATE, dayIn, dayNamed, figuresIn, type Named, namedIn } from './named-days.ts'
import { type DayRange, type DaySpan, type RelativeDays, relativeDaysOf } from './relative-days.ts'

/** The order in which a text puts a value to its days: `since monday` is from that day on, as `gte` is. */
export type DayOrder = 'gt' | 'gte' | 'lt' | 'lte'
/** What a text says of days: which ones, perhaps only a bound of them. */
export interface SpokenDays {
  readonly days: RelativeDays | DaySpan | DayRange
  /** Where the text is a bound, as `since monday` is. */
  readonly order?: DayOrder
}
/** Why a text that speaks of days is not taken, and what may have been meant. */
export interface UnclearDays {
  readonly unclear: string
  readonly candidates?: readonly string[]
}

/** What filters take of days and times besides `relativeDayForms`, and what it means. */
export const spokenDayForms: Readonly<Record<string, string>> = {
  'tomorrow 9am': 'Of times: any single day with a time of day, also today 17:00',
  'from 2026-05-01 to 2026-05-05': 'With eq, neq, in: both days included; also between 1 and 5 May, of this year unless one is named',
  'since monday': 'With gte: the last one, today included; also after (gt), before (lt), until and by (lte)',
}

const MAX_LENGTH = 60
// Characters of conditions that are looked through for days.
const MAX_READ = 10_000
const ONLY_DATE = new RegExp(`^${DATE}$`)
const SPANS = [
  /^between (.+?) and (.+)$/,
  /^from (.+?) (?:to|until|till|through|and) (.+)$/,
  /^(.+?) (?:to|until|till|through) (.+)$/,
  /^(.+?) ?(?:\.\.\.?|–) ?(.+)$/,
  /^(\d{4}-\d{2}-\d{2}) ?[-/] ?(\d{4}-\d{2}-\d{2})$/,
]
const BOUND = /^(since|from|starting|after|before|until|till|by|up to|through) (.+)$/
const orders: Readonly<Record<string, DayOrder>> = { since: 'gte', from: 'gte', starting: 'gte', after: 'gt', before: 'lt' }
const AT_TIME = /^(.{1,40}?),?(?: at)? (?:([01]?\d|2[0-3]):([0-5]\d)|(1[0-2]|[1-9])(?::([0-5]\d))? ?([ap])m)$/

/** Days that a text names as people do, in a filter: undefined where it says nothing of days. */
export function spokenDaysOf(value: unknown): SpokenDays | UnclearDays | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined
  const text = value.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const candidates = figuresIn(text)
  if (candidates) return { unclear: `${text} may be several days: write it with the year first`, candidates }
  const one = singleOf(text)
  if (one) return { days: one }
  for (const form of SPANS) {
    const [, since, until] = form.exec(text) ?? []
    const span = since === undefined || until === undefined ? undefined : spanOf(since, until)
    if (span) return span
  }
  const [, word = '', of = ''] = BOUND.exec(text) ?? []
  const bound = word === '' ? undefined : singleOf(of)
  if (!bound) return undefined
  const isBare = 'unit' in bound && bound.weekday !== undefined && bound.offset === 0
  return { days: isBare && word === 'since' ? { ...bound, isPast: true } : bound, order: orders[word] ?? 'lte' }
}

/** Whether a text, such as conditions in JSON, may name days, so that the calendar must be known; a long one may, because to read all of it takes longer. */
export function mentionsDays(text: string): boolean {
  if (text.length > MAX_READ) return true
  return text.split(/["',]/).some((part) => {
    const plain = part.trim()
    // What names days has a blank, or is one of these.
    const mayBe = plain.length > 1 && plain.length <= MAX_LENGTH && /[ _]|day$|row$|^[+-]?\d+d$|^[\d./–-]+$/i.test(plain)
    return mayBe && spokenDaysOf(plain) !== undefined
  })
}

/** A text without the time of day (`17:00`) at its end, and that time. */
export function timeIn(text: string): { readonly day: string; readonly time: string } | undefined {
  const [, day = '', hours, minutes, hour, past = '00', half] = AT_TIME.exec(text) ?? []
  if (day === '') return undefined
  return { day, time: hours === undefined ? `${in24(Number(hour), half)}:${past}` : `${hours.padStart(2, '0')}:${minutes}` }
}

const in24 = (hour: number, half: string | undefined): string => String((hour % 12) + (half === 'p' ? 12 : 0)).padStart(2, '0')

// A day or a period, but no range of others.
function singleOf(text: string): RelativeDays | DayRange | undefined {
  const days = relativeDaysOf(text) ?? dayIn(text)
  if (days) return days
  const timed = timeIn(text)
  const day = timed && (relativeDaysOf(timed.day) ?? dayIn(timed.day))
  return day && 'unit' in day && isOneDay(day) ? { ...day, time: timed.time } : undefined
}

const isOneDay = ({ unit, length, edge, day }: RelativeDays): boolean =>
  length === undefined && (unit === 'day' || edge !== undefined || day !== undefined)

function spanOf(from: string, to: string): SpokenDays | UnclearDays | undefined {
  const { since, until } = endsOf(from, to)
  if (!since || !until) return undefined
  if ([since, until].some((each) => 'unit' in each && each.time !== undefined)) return { unclear: 'A range is one of whole days' }
  // Which of two Mondays it is depends on the other end.
  if ([since, until].some((each) => 'unit' in each && each.weekday !== undefined && each.offset === 0))
    return { unclear: 'Say which day of that name: last, next, or its date' }
  if ('unit' in since || 'unit' in until) return { days: { since, until } }
  return since.first > until.last ? { unclear: 'The range ends before it begins' } : { days: { first: since.first, last: until.last } }
}

// `1 and 5 May`, `May 1 to 5`, `1 May to 5 June 2026`: what one end says of month and year holds for the other.
function endsOf(from: string, to: string) {
  const [start, end] = [namedIn(from), namedIn(to)]
  if (ONLY_DATE.test(from) && end) return ends({ ...end, date: dateIn(from) }, end)
  if (ONLY_DATE.test(to) && start) return ends(start, { ...start, date: dateIn(to) })
  if (start && end) return ends({ ...start, year: start.year ?? end.year }, end)
  return { since: singleOf(from), until: singleOf(to) }
}

const ends = (a: Named, b: Named) => ({ since: dayNamed(a), until: dayNamed(b) })

const dateIn = (text: string): number => Number(ONLY_DATE.exec(text)?.[1])
