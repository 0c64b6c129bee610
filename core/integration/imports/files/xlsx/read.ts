import { invalid } from '../../../../kernel/operation/errors.ts'
import { Archive } from './archive.ts'
import { type Book, bookOf, readPart } from './book.ts'
import { Formats } from './formats.ts'
import { malformed } from './malformed.ts'
import { type Cell, SheetRows } from './sheet.ts'
import { SharedStrings } from './strings.ts'

/**
 * The rows of one sheet of a workbook that hold anything: the first sheet that has some, unless one is named. Throws `invalid_input` for
 * what is no workbook, for an unknown sheet, and for what goes over `fileLimits`.
 */
export function readWorkbook(bytes: Uint8Array, name?: string): { cells: Cell[][]; sheet: string } {
  const archive = new Archive(bytes)
  const book = bookOf(archive)
  const wanted = name === undefined ? book.sheets : book.sheets.filter((each) => each.name === name)
  const names = book.sheets.map((each) => each.name)
  const [first] = wanted
  if (!first) throw invalid('/sheet', 'not_allowed', `The file has no sheet ${name ?? 'at all'}`, names)
  const meaning = meaningOf(archive, book)
  for (const { part, name: sheet } of wanted) {
    const reader = new SheetRows(meaning)
    if (!readPart(archive, part, reader)) throw malformed(`the sheet ${sheet} is missing`)
    if (reader.rows.length > 0) return { cells: reader.rows, sheet }
  }
  return { cells: [], sheet: first.name }
}

function meaningOf(archive: Archive, { strings: stringsPart, styles, from1904 }: Book) {
  const [strings, formats] = [new SharedStrings(), new Formats()]
  readPart(archive, stringsPart, strings)
  readPart(archive, styles, formats)
  return { strings, formats, from1904 }
}
