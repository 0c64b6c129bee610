import { describe, expect, test } from 'vitest'
import { readRecords } from '../../host/records.ts'

const read = (text: string) => readRecords(new TextEncoder().encode(text), 'file.json')

describe('a file for ingest', () => {
  test.each([
    ['a JSON array', '[{"n":1},{"n":2}]'],
    ['an object with records', '{"records":[{"n":1},{"n":2}]}'],
    ['JSON lines, with blank ones', '{"n":1}\r\n\n{"n":2}\n'],
    ['text with a byte order mark', '\uFEFF[{"n":1},{"n":2}]'],
  ])('may be %s', (_, text) => {
    expect(read(text).records).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('may be one record, or none', () => {
    expect(read('{"n":1}')).toEqual({ records: [{ n: 1 }] })
    expect(read(' \n')).toEqual({ records: [] })
  })

  test('may be a saved request that says what it holds', () => {
    expect(read('{"provider":"custom:erp","object":"invoices","records":[]}')).toEqual({
      provider: 'custom:erp',
      object: 'invoices',
      records: [],
    })
  })

  test('keeps every digit of long document numbers, and decimals as numbers', () => {
    expect(read('[{"number":90071992547409931234,"total":1234.56,"small":12}]').records).toEqual([
      { number: '90071992547409931234', total: 1234.56, small: 12 },
    ])
  })

  test('names the line that is no JSON', () => {
    expect(() => read('{"n":1}\n{"n":')).toThrow('file.json is not JSON, and line 2 of it is no JSON either')
  })

  test('must be UTF-8 and hold records', () => {
    expect(() => readRecords(new Uint8Array([0x5b, 0xff, 0x5d]), 'file.json')).toThrow('file.json is not UTF-8 text')
    expect(() => read('12')).toThrow('file.json holds neither records nor an object with records')
  })
})
