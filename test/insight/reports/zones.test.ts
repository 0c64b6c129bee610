import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { dayIn } from './oracle.ts'

// Half hours, half an hour of summer time, a day that never was, summer time that ends for Ramadan, and the ends of years.
const zones = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Asia/Tehran',
]
const around = [
  '1970-01-01T00:00:00Z',
  '2011-12-30T10:00:00Z',
  '2020-12-31T18:30:00Z',
  '2024-02-29T12:00:00Z',
  '2024-12-29T12:00:00Z',
  '2024-12-31T23:59:59.999Z',
  '2025-03-09T07:00:00Z',
  '2025-03-30T01:00:00Z',
  '2025-04-05T15:00:00Z',
  '2025-10-26T01:00:00Z',
  '2025-11-02T06:00:00Z',
  '2026-01-01T05:00:00Z',
]
const moments = around.flatMap((each) =>
  [-39_600_000, -1_800_000, -1, 0, 1_800_000].map((ms) => new Date(Date.parse(each) + ms).toISOString()),
)

const starts: Readonly<Record<'day' | 'week' | 'month' | 'quarter' | 'year', (day: string) => string>> = {
  day: (day) => day,
  week(day) {
    const at = new Date(`${day}T00:00:00Z`)
    return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
  },
  month: (day) => `${day.slice(0, 7)}-01`,
  quarter: (day) => `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
}

describeStorages(
  'reports cut time where the organization is',
  (open) => {
    it('into days, weeks, months, quarters and years, over all changes of its clocks', async () => {
      const { api } = await open()
      const { id } = await api.contacts.create({ first_name: 'Ada' })
      await api.activities.bulkUpsert({
        records: moments.map((at) => ({ type: 'note' as const, subject: at, at, lead_id: id })),
        backfill: true,
      })
      for (const timezone of zones) {
        await api.organization.update({ timezone })
        for (const [bucket, startOf] of Object.entries(starts)) {
          const group_by = [{ field: 'at', bucket: bucket as keyof typeof starts, as: 'start' }]
          const { rows } = await api.reports.query({ object: 'activities', group_by, limit: 1000 })
          const groups = Map.groupBy(moments, (at) => startOf(dayIn(timezone, new Date(at))))
          const expected = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([start, own]) => ({ start, count: own.length }))
          expect([timezone, bucket, rows]).toEqual([timezone, bucket, expected])
        }
        const [from, to] = ['2025-01-01', '2025-03-30']
        const { rows } = await api.reports.query({ object: 'activities', from, to })
        const within = moments.map((at) => dayIn(timezone, new Date(at))).filter((day) => day >= from && day <= to)
        expect([timezone, rows]).toEqual([timezone, [{ count: within.length }]])
      }
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
