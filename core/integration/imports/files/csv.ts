import { CrmError, invalid } from '../../../kernel/operation/errors.ts'
import { errorText } from '../../../kernel/values/error-text.ts'
import { plainCell } from '../../../kernel/values/csv.ts'
import { fileLimits } from './limits.ts'
import { over } from './refuse.ts'

const delimiters = [';', '\t', ',', '|']
const SAMPLE_LINES = 20
// The titles, and what stands above them.
const HEADING_ROWS = 100

/** The cells of a CSV text and its delimiter: as given, as its first line `sep=;` says, else the one that cuts its lines alike. */
export async function cellsOf(text: string, given?: string): Promise<{ cells: string[][]; delimiter: string }> {
  const { parse } = await import('csv-parse/sync')
  const stated = /^sep=(.)\r?\n/.exec(text)
  const body = stated ? text.slice(stated[0].length) : text
  const delimiter = given ?? stated?.[1] ?? delimiterOf(body)
  let [rows, cells] = [0, 0]
  const count = (row: string[]) => {
    if (++rows > fileLimits.rows + HEADING_ROWS) throw over('rows')
    if (row.length > fileLimits.columns) throw over('columns')
    if (row.some((cell) => cell.length > fileLimits.text)) throw over('text')
    if ((cells += row.length) > fileLimits.cells) throw over('cells')
    return row.map(plainCell)
  }
  try {
    const found: string[][] = parse(body, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: fileLimits.line,
      on_record: count,
    })
    return { cells: found, delimiter }
  } catch (error) {
    if (error instanceof CrmError) throw error
    if (isTooLong(error)) throw over('line')
    throw invalid('/content', 'malformed', `The file is not valid CSV: ${errorText(error)}`)
  }
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'CSV_MAX_RECORD_SIZE'
}

function delimiterOf(text: string): string {
  const lines = unquoted(text).slice(0, SAMPLE_LINES)
  let [best, most] = [',', 0]
  for (const delimiter of delimiters) {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const [first = 0] = counts
    const alike = counts.filter((count) => count === first && count > 0).length
    const score = alike * 100 + Math.min(first, 99)
    if (alike > 0 && score > most) [best, most] = [delimiter, score]
  }
  return best
}

/** The first lines without what stands in quotes. */
function unquoted(text: string): string[] {
  const bare: string[] = ['']
  let quoted = false
  for (const character of text.slice(0, 100_000)) {
    if (character === '"') quoted = !quoted
    else if (!quoted && character === '\n') {
      if (bare.length === SAMPLE_LINES) break
      bare.push('')
    } else if (!quoted) bare[bare.length - 1] += character
  }
  return bare.filter((line) => line.trim() !== '')
}
