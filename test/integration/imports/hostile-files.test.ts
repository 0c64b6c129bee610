import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { fileLimits } from '../../../core/integration/imports/files/limits.ts'
import { readFile } from '../../../core/integration/imports/files/read.ts'
import { bytes, cell, workbook } from './workbook.ts'

const letters = (column: number): string =>
  (column > 26 ? letters(Math.floor((column - 1) / 26)) : '') + String.fromCharCode(65 + ((column - 1) % 26))
const noise = (length: number) => {
  let [text, seed] = ['', 7]
  while (text.length < length) text += (seed = (seed * 48_271) % 2_147_483_647).toString(36)
  return text
}
const shared = (strings: string, rows: string) => workbook(rows, { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` })
const refusal = (code: string) => ({ code: 'invalid_input', details: { errors: [{ path: '/content', code }] } })

describe('workbooks that hold more than a file may are refused while they are read', () => {
  it.each<[string, () => Uint8Array, string]>([
    ['one cell in the last place of the grid', () => workbook(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`), 'too_many'],
    ['a row of 200,000 cells', () => workbook(`<row>${'<c><v>1</v></c>'.repeat(200_000)}</row>`), 'too_many'],
    ['200,000 rows', () => workbook('<row><c><v>1</v></c></row>'.repeat(200_000)), 'too_many'],
    ['a cell of 800 kB', () => workbook(`<row>${cell('A1', noise(800_000))}</row>`), 'too_long'],
    ['a cell of 800 kB that packs to 800 bytes', () => workbook(`<row>${cell('A1', 'x'.repeat(800_000))}</row>`), 'too_long'],
    ['an attribute of 800 kB', () => workbook(`<row a="${noise(800_000)}"/>`), 'too_long'],
    ['4 MB of nothing', () => workbook(' '.repeat(4_000_000)), 'too_large'],
    ['elements inside one another', () => workbook('<a>'.repeat(100_000)), 'too_deep'],
    ['a shared string of 800 kB', () => shared(`<si><t>${noise(800_000)}</t></si>`, ''), 'too_long'],
    [
      'one long string in each row',
      () => shared(`<si><t>${noise(100_000)}</t></si>`, '<row><c t="s"><v>0</v></c></row>'.repeat(2_000)),
      'too_large',
    ],
    [
      'parts without end',
      () => zipSync(Object.fromEntries(Array.from({ length: fileLimits.parts + 2 }, (_, at) => [`${at}.xml`, new Uint8Array()]))),
      'too_many',
    ],
  ])('%s', async (_, file, code) => {
    await expect(readFile(file())).rejects.toMatchObject(refusal(code))
  })

  it('but not one whose cells with a format only, or whose last row, lie far out', async () => {
    const styled = `${cell('A1', 'Name')}<c r="XFD1" s="1"/>`
    const { columns, rows } = await readFile(workbook(`<row r="1">${styled}</row><row r="1048576">${cell('A1048576', 'Lac')}</row>`))
    expect({ columns, rows }).toEqual({ columns: ['Name'], rows: [['Lac']] })
  })

  it('nor one at the limit of columns', async () => {
    const row = (value: string) =>
      `<row>${Array.from({ length: fileLimits.columns }, (_, at) => cell(`${letters(at + 1)}1`, value)).join('')}</row>`
    expect((await readFile(workbook(row('a') + row('b')))).columns).toHaveLength(fileLimits.columns)
  })
})

describe('tables and JSON that hold more than a file may are refused', () => {
  it.each<[string, () => string, string]>([
    ['a row of many cells', () => `a\n${','.repeat(fileLimits.columns)}\n`, 'too_many'],
    ['more rows than a file may have', () => 'a,b\n'.repeat(fileLimits.rows + 200), 'too_many'],
    ['a cell of some MB', () => `a\n"${'x'.repeat(fileLimits.text * 3)}"\n`, 'too_long'],
    ['a list of too many records', () => `[${'1,'.repeat(fileLimits.rows)}1]`, 'too_many'],
    ['too many lines', () => '1\n'.repeat(fileLimits.rows + 1), 'too_many'],
    ['lists in lists', () => '['.repeat(100_000), 'too_deep'],
    ['a million small lists', () => `[${`[${'[],'.repeat(9_000)}[]],`.repeat(300)}[]]`, 'too_many'],
  ])('%s', async (_, text, code) => {
    await expect(readFile(bytes(text()), text().startsWith('1') ? { format: 'json' } : {})).rejects.toMatchObject(refusal(code))
  })
})
