import { errorText } from '../../../kernel/values/error-text.ts'
import { invalid } from '../../../kernel/operation/errors.ts'

// A spreadsheet of 24 MiB rarely unpacks to more; a bomb does.
const UNPACKED = 512 * 1024 * 1024

/** The cells of one sheet of a workbook, the first with anything in it unless one is named. */
export async function sheetOf(bytes: Uint8Array, name?: string): Promise<{ cells: unknown[][]; sheet: string }> {
  await checkSize(bytes)
  const { default: readWorkbook } = await import('read-excel-file/universal')
  let sheets: { sheet: string; data: readonly unknown[][] }[]
  try {
    const copy = new Uint8Array(bytes)
    sheets = await readWorkbook<number | string>(copy.buffer, { parseNumber: exact, trim: false })
  } catch (error) {
    throw invalid('/content_base64', 'malformed', `The file is not a spreadsheet (XLSX): ${errorText(error)}`)
  }
  const names = sheets.map(({ sheet }) => sheet)
  const found = name === undefined ? (sheets.find(({ data }) => data.length > 0) ?? sheets[0]) : sheets.find(({ sheet }) => sheet === name)
  if (!found) throw invalid('/sheet', 'not_allowed', `The file has no sheet ${name ?? 'at all'}`, names)
  return { cells: found.data.map((row) => row.map(plain)), sheet: found.sheet }
}

/** Adds up the sizes that the archive states for its parts; unpacking relies on the same figures. */
async function checkSize(bytes: Uint8Array): Promise<void> {
  const { unzipSync } = await import('fflate')
  let unpacked = 0
  try {
    unzipSync(bytes, {
      filter({ originalSize }) {
        unpacked += originalSize
        return false
      },
    })
  } catch {
    throw invalid('/content_base64', 'malformed', 'The file is not a spreadsheet (XLSX): it is not an archive')
  }
  if (unpacked > UNPACKED) throw invalid('/content_base64', 'too_large', `The file unpacks to more than ${UNPACKED} bytes`)
}

function exact(text: string): number | string {
  const value = Number(text)
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value
}

// Cells hold wall-clock times; the library puts them into UTC.
function plain(cell: unknown): unknown {
  if (!(cell instanceof Date)) return cell
  if (Number.isNaN(cell.getTime())) return null
  const [day = '', time = ''] = cell.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
}
