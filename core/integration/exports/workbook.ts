import { Zip, ZipDeflate } from 'fflate'
import { textOf } from '../../kernel/values/csv.ts'
import { Turns } from '../../kernel/values/turns.ts'

/** Rows of a sheet that programs open, the one with the names among them. */
export const SHEET_ROWS = 1_048_576
/** Characters of a cell that programs open; what is longer ends there. */
const CELL_CHARACTERS = 32_767
// Of XML that is packed at once.
const SLICE = 32 * 1024

const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
// Programs count a day too many before it: they take 1900 for a leap year.
const FIRST_DAY = Date.UTC(1900, 2, 1)
const DATE = 1
const TIMESTAMP = 2

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Media type of a workbook (ECMA-376). */
export const WORKBOOK = `${TYPES}.sheet`

/**
 * A row of a sheet as it is kept until the file is read, so that a person can be erased from it like from any text: JSON of texts with `=`
 * in front and of other values with `#`. It can be read after an erasure, too.
 */
export function rowLine(cells: readonly unknown[]): string {
  return `${JSON.stringify(cells.map(kept))}\n`
}

function kept(value: unknown): string {
  const isText = typeof value !== 'number' && typeof value !== 'boolean'
  const text = isText ? textOf(value) : String(value)
  return text && `${isText ? '=' : '#'}${text}`
}

/**
 * A workbook with one sheet of these rows (`rowLine`), packed while it is read, so that only a slice of it is in memory. Texts are texts
 * and never formulas; numbers, `true` and `false`, days and times are values of their type, times in UTC.
 */
export async function* workbookOf(name: string, written: Date, parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let packed: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    packed.push(chunk)
  })
  const taken = () => {
    const chunks = packed
    packed = []
    return chunks
  }
  const add = (path: string) => {
    const file = Object.assign(new ZipDeflate(path), { mtime: written })
    zip.add(file)
    return (text: string, isLast: boolean) => file.push(Buffer.from(text), isLast)
  }
  for (const [path, text] of frame(name)) add(path)(`${XML}${text}`, true)
  const sheet = add('xl/worksheets/sheet1.xml')
  sheet(`${XML}<worksheet xmlns="${MAIN}"><sheetViews>${FROZEN}</sheetViews><sheetData>`, false)
  yield* taken()
  const turns = new Turns(1)
  for await (const xml of rowsIn(parts)) {
    sheet(xml, false)
    yield* taken()
    if (turns.areOver()) await turns.next()
  }
  sheet('</sheetData></worksheet>', true)
  zip.end()
  yield* taken()
}

const FROZEN = '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'

/** Rows as XML, in slices. */
async function* rowsIn(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let number = 0
  let xml = ''
  for await (const part of parts)
    for (let from = 0; from < part.length;) {
      const end = part.indexOf('\n', from)
      // A part of one row loses its end when a person is erased from it.
      const line = end < 0 ? part.slice(from) : part.slice(from, end)
      const cells: string[] = JSON.parse(line)
      from += line.length + 1
      number += 1
      for (const slice of rowXml(cells, number)) {
        xml += slice
        if (xml.length < SLICE) continue
        yield xml
        xml = ''
      }
    }
  if (xml) yield xml
}

function* rowXml(cells: readonly string[], row: number): Generator<string> {
  yield `<row r="${row}">`
  for (const [at, cell] of cells.entries()) if (cell) yield cellXml(cell, `${lettersOf(at)}${row}`)
  yield '</row>'
}

function cellXml(cell: string, place: string): string {
  const text = cell.slice(1)
  if (cell === '#true' || cell === '#false') return `<c r="${place}" t="b"><v>${cell === '#true' ? 1 : 0}</v></c>`
  if (cell.startsWith('#') && Number.isFinite(Number(text))) return `<c r="${place}"><v>${text}</v></c>`
  const dated = datedOf(text)
  if (dated) return `<c r="${place}" s="${dated.style}"><v>${dated.serial}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, CELL_CHARACTERS))}</t></is></c>`
}

/** A day, or a moment as the API writes it, as a number of days; null for every other text. */
function datedOf(text: string): { serial: number; style: number } | null {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?$/.test(text)) return null
  const moment = new Date(text)
  const time = moment.getTime()
  // A day that no calendar has is a text.
  if (!(time >= FIRST_DAY) || !moment.toISOString().startsWith(text)) return null
  return { serial: (time - EPOCH) / DAY_MS, style: text.length > 10 ? TIMESTAMP : DATE }
}

// A carriage return is one of them: readers of XML take it for a line feed.
const UNWRITABLE = /(?![\t\n])[\p{Cc}\p{Surrogate}\uFFFE\uFFFF]/gu

/** Text in XML; characters that XML does not allow are written as ECMA-376 says (`_x0007_`), and so is a text that looks like that. */
function escaped(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(UNWRITABLE, (each) => `_x${each.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** The letters of a column: `A`, `Z`, `AA`. */
function lettersOf(column: number): string {
  const before = column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)
  return before + String.fromCharCode(65 + (column % 26))
}

const part = (path: string, type: string) => `<Override PartName="/xl/${path}.xml" ContentType="${TYPES}.${type}+xml"/>`
const related = (id: number, type: string, target: string) => `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const relations = (all: string) => `<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`

/** The parts of a workbook beside its sheet. */
function frame(name: string): readonly (readonly [path: string, xml: string])[] {
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}${part('styles', 'styles')}</Types>`,
    ],
    ['_rels/.rels', relations(related(1, 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relations(related(1, 'worksheet', 'worksheets/sheet1.xml') + related(2, 'styles', 'styles.xml'))],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000&quot;Z&quot;"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
  ]
}
