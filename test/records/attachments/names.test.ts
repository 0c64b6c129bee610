import { expect, test } from 'vitest'
import { cleanName, LONGEST_NAME, namesProgram } from '../../../core/records/attachments/names.ts'

test.each([
  ['Offer.pdf', 'Offer.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\Offer.pdf', 'Offer.pdf'],
  ['..', 'file'],
  ['', 'file'],
  ['/', 'file'],
  ['.htaccess', 'htaccess'],
  ['a\u0000b\r\nc\u0007.txt', 'ab c.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['zero\u200Bwidth\u2066.txt', 'zerowidth.txt'],
  ['a<b>:"|?*.txt', 'a_b______.txt'],
  ['nul.txt', '_nul.txt'],
  ['report.txt. . .', 'report.txt'],
  ['  two   blanks .txt', 'two blanks .txt'],
  ['Zu\u0308rich.txt', 'Z\u00FCrich.txt'],
  ['合同.pdf', '合同.pdf'],
  ['\uD800.txt', 'txt'],
])('%j is kept as %j', (given, kept) => {
  expect(cleanName(given)).toBe(kept)
})

test('a long name keeps its ending and whole letters', () => {
  const name = cleanName(`${'😀'.repeat(300)}.pdf`)
  expect(name.length).toBeLessThanOrEqual(LONGEST_NAME)
  expect(name).toMatch(/^(?:😀)+\.pdf$/u)
  expect(cleanName(`a.${'b'.repeat(400)}`)).toHaveLength(LONGEST_NAME)
  expect(cleanName(cleanName(name))).toBe(name)
})

test.each(['a.exe', 'Offer.pdf.EXE', 'x.js', 'x.ps1', 'x.lnk', 'x.hta'])('%s is the name of a program', (name) => {
  expect(namesProgram(name)).toBe(true)
})

test.each(['a.pdf', 'exe', 'a.html', 'a.svg', '.exe', 'a.exe.zip'])('%s is not', (name) => {
  expect(namesProgram(name)).toBe(false)
})
