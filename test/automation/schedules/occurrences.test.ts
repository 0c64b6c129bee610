import { describe, expect, it } from 'vitest'
import { dueOccurrences, nextOccurrence, occurrencesBetween } from '../../../core/automation/schedules/occurrences.ts'
import { parseSchedule, type Schedule, type ScheduleConfig } from '../../../core/automation/schedules/schedule.ts'
import { type ZoneClock, zoneClock } from '../../../core/automation/schedules/zone-clock.ts'
import { changesOf, firingsByTemporal } from './zones.ts'

// RAPPORT_LONG=1 follows all zones day by day from 2024 to 2030; otherwise the weeks in which the clocks of a zone change.
const long = process.env['RAPPORT_LONG'] !== undefined
const times = ['00:00', '00:30', '02:30', '23:59']
const frequencies = ['daily', 'weekdays', 'weekly'] as const

async function dates(config: ScheduleConfig, after: string, until: string) {
  const schedule = parseSchedule(config)
  const clock = await zoneClock(schedule.timezone)
  const span = { after: new Date(after), until: new Date(until) }
  return [...occurrencesBetween(schedule, clock, span)].map(({ at, date }) => `${date} ${at.toISOString().slice(0, 16)}`)
}

describe('a schedule', () => {
  const daily = { frequency: 'daily', timezone: 'Europe/Vienna' } as const

  it('fires once a day at its time of the wall clock', async () => {
    expect(await dates({ ...daily, time: '09:00' }, '2026-06-01T07:00Z', '2026-06-03T07:00Z')).toEqual([
      '2026-06-02 2026-06-02T07:00',
      '2026-06-03 2026-06-03T07:00',
    ])
  })

  it('shifts a time that the clocks skip forward by the gap, and fires at the first of two equal times', async () => {
    expect(await dates({ ...daily, time: '02:30' }, '2026-03-28T00:00Z', '2026-03-30T12:00Z')).toEqual([
      '2026-03-28 2026-03-28T01:30',
      '2026-03-29 2026-03-29T01:30',
      '2026-03-30 2026-03-30T00:30',
    ])
    expect(await dates({ ...daily, time: '02:30' }, '2026-10-25T00:00Z', '2026-10-26T12:00Z')).toEqual([
      '2026-10-25 2026-10-25T00:30',
      '2026-10-26 2026-10-26T01:30',
    ])
  })

  it('leaves out a date that its zone has left out', async () => {
    const apia = { frequency: 'daily', time: '10:00', timezone: 'Pacific/Apia' } as const
    expect(await dates(apia, '2011-12-29T00:00Z', '2012-01-01T00:00Z')).toEqual([
      '2011-12-29 2011-12-29T20:00',
      '2011-12-31 2011-12-30T20:00',
      '2012-01-01 2011-12-31T20:00',
    ])
  })

  it('on weekdays fires Monday to Friday; weekly on its day, of which 0 and 7 are Sunday', async () => {
    const week = ['2026-11-22T23:59Z', '2026-11-29T23:59Z'] as const
    const on = async (config: Partial<ScheduleConfig>) =>
      (await dates({ frequency: 'weekly', time: '08:00', ...config }, ...week)).map((each) => each.slice(8, 10))
    expect(await on({ frequency: 'weekdays' })).toEqual(['23', '24', '25', '26', '27'])
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7, 0].map((weekday) => on({ weekday })))).toEqual(
      ['23', '24', '25', '26', '27', '28', '29', '29'].map((day) => [day]),
    )
  })

  it.each([
    [{ frequency: 'hourly' }, '/frequency', 'not_allowed'],
    [{ time: '24:00' }, '/time', 'invalid_format'],
    [{ time: '9:00' }, '/time', 'invalid_format'],
    [{ frequency: 'weekly' }, '/weekday', 'required'],
    [{ frequency: 'weekly', weekday: 8 }, '/weekday', 'not_allowed'],
    [{ timezone: 'Mars/Base' }, '/timezone', 'not_allowed'],
    [{ timezone: '+02:00' }, '/timezone', 'not_allowed'],
  ])('is refused with %j', (config, path, code) => {
    // What a caller may send is not what the type allows.
    const given = { frequency: 'daily', time: '09:00', ...config } as ScheduleConfig
    expect(() => parseSchedule(given)).toThrow(expect.objectContaining({ details: { errors: [expect.objectContaining({ path, code })] } }))
  })

  it('takes the zone of the organization unless it has its own', () => {
    expect(parseSchedule({ frequency: 'daily', time: '09:00' }, 'Asia/Tokyo').timezone).toBe('Asia/Tokyo')
    expect(() => parseSchedule({ frequency: 'daily', time: '09:00' }, 'Nowhere')).toThrow('IANA')
  })
})

describe('what has come due', () => {
  const due = async (config: ScheduleConfig, after: string, now: string) => {
    const schedule = parseSchedule(config)
    return dueOccurrences(schedule, await zoneClock(schedule.timezone), { after: new Date(after), now: new Date(now) })
  }
  const daily = { frequency: 'daily', time: '09:00' } as const

  it('fires in time', async () => {
    const { fire, missedCount, next } = await due(daily, '2026-05-01T09:00Z', '2026-05-02T09:00:01Z')
    expect([fire?.date, fire?.late, missedCount, next.date]).toEqual(['2026-05-02', false, 0, '2026-05-03'])
  })

  it('after three days fires the latest late and counts the others as missed', async () => {
    const { fire, missed, missedCount, next } = await due(daily, '2026-05-01T09:00Z', '2026-05-04T12:00Z')
    expect([fire?.date, fire?.late]).toEqual(['2026-05-04', true])
    expect([missed.map(({ date }) => date), missedCount, next.date]).toEqual([['2026-05-02', '2026-05-03'], 2, '2026-05-05'])
  })

  it('gives up what is more than 24 hours late', async () => {
    const weekly = { frequency: 'weekly', time: '09:00', weekday: 1 } as const
    const onTime = await due(weekly, '2026-05-04T08:00Z', '2026-05-05T09:00Z')
    expect([onTime.fire?.date, onTime.missedCount]).toEqual(['2026-05-04', 0])
    const gone = await due(weekly, '2026-05-04T08:00Z', '2026-05-05T09:00:00.001Z')
    expect([gone.fire, gone.missedCount, gone.next.date]).toEqual([null, 1, '2026-05-11'])
  })

  it('after ten years lists the latest hundred and counts them all', async () => {
    const { fire, missed, missedCount } = await due(daily, '2016-05-01T09:00Z', '2026-05-01T10:00Z')
    expect([fire?.date, missed.length, missedCount, missed.at(-1)?.date]).toEqual(['2026-05-01', 100, 3651, '2026-04-30'])
  })

  it('is nothing before the first occurrence', async () => {
    const { fire, missed, next } = await due(daily, '2026-05-01T09:00Z', '2026-05-02T08:59:59.999Z')
    expect([fire, missed, next.date]).toEqual([null, [], '2026-05-02'])
  })
})

describe('in every time zone', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const years = long ? [2024, 2025, 2026, 2027, 2028, 2029, 2030] : [2026]

  it('fires exactly once for each matching local date, as Temporal says', { timeout: long ? 3_600_000 : 120_000 }, async () => {
    const wrong: string[] = []
    for (const timezone of zones) {
      const clock = await zoneClock(timezone)
      const schedules = times.flatMap((time) =>
        (long ? frequencies : (['daily'] as const)).map((frequency) => parseSchedule({ frequency, time, weekday: 7, timezone })),
      )
      for (const span of years.flatMap((year) => spansOf(timezone, year)))
        for (const schedule of schedules) wrong.push(...differences(schedule, clock, span))
    }
    expect(wrong).toEqual([])
  })

  function spansOf(timezone: string, year: number): Span[] {
    return long ? [{ from: `${year}-01-01`, days: 366 }] : changesOf(timezone, year).map((from) => ({ from, days: 9 }))
  }
})

interface Span {
  readonly from: string
  readonly days: number
}

function differences(schedule: Schedule, clock: ZoneClock, { from, days }: Span): string[] {
  const expected = firingsByTemporal(schedule, from, days)
  let last = new Date((expected[0]?.at ?? 0) - 1)
  return expected.flatMap(({ at, date }) => {
    const next = nextOccurrence(schedule, clock, last)
    last = next.at
    return next.at.getTime() === at && next.date === date ? [] : [`${clock.timezone} ${schedule.time} ${date}`]
  })
}
