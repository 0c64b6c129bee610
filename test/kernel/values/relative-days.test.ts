import { describe, expect, it } from 'vitest'
import { dayRangeOf, turnsOf } from '../../../core/kernel/values/days-meant.ts'
import { relativeDaysOf } from '../../../core/kernel/values/relative-days.ts'
import { mentionsDays } from '../../../core/kernel/values/spoken-days.ts'
import { zoneOf } from '../../../core/kernel/values/zone.ts'

describe('Relative days', () => {
  const range = async (text: string, at: { now: string; zone?: string; yearStart?: number }) => {
    const relative = relativeDaysOf(text)!
    const { first, last } = dayRangeOf(relative, {
      now: new Date(at.now),
      zone: await zoneOf(at.zone ?? 'UTC'),
      yearStart: at.yearStart ?? 1,
    })
    return `${first} ${last}`
  }

  it('mean calendar days as seen from today', async () => {
    const friday = { now: '2026-01-16T12:00:00Z' }
    const expected: Readonly<Record<string, string>> = {
      today: '2026-01-16 2026-01-16',
      Yesterday: '2026-01-15 2026-01-15',
      ' TOMORROW ': '2026-01-17 2026-01-17',
      '-30d': '2025-12-17 2025-12-17',
      '+14d': '2026-01-30 2026-01-30',
      '14d': '2026-01-30 2026-01-30',
      '-0d': '2026-01-16 2026-01-16',
      'this week': '2026-01-12 2026-01-18',
      'last week': '2026-01-05 2026-01-11',
      next_week: '2026-01-19 2026-01-25',
      'this month': '2026-01-01 2026-01-31',
      'last month': '2025-12-01 2025-12-31',
      'next month': '2026-02-01 2026-02-28',
      'this quarter': '2026-01-01 2026-03-31',
      'last quarter': '2025-10-01 2025-12-31',
      'next quarter': '2026-04-01 2026-06-30',
      'this year': '2026-01-01 2026-12-31',
      'last year': '2025-01-01 2025-12-31',
      'next year': '2027-01-01 2027-12-31',
      'end of month': '2026-01-31 2026-01-31',
      'End of the month': '2026-01-31 2026-01-31',
      'start of next quarter': '2026-04-01 2026-04-01',
      'end of last week': '2026-01-11 2026-01-11',
      friday: '2026-01-16 2026-01-16',
      'on monday': '2026-01-19 2026-01-19',
      'next friday': '2026-01-23 2026-01-23',
      'next saturday': '2026-01-17 2026-01-17',
      'last friday': '2026-01-09 2026-01-09',
      'last thursday': '2026-01-15 2026-01-15',
      'in 2 weeks': '2026-01-30 2026-01-30',
      'last 7 days': '2026-01-10 2026-01-16',
      'in the past two weeks': '2026-01-03 2026-01-16',
      'next 30 days': '2026-01-16 2026-02-14',
      'last 3 months': '2025-10-17 2026-01-16',
      'next 2 quarters': '2026-01-16 2026-07-15',
      'past 1 year': '2025-01-17 2026-01-16',
      '6 months ago': '2025-07-16 2025-07-16',
      'in a year': '2027-01-16 2027-01-16',
    }
    for (const [text, days] of Object.entries(expected)) expect([text, await range(text, friday)]).toEqual([text, days])
    expect(await range('-99999d', friday)).toBe('1752-04-03 1752-04-03')
    expect(await range('next month', { now: '2028-01-31T00:00:00Z' })).toBe('2028-02-01 2028-02-29')
    // A shorter month has its last day instead.
    expect(await range('3 months ago', { now: '2026-05-31T00:00:00Z' })).toBe('2026-02-28 2026-02-28')
    expect(await range('last 3 months', { now: '2026-05-31T00:00:00Z' })).toBe('2026-03-01 2026-05-31')
  })

  it('follow the time zone and the fiscal year', async () => {
    const newYear = '2026-01-01T03:00:00Z'
    expect(await range('today', { now: newYear, zone: 'America/New_York' })).toBe('2025-12-31 2025-12-31')
    expect(await range('this year', { now: newYear, zone: 'America/New_York' })).toBe('2025-01-01 2025-12-31')
    expect(await range('today', { now: '2025-12-31T12:00:00Z', zone: 'Pacific/Kiritimati' })).toBe('2026-01-01 2026-01-01')
    expect(await range('this year', { now: newYear, yearStart: 4 })).toBe('2025-04-01 2026-03-31')
    expect(await range('last quarter', { now: '2026-02-10T00:00:00Z', yearStart: 2 })).toBe('2025-11-01 2026-01-31')
  })

  it('are told from other texts', () => {
    for (const text of [
      '',
      'd',
      '30',
      '-30',
      '123456d',
      'today!',
      'last',
      'last 0 days',
      'last 99999 years',
      'last seven d',
      'constructor',
      '2026-01-16',
      'this  week',
      7,
      null,
    ])
      expect([text, relativeDaysOf(text)]).toEqual([text, undefined])
    expect(mentionsDays('{"value":"-30d"}')).toBe(true)
    expect(mentionsDays('{"value":"2026-01-01, Today"}')).toBe(true)
    for (const text of ['next friday', 'Friday', 'end of month', 'start_of_next_quarter', 'in 2 weeks'])
      expect([text, mentionsDays(`{"value":"${text}"}`)]).toEqual([text, true])
    expect(mentionsDays('{"value":"6fd1c09e-435d-4bb1-8a4e-b2be3a2f1c11","field":"today_count"}')).toBe(false)
    // Nobody reads a million characters to save one query.
    expect(mentionsDays('a b,'.repeat(250_000))).toBe(true)
  })

  it('begin and end to mean a day at midnight of the zone', async () => {
    const zone = await zoneOf('America/New_York')
    const turns = (text: string, day: string) => turnsOf(relativeDaysOf(text)!, day, { zone }).map((each) => each.toISOString())
    expect(turns('today', '2026-03-08')).toEqual(['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'])
    expect(turns('-30d', '2026-01-01')).toEqual(['2026-01-31T05:00:00.000Z', '2026-02-01T05:00:00.000Z'])
    expect(turns('last month', '2026-01-20')).toEqual(['2026-02-01T05:00:00.000Z', '2026-03-01T05:00:00.000Z'])
    expect(turns('end of month', '2026-01-31')).toEqual(['2026-01-01T05:00:00.000Z', '2026-02-01T05:00:00.000Z'])
    // Whatever a named day means, it never changes between two turns.
    for (const text of ['friday', 'next friday', 'last friday', 'last 3 days', 'next 2 days', 'last 1 month', 'a month ago', 'in 2 months'])
      for (const day of ['2026-01-14', '2026-01-16', '2026-01-17', '2025-12-14', '2026-02-16', '2026-03-14']) {
        const sides = (now: Date) => {
          const { first, last } = dayRangeOf(relativeDaysOf(text)!, { now, zone })
          return [day < first, day > last].join()
        }
        const moments = new Set(turnsOf(relativeDaysOf(text)!, day, { zone }).map(Number))
        for (let at = zone.startOf('2026-01-08'); at < zone.startOf('2026-01-25'); at = new Date(at.getTime() + 3_600_000))
          if (!moments.has(at.getTime())) expect([text, day, at, sides(at)]).toEqual([text, day, at, sides(new Date(at.getTime() - 1))])
      }
    expect(turns('next week', '2026-01-15')).toEqual(['2026-01-05T05:00:00.000Z', '2026-01-12T05:00:00.000Z'])
  })
})
