import { describe, expect, it } from 'vitest'
import { dayAfter, dayOf, daysBetween, daysLater } from '../../../core/kernel/values/calendar.ts'
import { periodOf, periods } from '../../../core/kernel/values/period.ts'

describe('Calendar days', () => {
  it('keep the time of day when clocks change', async () => {
    const friday = new Date('2026-03-27T09:00:00Z')
    expect((await daysLater(friday, 3, 'Europe/Paris')).toISOString()).toBe('2026-03-30T08:00:00.000Z')
    expect((await daysLater(friday, 3, 'UTC')).toISOString()).toBe('2026-03-30T09:00:00.000Z')
    expect((await daysLater(new Date('2026-10-23T10:00:00Z'), 7, 'America/New_York')).toISOString()).toBe('2026-10-30T10:00:00.000Z')
  })

  it('are those of the time zone', () => {
    const night = new Date('2026-01-15T23:30:00Z')
    expect(dayOf(night)).toBe('2026-01-15')
    expect(dayOf(night, 'Europe/Berlin')).toBe('2026-01-16')
    expect(dayOf(night, 'America/New_York')).toBe('2026-01-15')
  })

  it('are counted over months and leap days', () => {
    expect(dayAfter('2028-02-28', 2)).toBe('2028-03-01')
    expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31')
    expect(daysBetween('2026-02-28', '2026-03-02')).toBe(2)
    expect(daysBetween('2026-03-02', '2026-02-28')).toBe(-2)
  })
})

describe('Periods', () => {
  it('are those of the contract, as of a day', () => {
    const ranges = periods.map((each) => [each, Object.values(periodOf(each, '2026-01-15')).join(' to ')])
    expect(Object.fromEntries(ranges)).toEqual({
      week: '2026-01-12 to 2026-01-18',
      month: '2026-01-01 to 2026-01-31',
      quarter: '2026-01-01 to 2026-03-31',
      year: '2026-01-01 to 2026-12-31',
      last_month: '2025-12-01 to 2025-12-31',
      last_quarter: '2025-10-01 to 2025-12-31',
      last_year: '2025-01-01 to 2025-12-31',
      d30: '2025-12-17 to 2026-01-15',
      d90: '2025-10-18 to 2026-01-15',
      m12: '2025-02-01 to 2026-01-15',
      all: ' to ',
    })
  })

  it('have quarters and years of the fiscal year, in whichever month it begins', () => {
    const shown = (day: string, start: number) =>
      (['quarter', 'last_quarter', 'year', 'last_year'] as const).map((each) => Object.values(periodOf(each, day, start)).join(' to '))
    expect(shown('2026-01-15', 2)).toEqual([
      '2025-11-01 to 2026-01-31',
      '2025-08-01 to 2025-10-31',
      '2025-02-01 to 2026-01-31',
      '2024-02-01 to 2025-01-31',
    ])
    expect(shown('2026-04-01', 4).slice(0, 3)).toEqual(['2026-04-01 to 2026-06-30', '2026-01-01 to 2026-03-31', '2026-04-01 to 2027-03-31'])
    expect(periodOf('m12', '2026-01-15', 4)).toEqual(periodOf('m12', '2026-01-15'))
  })

  it('have weeks that begin on Monday, on a Sunday as well', () => {
    expect(periodOf('week', '2026-03-01')).toEqual({ from: '2026-02-23', to: '2026-03-01' })
    expect(periodOf('week', '2026-03-02')).toEqual({ from: '2026-03-02', to: '2026-03-08' })
  })
})
