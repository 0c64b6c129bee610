import { describe, expect, it } from 'vitest'
import { parseDate, provenOrder, type DateOrder } from '../../../../core/integration/ingest/values/date.ts'

const day = (source: string | number, order: DateOrder | null = null, zone: string | null = null) => {
  const read = parseDate(source, order, zone)
  return read.ok ? read.value : read.empty ? 'empty' : (read.ambiguous ?? 'bad')
}

describe('dates are the calendar day as written', () => {
  it.each([
    ['2025-12-31', '2025-12-31'],
    ['2025-12-31T00:00:00', '2025-12-31'],
    ['2012-12-08 13:11:07', '2012-12-08'],
    ['2019-10-06T16:06:42.000000Z', '2019-10-06'],
    ['2023-07-01T00:00:00.000+02:00', '2023-07-01'],
    ['2020-10-08 00:00:00-07:00', '2020-10-08'],
    ['2017-05-27 8:56:10', '2017-05-27'],
    ['/Date(1552521600000+0000)/', '2019-03-14'],
    ['/Date(1552514400000+0200)/', '2019-03-14'],
    ['/Date(1552521600000)/', '2019-03-14'],
    ['31/12/2025', '2025-12-31'],
    ['12/31/2025', '2025-12-31'],
    ['31.12.2025', '2025-12-31'],
    ['01.02.2025', '2025-02-01'],
    ['15-03-2024', '2024-03-15'],
    ['31/12/25', '2025-12-31'],
    ['2025/12/31', '2025-12-31'],
    ['20251231', '2025-12-31'],
    ['01012012', '2012-01-01'],
    ['31 décembre 2025', '2025-12-31'],
    ['31. Dez. 2025', '2025-12-31'],
    ['31 dic 2025', '2025-12-31'],
    ['Dec 31, 2025', '2025-12-31'],
    ['31 de diciembre de 2025', '2025-12-31'],
    ['3. März 2025', '2025-03-03'],
    ['1er janvier 2025', '2025-01-01'],
    ['29.02.2024', '2024-02-29'],
    ['05/05/2025', '2025-05-05'],
  ])('%j is %s', (text, expected) => expect(day(text)).toBe(expected))

  it.each(['', '0001-01-01', '0001-01-01T00:00:00Z', '0000-00-00', '0000-00-00 00:00:00', '00000000', '1970-01-01'])(
    '%j is no date at all',
    (text) => expect(day(text)).toBe('empty'),
  )

  it.each(['31/02/2025', '2025-13-01', '29.02.2025', 'soon', '2102', 'déc.-25', '32 mai 2025'])('%j is not a date', (text) =>
    expect(day(text)).toBe('bad'),
  )

  it('never guesses between day and month: 100 dates give both readings until an order is set', () => {
    for (let month = 1; month <= 10; month++)
      for (let date = 1; date <= 10; date++) {
        const text = `${pad(date)}/${pad(month)}/2025`
        expect(day(text, 'dmy')).toBe(`2025-${pad(month)}-${pad(date)}`)
        expect(day(text, 'mdy')).toBe(`2025-${pad(date)}-${pad(month)}`)
        expect(day(text)).toEqual(
          date === month ? `2025-${pad(month)}-${pad(date)}` : [`2025-${pad(month)}-${pad(date)}`, `2025-${pad(date)}-${pad(month)}`],
        )
      }
  })

  it('reads the serials of a spreadsheet from 1899-12-30 on', () => {
    expect(day(45992)).toBe('2025-12-01')
    expect(day(45992.75)).toBe('2025-12-01')
    expect(day('45992')).toBe('2025-12-01')
    expect(day(12)).toBe('bad')
  })

  it('reads seconds and milliseconds since 1970 in the zone of the source', () => {
    expect(day(1521673200, null, 'Europe/Madrid')).toBe('2018-03-22')
    expect(day(1521673200000, null, 'Europe/Madrid')).toBe('2018-03-22')
    expect(day(1521720000)).toBe('2018-03-22')
    expect(day(1521673200, null, 'America/New_York')).toBe('2018-03-21')
  })

  it('takes 22 and 23 o’clock sharp as midnight of the next day where the zone is unknown, and says so', () => {
    expect(parseDate(1521673200, null, null)).toEqual({
      ok: true,
      value: '2018-03-22',
      warning: expect.stringContaining('time zone is unknown'),
    })
  })

  it.each([
    ['13/02/2025', 'dmy'],
    ['02/13/2025', 'mdy'],
    ['2025/02/13', 'ymd'],
    ['01/02/2025', null],
    ['hello', null],
  ])('%j proves the order %j', (text, order) => expect(provenOrder(text)).toBe(order))
})

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
