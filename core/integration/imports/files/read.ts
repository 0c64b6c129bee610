import { invalid } from '../../../kernel/operation/errors.ts'
import { cellsOf } from './csv.ts'
import { recordsOfJson } from './json.ts'
import { type ImportFile, type ImportFormat, tableOf } from './table.ts'
import { textOf } from './text.ts'
import { readWorkbook } from './xlsx/read.ts'

/** What is known of a file besides its bytes. */
export interface FileOptions {
  /** Detected from the bytes when left out. */
  readonly format?: ImportFormat
  /** Encoding of a text, such as `windows-1252`; detected when left out. */
  readonly encoding?: string
  /** Delimiter of CSV; detected when left out. */
  readonly delimiter?: string
  /** Of a workbook (default: the first that has rows). */
  readonly sheet?: string
}

/** How a compound file begins: workbooks were such files before XLSX, and XLSX stands in one where it is encrypted. */
const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] as const

/** Reads a file of records: CSV (encoding and delimiter detected), XLSX or JSON; throws `invalid_input` for what is none of them. */
export async function readFile(bytes: Uint8Array, options: FileOptions = {}): Promise<ImportFile> {
  if (compound.every((byte, at) => bytes[at] === byte))
    throw invalid(
      '/content_base64',
      'not_readable',
      'This is an old workbook (XLS), or one with a password: save it as XLSX without a password',
    )
  // Every XLSX is an archive, and no text begins like one.
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  const none = { encoding: null, delimiter: null, sheet: null, columns: null }
  if (options.format === 'xlsx' || (options.format === undefined && isArchive)) {
    const { cells, sheet } = readWorkbook(bytes, options.sheet)
    return { ...none, format: 'xlsx', sheet, ...tableOf(cells) }
  }
  const { text, encoding } = await textOf(bytes, options.encoding)
  if (options.format === 'json' || (options.format === undefined && /^\s*[[{]/.test(text)))
    return { ...none, format: 'json', encoding, ...(await recordsOfJson(text)) }
  const { cells, delimiter } = await cellsOf(text, options.delimiter)
  return { ...none, format: 'csv', encoding, delimiter, ...tableOf(cells) }
}
