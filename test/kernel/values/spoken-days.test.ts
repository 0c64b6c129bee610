import { describe, expect, it } from 'vitest'
import { daysMeant, momentsMeant, turnsOf } from '../../../core/kernel/values/days-meant.ts'
import { mentionsDays, spokenDaysOf } from '../../../core/kernel/values/spoken-days.ts'
import { zoneOf } from '../../../core/kernel/values/zone.ts'

// A Friday.
const now = new Date('2026-01-16T12:00:00Z')
const said = (text: string) => {
  const found = spokenDaysOf(text)
  if (!found) return 'nothing'
  if ('unclear' in found) return ['unclear', ...(found.candidates ?? [])].join(' ')
  const { days, order } = found
  const { first, last } = 'first' in days ? days : daysMeant(days, { now })
  return [order, first, last].filter(Boolean).join(' ')
}

describe('Days as people name them in filters', () => {
  it('are days, ranges and bounds', () => {
    const expected: Readonly<Record<string, string>> = {
      'between 1 and 5 May': '2026-05-01 2026-05-05',
      'from 2026-05-01 to 2026-05-05': '2026-05-01 2026-05-05',
      '2026-05-01..2026-05-05': '2026-05-01 2026-05-05',
      '2026-05-01/2026-05-05': '2026-05-01 2026-05-05',
      'May 1 to 5': '2026-05-01 2026-05-05',
      '1st of May to June 3rd, 2027': '2027-05-01 2027-06-03',
      'from 3 days ago to tomorrow': '2026-01-13 2026-01-17',
      'from last week until today': '2026-01-05 2026-01-16',
      'between last monday and next friday': '2026-01-12 2026-01-23',
      '5 May': '2026-05-05 2026-05-05',
      '5 May 2025': '2025-05-05 2025-05-05',
      '29 February': '2026-02-28 2026-02-28',
      'since monday': 'gte 2026-01-12 2026-01-12',
      'since friday': 'gte 2026-01-16 2026-01-16',
      'since last friday': 'gte 2026-01-09 2026-01-09',
      'before friday': 'lt 2026-01-16 2026-01-16',
      'by next friday': 'lte 2026-01-23 2026-01-23',
      'after 2026-05-01': 'gt 2026-05-01 2026-05-01',
      'until end of month': 'lte 2026-01-31 2026-01-31',
      'between monday and friday': 'unclear',
      'from 2026-05-05 to 2026-05-01': 'unclear',
      'from today 9am to tomorrow': 'unclear',
      '3/4/2026': 'unclear 2026-04-03 2026-03-04',
      '13/4/2026': 'unclear 2026-04-13',
      '31 February': 'nothing',
      'between 10 and 20': 'nothing',
      'last week 9am': 'nothing',
      'since forever': 'nothing',
      'letter from mom': 'nothing',
    }
    for (const [text, days] of Object.entries(expected)) expect([text, said(text)]).toEqual([text, days])
  })

  it('have a time of day in the zone, whose clocks change', async () => {
    const zone = await zoneOf('Europe/Vienna')
    const at = (text: string, today: string) => {
      const found = spokenDaysOf(text)
      if (!found || 'unclear' in found) return undefined
      return momentsMeant(found.days, { now: new Date(today), zone }).from.toISOString()
    }
    expect(at('tomorrow 9am', '2026-01-16T23:30:00Z')).toBe('2026-01-18T08:00:00.000Z')
    // Clocks go forward on March 29 and back on October 25.
    expect(at('tomorrow at 9:00', '2026-03-28T12:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
    expect(at('tomorrow 02:30', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z')
    expect(at('today, 17:00', '2026-10-25T12:00:00Z')).toBe('2026-10-25T16:00:00.000Z')
    expect(at('before friday 5pm', '2026-01-16T12:00:00Z')).toBe('2026-01-16T16:00:00.000Z')
    const week = momentsMeant({ unit: 'day', offset: 0, length: -7 }, { now: new Date('2026-03-30T12:00:00Z'), zone })
    expect([week.from.toISOString(), week.to?.toISOString()]).toEqual(['2026-03-23T23:00:00.000Z', '2026-03-30T22:00:00.000Z'])
  })

  it('are noticed wherever a condition names them', () => {
    for (const text of ['last 7 days', 'Tomorrow 9am', 'between 1 and 5 May', 'since monday', '5 May', 'May 5, 2026', '3 months ago'])
      expect([text, mentionsDays(JSON.stringify({ value: [text] }))]).toEqual([text, true])
    expect(mentionsDays('{"field":"last_contacted_at","value":"letter from mom"}')).toBe(false)
  })

  it('change their side of a day only at the turns', async () => {
    const zone = await zoneOf('America/New_York')
    for (const text of ['since monday', '5 January', 'from 3 days ago to tomorrow', 'from 1 month ago to 20 January'])
      for (const day of ['2026-01-12', '2026-01-14', '2025-12-14']) {
        const found = spokenDaysOf(text)
        if (!found || 'unclear' in found || 'first' in found.days) throw new Error(text)
        const { days } = found
        const sides = (now: Date) => {
          const { first, last } = daysMeant(days, { now, zone })
          return [day < first, day > last].join()
        }
        const moments = new Set(turnsOf(days, day, { zone }).map(Number))
        for (let at = zone.startOf('2025-12-08'); at < zone.startOf('2026-01-25'); at = new Date(at.getTime() + 3_600_000))
          if (!moments.has(at.getTime())) expect([text, day, at, sides(at)]).toEqual([text, day, at, sides(new Date(at.getTime() - 1))])
      }
  })
})
