const DAY_MS = 86_400_000

/** The same time of day so many calendar days later in a time zone (IANA), whatever its clocks do in between. */
export async function daysLater(from: Date, days: number, timezone: string): Promise<Date> {
  // Loaded with the first use: few processes ever need it.
  const { Temporal } = await import('temporal-polyfill')
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timezone)
  return new Date(start.add({ days }).epochMilliseconds)
}

/** A moment of a day in a time zone (IANA): at a time of day (`15:00`), or at the one that it is there at another moment. */
export async function momentOn(day: string, time: string | Date, timezone: string): Promise<Date> {
  const { Temporal } = await import('temporal-polyfill')
  const plainTime =
    typeof time === 'string'
      ? Temporal.PlainTime.from(time)
      : Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timezone).toPlainTime()
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds)
}

/** The day (YYYY-MM-DD) of a moment in a time zone (IANA), UTC unless said otherwise. */
export function dayOf(moment: Date, timezone = 'UTC'): string {
  if (timezone === 'UTC') return moment.toISOString().slice(0, 10)
  const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(
    moment,
  )
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The day so many days after another. */
export function dayAfter(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS))
}

/** How many days lie between two days; negative when `to` is the earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}
