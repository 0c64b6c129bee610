import { fileLimits } from '../limits.ts'
import { over } from '../refuse.ts'
import { dateOf, type Formats, isoDate, momentOf } from './formats.ts'
import { RichText, type SharedStrings } from './strings.ts'
import type { XmlHandler } from './xml.ts'

/** A value of a cell: numbers that JavaScript cannot hold are texts, days and times are `2026-11-27` or `2026-11-27 09:30:00`, in UTC `2026-11-27T09:30:00.000Z`. */
export type Cell = string | number | boolean | null

interface Meaning {
  readonly strings: SharedStrings
  readonly formats: Formats
  readonly from1904: boolean
}

// The titles, and what stands above them.
const HEADING_ROWS = 100

/** Reads the rows of a sheet that hold anything, each as wide as its last filled cell. */
export class SheetRows implements XmlHandler {
  readonly rows: Cell[][] = []
  readonly #meaning: Meaning
  readonly #inline = new RichText()
  #row: Cell[] = []
  #column = -1
  #cell: Readonly<Record<string, string>> | null = null
  #inValue = false
  #value = ''
  #cells = 0
  #characters = 0

  constructor(meaning: Meaning) {
    this.#meaning = meaning
  }

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    if (name === 'c') this.#open(attributes())
    else if (name === 'row') [this.#row, this.#column] = [[], -1]
    else if (name === 'v') this.#inValue = true
    else if (this.#cell) this.#inline.open(name)
  }

  close(name: string): void {
    if (name === 'c') this.#close()
    else if (name === 'row') this.#endRow()
    else if (name === 'v') this.#inValue = false
    else if (this.#cell) this.#inline.close(name)
  }

  text(text: string): void {
    if (this.#inValue) {
      this.#value += text
      if (this.#value.length > fileLimits.text) throw over('text')
    } else if (this.#cell) this.#inline.add(text)
  }

  #open(cell: Readonly<Record<string, string>>): void {
    this.#cell = cell
    this.#value = ''
    this.#column = cell['r'] === undefined ? this.#column + 1 : columnOf(cell['r'])
  }

  #close(): void {
    const value = this.#valueOf(this.#cell ?? {}, this.#value, this.#inline.take())
    this.#cell = null
    // Programs keep cells that have a format only, as far as the last column.
    if (value === null || value === '') return
    if (this.#column >= fileLimits.columns) throw over('columns')
    while (this.#row.length < this.#column) this.#row.push(null)
    this.#row[this.#column] = value
    if (typeof value === 'string') this.#characters += value.length
    if (this.#characters > fileLimits.characters) throw over('characters')
  }

  #endRow(): void {
    const row = this.#row
    this.#row = []
    if (row.length === 0) return
    this.#cells += row.length
    if (this.#cells > fileLimits.cells) throw over('cells')
    if (this.rows.length >= fileLimits.rows + HEADING_ROWS) throw over('rows')
    this.rows.push(row)
  }

  #valueOf({ t = 'n', s }: Readonly<Record<string, string>>, value: string, inline: string): Cell {
    if (t === 'inlineStr') return inline
    if (value === '') return null
    if (t === 's') return this.#meaning.strings.at(value) ?? null
    if (t === 'str') return value
    if (t === 'b') return value === '1' || value === 'true'
    if (t === 'd') return isoDate(value)
    // `#N/A` and its like are no values.
    if (t === 'e') return null
    const number = Number(value)
    if (Number.isNaN(number)) return value
    if (this.#meaning.formats.isUtc(s)) return momentOf(number, this.#meaning.from1904)
    if (this.#meaning.formats.isDate(s)) return dateOf(number, this.#meaning.from1904)
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number
  }
}

/** The column of a cell such as `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & 0xdf
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
    if (column > 1_000_000) break
  }
  return Math.max(0, column - 1)
}
