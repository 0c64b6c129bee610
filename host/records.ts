import { Refusal } from './explain.ts'

/** Records of a file, with what it says of itself when it is a saved request of `POST /sync/ingest`. */
export interface RecordFile {
  readonly provider?: string
  readonly object?: string
  readonly records: readonly unknown[]
}

/** Reads a JSON array, an object with `records`, one record, or JSON lines; integers too long for a number become texts. */
export function readRecords(bytes: Uint8Array, name: string): RecordFile {
  const text = decode(bytes, name).trim()
  if (text === '') return { records: [] }
  const whole = parsed(text)
  if (whole !== undefined) return recordsOf(whole.value, name)
  return { records: text.split('\n').flatMap((line, index) => lineOf(line.trim(), index + 1, name)) }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal(`${name} is not UTF-8 text`)
  }
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text, exact) }
  } catch {
    return undefined
  }
}

function recordsOf(value: unknown, name: string): RecordFile {
  if (Array.isArray(value)) return { records: value }
  if (typeof value !== 'object' || value === null) throw new Refusal(`${name} holds neither records nor an object with records`)
  const { records, provider, object } = value as Record<string, unknown>
  if (!Array.isArray(records)) return { records: [value] }
  return { records, ...(typeof provider === 'string' && { provider }), ...(typeof object === 'string' && { object }) }
}

function lineOf(line: string, number: number, name: string): unknown[] {
  if (line === '') return []
  const record = parsed(line)
  if (!record) throw new Refusal(`${name} is not JSON, and line ${number} of it is no JSON either`)
  return [record.value]
}

// As the REST API reads a body: no digit of a foreign document number may be lost.
function exact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  return /^-?\d+$/.test(context?.source ?? '') ? context?.source : value
}
