import { expect, test } from 'vitest'
import { Day, Timestamp } from '../../../core/kernel/operation/schema/schema.ts'
import { faultsOf } from '../../../core/kernel/operation/validate.ts'

const takes = (schema: Parameters<typeof faultsOf>[0]) => (text: string) => faultsOf(schema, text).length === 0

test.each(['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (day) => expect(takes(Day())(day)).toBe(true))

test.each(['2026-02-29', '2026-13-01', '0000-01-01', '2026-1-1', '+010000-01-01', '', '2026-01-31T00:00:00Z'])('"%s" is no day', (day) =>
  expect(takes(Day())(day)).toBe(false),
)

test.each(['2026-01-31T09:30Z', '2026-01-31T09:30:00.123456789+05:30', '1000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])(
  '%s is a time',
  (time) => expect(takes(Timestamp())(time)).toBe(true),
)

test.each([
  ['without a zone', '2026-01-31T09:30:00'],
  ['on a day that does not exist', '2026-02-30T09:30:00Z'],
  ['that drivers would read as of this century', '0001-01-01T00:00:00Z'],
  ['that its offset leads into the year 10000', '9999-12-31T23:59:59-01:00'],
  ['that its offset leads into the year 999', '1000-01-01T00:00:00+01:00'],
  ['with a minute 60', '2026-01-31T09:60:00Z'],
])('a text %s is no time', (_, time) => expect(takes(Timestamp())(time)).toBe(false))
