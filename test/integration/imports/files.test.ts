import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { readFile } from '../../../core/integration/imports/files/read.ts'
import { recordsOf } from '../../../core/integration/imports/files/table.ts'
import { bytes, rows, workbook } from './workbook.ts'

it('reads CSV of any delimiter and says which it was', async () => {
  for (const [given, delimiter] of [
    ['a;b\n"x;1";2,5\n3;4\n', ';'],
    ['a,b\n"x\n1",2\n', ','],
    ['a\tb\nx\t2,5\n', '\t'],
    ['a|b\nx|2\n', '|'],
    ['sep=;\r\na;b\r\n1;2\r\n', ';'],
  ] as const) {
    const file = await readFile(bytes(given))
    expect(file).toMatchObject({ format: 'csv', encoding: 'utf-8', delimiter, columns: ['a', 'b'] })
  }
  expect(recordsOf(['a', 'b'], (await readFile(bytes('a;b\n"x;1";2,5\n;4\n'))).rows)).toEqual([{ a: 'x;1', b: '2,5' }, { b: '4' }])
  expect((await readFile(bytes('a;b\n1;2'), { delimiter: ',' })).columns).toEqual(['a;b'])
})

it('reads CSV of any encoding: marked, UTF-8, UTF-16, Windows-1252, or the one that is named', async () => {
  const said = async (given: Uint8Array, encoding?: string) => {
    const file = await readFile(given, { ...(encoding && { encoding }) })
    return [file.encoding, (file.rows as string[][])[0]?.[0]]
  }
  expect(await said(bytes('\uFEFFa,b\nMüller,1\n'))).toEqual(['utf-8', 'Müller'])
  expect(await said(Buffer.from('a,b\nMüller,1\n', 'latin1'))).toEqual(['windows-1252', 'Müller'])
  expect(await said(Buffer.from('\uFEFFa,b\nMüller,1\n', 'utf16le'))).toEqual(['utf-16le', 'Müller'])
  expect(await said(Buffer.from('a,b\nMüller,1\n', 'utf16le'))).toEqual(['utf-16le', 'Müller'])
  expect(await said(Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0x9a, 0x2c, 0x31]), 'macintosh')).toEqual(['macintosh', 'ö'])
  await expect(said(bytes('a'), 'klingon')).rejects.toMatchObject({ details: { errors: [{ path: '/encoding' }] } })
})

it('reads a text that was made harmless for spreadsheets as it was', async () => {
  const { rows } = await readFile(Buffer.from("Name,Note\r\n'=cmd(),'-x\r\n'90s,'-5\r\n"))
  expect(rows).toEqual([['=cmd()', '-x'], ["'90s", "'-5"]]) // prettier-ignore
})

it('refuses bytes that are no text in any encoding, and survives a stray NUL', async () => {
  const noise = Uint8Array.from({ length: 300 }, (_, at) => (at * 37) % 256)
  for (const given of [new Uint8Array(3), noise, Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01', 'latin1')])
    await expect(readFile(given)).rejects.toMatchObject({ details: { errors: [{ path: '/content_base64', code: 'not_readable' }] } })
  expect((await readFile(bytes(`Name,City\n${'Lac,Kiel\n'.repeat(9)}Nul\0,Ulm\n`))).rows).toHaveLength(10)
})

it('finds the titles below a heading, names columns without one, and keeps titles apart', async () => {
  const file = await readFile(bytes('Customers of 2025;;;\n;;;\nName;City;;City\nLac;Kiel;x;Ulm\n'))
  expect(file.columns).toEqual(['Name', 'City', 'Column 3', 'City (2)'])
  expect(file.rows).toEqual([['Lac', 'Kiel', 'x', 'Ulm']])
})

it('takes the second of two lines of titles where the first names groups, which tell equal titles apart', async () => {
  const file = await readFile(
    bytes('Kunde;;Rechnung;;Lieferung;\nNr;Firma;Ort;PLZ;Ort;PLZ\nK1;Lac;Kiel;24103;Ulm;89073\nK2;Mer;Bonn;53111;;\n'),
  )
  expect(file.columns).toEqual(['Nr', 'Firma', 'Rechnung Ort', 'Rechnung PLZ', 'Lieferung Ort', 'Lieferung PLZ'])
  expect(file.rows).toHaveLength(2)
  // The first record of a table without a title for each column is no line of titles.
  expect((await readFile(bytes('Name;City;\nLac;Kiel;x\nMer;Ulm;y\n'))).rows).toHaveLength(2)
})

it('reads JSON: a list, a saved request, one record or lines, with every digit', async () => {
  expect(await readFile(bytes('[{"id":12345678901234567890}]'))).toMatchObject({ format: 'json', rows: [{ id: '12345678901234567890' }] })
  expect(await readFile(bytes('{"provider":"custom:x","object":"deals","records":[1]}'))).toMatchObject({
    provider: 'custom:x',
    object: 'deals',
    rows: [1],
  })
  expect((await readFile(bytes('{"id":1}\n{"id":2}\n'))).rows).toEqual([{ id: 1 }, { id: 2 }])
  await expect(readFile(bytes('{"id":1}\n{"id":'))).rejects.toMatchObject({ code: 'invalid_input' })
})

it('reads the list that an answer of an API encloses, and takes a record with lists of its own for a record', async () => {
  const rowsOf = async (value: unknown) => (await readFile(bytes(JSON.stringify(value)))).rows
  const list = [{ id: 1 }, { id: 2 }]
  for (const answer of [
    { data: list },
    { data: list, total: 2, has_more: false, next_cursor: null },
    { '@odata.context': 'x', value: list },
    { QueryResponse: { Invoice: list, startPosition: 1, maxResults: 2 }, time: '2025-01-01' },
    { Id: 'x', Status: 'OK', ProviderName: 'us', DateTimeUTC: '/Date(1)/', Invoices: list },
    { orders: list },
    { data: list, meta: { page: 1 }, links: { next: null } },
  ])
    expect(await rowsOf(answer)).toEqual(list)
  expect(await rowsOf({ data: [] })).toEqual([])
  for (const record of [
    { number: 'F-1', lines: list },
    { id: 'F-1', total: 2, orders: list },
    { id: 1, name: 'Lac', contacts: list },
    { name: 'Lac', data: list },
    { data: [1, 2] },
    { data: { name: 'Lac' } },
  ])
    expect(await rowsOf(record)).toEqual([record])
})

it('cuts records of JSON that are nested deeper than anybody stores, so that they can be refused', async () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const { rows } = await readFile(bytes(`[${deep(900)},${deep(5)}]`))
  expect(JSON.stringify(rows[0])).toHaveLength(15 * 5 + 2 + 15)
  expect(JSON.stringify(rows[1])).toBe(deep(5))
})

it('tells which records of JSON have a key twice', async () => {
  expect(await readFile(bytes('[{"a":1},{"a":1,"a":2,"b":{"c":1,"c":2}}]'))).toMatchObject({
    warnings: [
      { index: 1, warning: 'key a stands more than once: the last one counts' },
      { index: 1, warning: 'key c stands more than once: the last one counts' },
    ],
  })
  expect(await readFile(bytes('[{"a":1}]'))).not.toHaveProperty('warnings')
})

it('reads the first sheet of a workbook that holds anything, or the one that is named; days stay days', async () => {
  const file = await readFile(workbook(rows))
  expect(file).toMatchObject({ format: 'xlsx', sheet: 'Kunden', columns: ['Kundennummer', 'Name', 'Seit'] })
  expect(file.rows).toEqual([['12345678901234567890', 'Müller GmbH', '2025-12-01']])
  expect((await readFile(workbook(rows), { sheet: 'Notes' })).rows).toEqual([])
  await expect(readFile(workbook(rows), { sheet: 'Other' })).rejects.toMatchObject({
    details: { errors: [{ path: '/sheet', allowed: ['Notes', 'Kunden'] }] },
  })
})

it('refuses what only looks like a workbook', async () => {
  for (const given of [bytes('PK what is this'), zipSync({ 'a.txt': bytes('x') }), workbook(rows).subarray(0, 900)])
    await expect(readFile(given)).rejects.toMatchObject({ details: { errors: [{ path: '/content_base64', code: 'malformed' }] } })
})
