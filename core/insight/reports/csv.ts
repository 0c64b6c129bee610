import { csvLine } from '../../kernel/values/csv.ts'

/** Rows as CSV (RFC 4180), with a line of names. */
export function csvOf(names: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map(csvLine).join('')
}
