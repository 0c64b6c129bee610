const DAY_MS = 86_400_000
const YEAR_10000 = 253_402_300_800_000
const two = Array.from({ length: 60 }, (_, at) => String(at).padStart(2, '0'))
const three = Array.from({ length: 1000 }, (_, at) => String(at).padStart(3, '0'))

let known = { day: Number.NaN, text: '' }

/** The time as `toISOString` writes it, in a tenth of its time: a page of records holds hundreds, most of them of one day. */
export function isoOf(date: Date): string {
  const ms = date.getTime()
  if (!(ms >= 0 && ms < YEAR_10000)) return date.toISOString()
  const day = Math.floor(ms / DAY_MS)
  if (known.day !== day) known = { day, text: date.toISOString().slice(0, 11) }
  const rest = ms - day * DAY_MS
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${known.text}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[rest % 1000]}Z`
}
