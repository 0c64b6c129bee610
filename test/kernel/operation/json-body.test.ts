import { describe, expect, test } from 'vitest'
import { readJsonBody } from '../../../core/kernel/operation/json-body.ts'
import { limits } from '../../../core/kernel/operation/limits.ts'
import { repeatedKeys } from '../../../core/kernel/operation/schema/repeated-keys.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string, exact = false) => readJsonBody(bytes(text), { exact })
const repeat = (text: string, times: number) => Array.from({ length: times }, () => text).join(',')

/** How often other work got its turn meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let ended = false
  const count = () => {
    turns++
    if (!ended) setImmediate(count)
  }
  setImmediate(count)
  await work.catch(() => undefined)
  ended = true
  return turns
}

describe('a large body means what JSON.parse says', () => {
  const escapes = ['\\n', '\\\\', '\\"', '\\u00e9', '\\ud83d\\ude00', 'é', '😀', 'plain', '{', '[', ',', ' ']
  const words = (seed: number, length: number) => Array.from({ length }, (_, at) => escapes[(at * 7 + seed) % escapes.length]).join('')

  test.each([
    ['a list of records', `[${repeat('{"a":1,"b":[true,null,-1.5e3],"c":"x\\ny"}', 9_000)}]`],
    ['an object that holds one', `{"records":[${repeat('{"a":{"b":{"c":[]}}}', 9_000)}], "on_error" : "abort"}`],
    ['lists in lists', `[[[[[[[[[[${repeat('{"a":"b"}', 9_999)}]]]]]]]]]]`],
    ['white space', `  { "a" : [ ${repeat(' {\r\n\t"b" : 1 } ', 9_000)} ] }  `],
    ['a key like a prototype', `{"__proto__":[${repeat('"xxxxxxxxxxxxxxxx"', 9_000)}]}`],
    ['a long text', `{"content":"${words(0, 400_000)}"}`],
    ['another one', `{"content":"${words(5, 400_001)}"}`],
    ['a text of escapes alone', JSON.stringify({ a: '\\'.repeat(700_001), b: '"'.repeat(700_000), c: '\u0001'.repeat(300_001) })],
    ['a byte order mark', `\uFEFF[${repeat('"xxxxxxxxxxxxxxxx"', 9_000)}]`],
  ])('%s', async (_, text) => {
    expect(bytes(text).length).toBeGreaterThan(65_536)
    expect(await read(text)).toEqual(JSON.parse(text.replace('\uFEFF', '')))
  })

  test('integers that no number holds stay texts, and repeated keys are remembered, where that is asked for', async () => {
    const value = (await read(`{"a":[${repeat('12345678901234567890', 9_000)}],"a":[${repeat('{"b":1,"b":2}', 9_999)}]}`, true)) as {
      a: object[]
    }
    expect(repeatedKeys(value)).toEqual(['a'])
    expect(value.a[0]).toEqual({ b: 2 })
    expect(repeatedKeys(value.a[9_998] ?? {})).toEqual(['b'])
    expect(await read(`[${repeat('12345678901234567890', 9_000)}]`, true)).toContain('12345678901234567890')
  })

  const fill = repeat('"xxxxxxxxxxxxxxxx"', 9_000)
  test.each([
    ['a text without end', `["${'x'.repeat(100_000)}`],
    ['a list without end', `[${fill}`],
    ['a list that ends as an object', `[${fill}}`],
    ['a comma too many', `[${fill},]`],
    ['two values', `[${fill}] []`],
    ['a word', `[${fill},nil]`],
    ['a colon in a list', `[${fill},"a":1]`],
    ['a control character in a long text', `["${'x'.repeat(700_000)}\n"]`],
    ['a broken escape in a long text', `["${'x'.repeat(700_000)}\\u12G4"]`],
    ['letters as long as a file', 'x'.repeat(200_000)],
    ['letters as long as a file in a list', `[${'x'.repeat(200_000)}]`],
    ['a member without key', `{"a":[${fill}],1}`],
  ])('%s is malformed', async (_, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    await expect(read(text)).rejects.toMatchObject({ code: 'malformed_input' })
  })

  test('bytes that are not UTF-8 are malformed', async () => {
    await expect(readJsonBody(Uint8Array.of(34, 0xff, 34), { exact: false })).rejects.toMatchObject({ code: 'malformed_input' })
  })
})

describe('what a body may hold is limited, and nothing is built of one that holds more', () => {
  const member = (_: unknown, at: number) => `"${at}":0`
  test.each([
    ['30 MB of small lists', `[${'[],'.repeat(10_000_000)}[]]`, 'too_many'],
    ['small lists in lists', `[${repeat(`[${'[],'.repeat(5_000)}[]]`, 500)}]`, 'too_many'],
    ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), 'too_deep'],
    ['10,000 levels in a small body', `${'{"a":'.repeat(10_000)}1234567890123456${'}'.repeat(10_000)}`, 'too_deep'],
    ['100,000 levels of objects', '{"a":'.repeat(100_000), 'too_deep'],
    ['a million keys', `{"a":{${Array.from({ length: 1_000_000 }, member).join(',')}}}`, 'too_many'],
    ['more items than a list may have', `[${repeat('"xxxxxxxx"', limits.json_items.value + 1)}]`, 'too_many'],
    ['a key as long as a file', `{"${'x'.repeat(200_000)}":[1]}`, 'too_long'],
    ['a number as long as a file', `[${'1'.repeat(200_000)}]`, 'too_long'],
    ['nothing but space', ' '.repeat(2_000_000), 'too_many'],
  ])('%s', async (_, text, code) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ code }] } })
  })
})

describe('other calls get their turn', () => {
  test.each([
    ['a long text', `{"content":"${'x'.repeat(8 * 1024 * 1024)}"}`],
    ['a text of escapes', `{"content":"${'\\"'.repeat(4 * 1024 * 1024)}"}`],
    ['records', `{"records":[${repeat(`{"a":"${'x'.repeat(1_000)}"}`, 8_000)}]}`],
    ['small lists that are refused', `[${repeat(`[${'[],'.repeat(5_000)}[]]`, 500)}]`],
  ])('while %s is read', async (_, text) => {
    const body = bytes(text)
    expect(await turnsDuring(readJsonBody(body, { exact: true }))).toBeGreaterThanOrEqual(3)
  })
})
