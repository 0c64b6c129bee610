import { invalid } from '../../kernel/errors.ts'
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
    return { value: JSON.parse(text, exact) }
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

// As the REST API reads a body: no digit of a foreign document number may be lost.
function exact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  return /^-?\d+$/.test(context?.source ?? '') ? context?.source : value
}
