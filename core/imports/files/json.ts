import { invalid } from '../../kernel/errors.ts'
import { parseExact } from '../../kernel/exact.ts'
import type { ImportFile } from './table.ts'

/** Reads a JSON array, an object with `records`, one record, or JSON lines; integers too long for a number become texts. */
export function recordsOfJson(text: string): Pick<ImportFile, 'rows' | 'provider' | 'object'> {
  if (text.trim() === '') return { rows: [] }
  const whole = parsed(text)
  if (whole) return ofValue(whole.value)
  return { rows: text.split('\n').flatMap((line, index) => ofLine(line.trim(), index + 1)) }
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: parseExact(text) }
  } catch {
    return undefined
  }
}

function ofValue(value: unknown): Pick<ImportFile, 'rows' | 'provider' | 'object'> {
  if (Array.isArray(value)) return { rows: value }
  if (typeof value !== 'object' || value === null)
    throw invalid('/content', 'malformed', 'The file holds neither records nor an object with records')
  const { records, provider, object } = value as Record<string, unknown>
  if (!Array.isArray(records)) return { rows: [value] }
  return { rows: records, ...(typeof provider === 'string' && { provider }), ...(typeof object === 'string' && { object }) }
}

function ofLine(line: string, number: number): unknown[] {
  if (line === '') return []
  const record = parsed(line)
  if (!record) throw invalid('/content', 'malformed', `The file is not JSON, and line ${number} of it is no JSON either`)
  return [record.value]
}
