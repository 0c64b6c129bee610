import { over } from '../refuse.ts'
import type { XmlHandler } from './xml.ts'

const MOST = 100_000
// Formats of dates and times that every program knows by their numbers, with those of East Asia and Thailand.
const builtin: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
]
const words = new Set('s ss m mm mmm mmmm mmmmm h hh am pm a p d dd ddd dddd aaa aaaa aaaaa y yy yyyy e ee eeee'.split(' '))

/** The formats of cells: which of them show numbers as dates. */
export class Formats implements XmlHandler {
  readonly #dates = new Map<string, boolean>()
  readonly #utc = new Set<string>()
  readonly #styles: string[] = []
  #inStyles = false

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    if (name === 'cellXfs') this.#inStyles = true
    if (name === 'numFmt') {
      const { numFmtId = '', formatCode = '' } = attributes()
      if (this.#dates.size >= MOST) throw over('parts')
      this.#dates.set(numFmtId, isDateFormat(formatCode))
      if (formatCode.endsWith('"Z"')) this.#utc.add(numFmtId)
    }
    if (name === 'xf' && this.#inStyles) {
      if (this.#styles.length >= MOST) throw over('parts')
      this.#styles.push(attributes()['numFmtId'] ?? '')
    }
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#inStyles = false
  }

  /** Whether cells of this style are dates that are shown as times in UTC, as those of our own files are. */
  isUtc(style: string | undefined): boolean {
    return this.#utc.has(this.#styles[Number(style)] ?? '')
  }

  /** Whether cells of this style are dates. */
  isDate(style: string | undefined): boolean {
    const format = style === undefined ? undefined : this.#styles[Number(style)]
    if (format === undefined) return false
    return this.#dates.get(format) ?? builtin.some(([from, to]) => Number(format) >= from && Number(format) <= to)
  }
}

/** Whether a format such as `dd/mm/yyyy hh:mm` is one of dates or times: all its letters and digits are those of such a format. */
export function isDateFormat(code: string): boolean {
  const plain = code
    .toLowerCase()
    .slice(0, 500)
    .replace(/;@$/, '')
    .replaceAll(/\\./g, ' ')
    .replaceAll(/"[^"]*"/g, ' ')
  return plain.split(';').some((section) => {
    const bare = section
      .replaceAll(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, '$1')
      .replaceAll(/\[([smhd]{1,2})\]/g, '$1')
      .replaceAll(/\[[^\]]*\]/g, '')
    const tokens = bare.split(/[^a-z0#?%]+/).filter(Boolean)
    return tokens.length > 0 && tokens.every((each) => words.has(each))
  })
}

const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
const DAYS_TO_1904 = 1462

/** The day, or the day and time of the clock on the wall, of a serial number; null for one that no calendar has. */
export function dateOf(serial: number, from1904: boolean): string | null {
  const days = from1904 ? serial + DAYS_TO_1904 : serial
  return shown(new Date(EPOCH + Math.round((days * DAY_MS) / 1000) * 1000))
}

/** The moment in UTC, to the millisecond; null for one that no calendar has. */
export function momentOf(serial: number, from1904: boolean): string | null {
  const days = from1904 ? serial + DAYS_TO_1904 : serial
  const moment = new Date(EPOCH + Math.round(days * DAY_MS))
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** The same of a date in ISO 8601. */
export function isoDate(text: string): string | null {
  return shown(new Date(text))
}

function shown(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null
  const [day = '', time = ''] = date.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
}
