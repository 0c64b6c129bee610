import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoOf } from '../../../core/kernel/operation/schema/iso.ts'
import { readInstant } from '../../../core/kernel/storage/schema/instant.ts'

const times = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })

test('a time is written as toISOString writes it, whatever the year', () => {
  fc.assert(fc.property(fc.date({ noInvalidDate: true }), (time) => void expect(isoOf(time)).toBe(time.toISOString())))
})

test('a time that PostgreSQL writes, with or without a fraction of a second, is read to the millisecond', () => {
  const written = (time: Date, fraction: string) => `${time.toISOString().slice(0, 19).replace('T', ' ')}${fraction}+00`
  fc.assert(
    fc.property(
      times,
      fc.stringMatching(/^(\.[0-9]{1,6})?$/),
      (time, fraction) =>
        void expect(readInstant(written(time, fraction)).getTime()).toBe(
          Math.floor(time.getTime() / 1000) * 1000 + Number(fraction.slice(1, 4).padEnd(3, '0')),
        ),
    ),
  )
})

test('whatever else a driver answers is left to Date', () => {
  expect(readInstant('2026-11-21T05:01:58.123Z')).toEqual(new Date('2026-11-21T05:01:58.123Z'))
  expect(readInstant('2026-11-21 05:01:58.123+02')).toEqual(new Date('2026-11-21T03:01:58.123Z'))
})
