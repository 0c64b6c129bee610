import { noteRepeated } from './repeated-keys.ts'

// A number of 16 digits or more where a value can stand; the few texts that look like it only cost the slower way.
const LONG_NUMBER = /(?:^|[:,[])\s*-?\d{16}/

/**
 * Parses JSON, but integers above 2^53 become texts, so that no digit of a foreign document number is lost; of a key that an
 * object has twice the last counts, and `repeatedKeys` remembers it.
 */
export function parseExact(text: string): unknown {
  const value: unknown = LONG_NUMBER.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
  noteRepeated(text, value)
  return value
}

function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value
}
