import { Decimal } from 'decimal.js'

/**
 * One line of CSV (RFC 4180) with its end: numbers as plain decimals, lists of words joined by `; `, anything nested as JSON. A text
 * that a spreadsheet would run (`=`, `+`, `-` or `@` in front) has an apostrophe before it, unless it is a number with a sign.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** The text of a cell as it was before it was made harmless. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && isRun(cell.slice(1)) ? cell.slice(1) : cell
}

const isRun = (text: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]?\d[\d.,\s]*$/.test(text)

function cellOf(value: unknown): string {
  const text = textOf(value)
  const safe = typeof value !== 'number' && isRun(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a value in a cell of a table. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : new Decimal(value).toFixed()
  if (typeof value !== 'object') return String(value)
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join('; ') : JSON.stringify(value)
}
