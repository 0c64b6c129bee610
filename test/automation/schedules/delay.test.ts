import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { checkDelay, delayUntil, type DelayUnit } from '../../../core/automation/schedules/delay.ts'
import { zoneClock } from '../../../core/automation/schedules/zone-clock.ts'

const vienna = 'Europe/Vienna'
// RAPPORT_LONG=1 draws sixty starts for each zone instead of four.
const long = process.env['RAPPORT_LONG'] !== undefined

// Wall times of Vienna, so that what stays and what moves is seen.
async function later(start: string, amount: number, unit: DelayUnit, holidays: readonly string[] = []) {
  const from = Temporal.PlainDateTime.from(start).toZonedDateTime(vienna)
  const until = delayUntil(new Date(from.epochMilliseconds), amount, unit, await zoneClock(vienna), new Set(holidays))
  return Temporal.Instant.fromEpochMilliseconds(until.getTime()).toZonedDateTimeISO(vienna).toPlainDateTime().toString().slice(0, 16)
}

describe('a delay', () => {
  it.each<[start: string, amount: number, unit: DelayUnit, until: string, holidays?: string[]]>([
    // Days keep the time of the wall clock, hours are as long as they say.
    ['2026-03-28T09:00', 1, 'days', '2026-03-29T09:00'],
    ['2026-03-28T09:00', 24, 'hours', '2026-03-29T10:00'],
    ['2026-10-24T09:00', 1, 'days', '2026-10-25T09:00'],
    ['2026-10-24T09:00', 24, 'hours', '2026-10-25T08:00'],
    ['2026-10-24T09:00', 1440, 'minutes', '2026-10-25T08:00'],
    // A gap shifts forward; of two equal times the first counts.
    ['2026-03-28T02:30', 1, 'days', '2026-03-29T03:30'],
    ['2026-03-29T03:30', 1, 'days', '2026-03-30T03:30'],
    ['2026-10-24T02:30', 1, 'days', '2026-10-25T02:30'],
    // Fractions of hours and minutes.
    ['2026-06-01T09:00', 1.5, 'hours', '2026-06-01T10:30'],
    ['2026-06-01T09:00', 0.5, 'minutes', '2026-06-01T09:00'],
    // Nothing, on whatever day.
    ['2026-11-28T10:00', 0, 'business_days', '2026-11-28T10:00'],
    ['2026-11-28T10:00', 0, 'days', '2026-11-28T10:00'],
    ['2026-11-28T10:00', 0, 'minutes', '2026-11-28T10:00'],
    // Weekends.
    ['2026-11-27T17:00', 1, 'business_days', '2026-11-30T17:00'],
    ['2026-11-28T10:00', 1, 'business_days', '2026-11-30T10:00'],
    ['2026-11-29T10:00', 1, 'business_days', '2026-11-30T10:00'],
    ['2026-11-29T10:00', 5, 'business_days', '2026-12-04T10:00'],
    ['2026-11-29T10:00', 6, 'business_days', '2026-12-07T10:00'],
    ['2026-11-30T10:00', 5, 'business_days', '2026-12-07T10:00'],
    // Holidays, on weekends and over the end of a year.
    ['2026-11-27T17:00', 1, 'business_days', '2026-12-01T17:00', ['2026-11-30']],
    ['2026-11-27T17:00', 1, 'business_days', '2026-11-30T17:00', ['2026-11-28', '2026-11-29']],
    ['2026-12-30T08:00', 3, 'business_days', '2027-01-05T08:00', ['2027-01-01']],
    ['2026-12-24T08:00', 1, 'business_days', '2026-12-28T08:00', ['2026-12-25', '2026-12-26']],
    // Over a change of the clocks.
    ['2026-03-27T02:30', 1, 'business_days', '2026-03-30T02:30'],
    // Leap days, and the longest delays.
    ['2028-02-28T12:00', 1, 'days', '2028-02-29T12:00'],
    ['2028-02-29T12:00', 366, 'days', '2029-03-01T12:00'],
    ['2027-02-28T12:00', 366, 'days', '2028-02-29T12:00'],
    ['2026-11-27T12:00', 366, 'business_days', '2028-04-24T12:00'],
    ['2026-11-27T12:00', 366 * 24, 'hours', '2027-11-28T12:00'],
  ])('from %s by %d %s lasts until %s', async (start, amount, unit, until, holidays) => {
    expect(await later(start, amount, unit, holidays)).toBe(until)
  })

  it('of days is what Temporal adds, in every zone', async () => {
    const wrong: string[] = []
    for (const [index, timezone] of Intl.supportedValuesOf('timeZone').entries()) {
      const clock = await zoneClock(timezone)
      for (let round = 0; round < (long ? 60 : 4); round += 1) {
        const start = Date.UTC(2024, round * 17, 1 + ((index * 7) % 28), (index * 5 + round) % 24, 30)
        const days = 1 + ((index * 31 + round * 97) % 366)
        const expected = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone).add({ days }).epochMilliseconds
        if (delayUntil(new Date(start), days, 'days', clock).getTime() !== expected) wrong.push(`${timezone} ${start} ${days}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('ends somewhere although every day is a holiday', async () => {
    const always = new Set(Array.from({ length: 6000 }, (_, day) => new Date(Date.UTC(2026, 10, 27 + day)).toISOString().slice(0, 10)))
    expect(delayUntil(new Date('2026-11-27T12:00Z'), 1, 'business_days', await zoneClock('UTC'), always).getUTCFullYear()).toBe(2040)
  })

  it.each<[amount: number, unit: DelayUnit, code: string]>([
    [-1, 'days', 'too_small'],
    [Number.NaN, 'hours', 'too_small'],
    [367, 'days', 'too_large'],
    [367, 'business_days', 'too_large'],
    [527_041, 'minutes', 'too_large'],
    [Infinity, 'hours', 'too_large'],
    [1.5, 'days', 'invalid_type'],
    [0.5, 'business_days', 'invalid_type'],
  ])('of %d %s is refused: %s', (amount, unit, code) => {
    const refusal = expect.objectContaining({ details: { errors: [expect.objectContaining({ path: '/config/amount', code })] } })
    expect(() => checkDelay(amount, unit, '/config/amount')).toThrow(refusal)
  })
})

describe('the wall clock of a zone', () => {
  it('is one per zone, and unknown zones have none', async () => {
    expect(await zoneClock(vienna)).toBe(await zoneClock(vienna))
    await expect(zoneClock('Europe/Vienn')).rejects.toThrow('"Europe/Vienn" is not an IANA time zone')
  })
})
