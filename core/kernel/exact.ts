// A number of 16 digits or more where a value can stand; the few texts that look like it only cost the slower way.
const LONG_NUMBER = /[:,[]\s*-?\d{16}/

/** Parses JSON, but integers above 2^53 become texts, so that no digit of a foreign document number is lost. */
export function parseExact(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
}

function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value
}
