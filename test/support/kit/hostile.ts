import type { Values } from './desk.ts'

// One by one in the place of each value of a record.
const values: readonly unknown[] = [
  null,
  '',
  ' ',
  true,
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[[]]],
  [null],
  { a: { b: { c: {} } } },
  '9'.repeat(400),
  'x'.repeat(20_000),
  '\u202E\uFEFF\u200B',
  '<script>alert(1)</script>',
  '=1+1',
  '2026-13-45',
  '1.2.3,4,5',
  '-',
  '__proto__',
  '/Date(99999999999999999999)/',
]

/** Batches of records as no product should send them: no records, empty ones, and those whose values are anything at all. */
export function* hostile(records: readonly Values[]): Iterable<readonly unknown[]> {
  yield [{}, null, 5, 'text', true, [], [[]], { '': '' }, JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}')]
  for (const value of values) yield records.map((record) => Object.fromEntries(Object.keys(record).map((key) => [key, value])))
  // One value at a time, so that the others still say what the record is.
  for (const record of records.slice(0, 3))
    for (const [at, key] of Object.keys(record).entries())
      yield [
        { ...record, [key]: values[at % values.length] },
        { ...record, [key]: values[(at * 7 + 3) % values.length] },
        Object.fromEntries(Object.entries(record).filter(([name]) => name !== key)),
      ]
}
