/** Rows as CSV (RFC 4180), with a line of names. */
export function csvOf(names: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))]
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
  // A spreadsheet would run what begins like a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
