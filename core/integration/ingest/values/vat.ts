const shape = /^[A-Z0-9][A-Z0-9 ./-]{4,24}$/

/** A tax number as found, upper case and trimmed; null when the text cannot be one (no digits, a word, a sentence). */
export function parseVat(source: string): string | null {
  const text = source.trim().toUpperCase()
  if (!shape.test(text)) return null
  let digits = 0
  for (const char of text) if (char >= '0' && char <= '9') digits++
  return digits >= 5 ? text : null
}
