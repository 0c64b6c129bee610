/** A date that was read, or why it was not. */
export type DateReading =
  | { readonly ok: true; readonly value: string; readonly warning?: string }
  | { readonly ok: false; readonly empty: true }
  | { readonly ok: false; readonly empty: false; readonly ambiguous: readonly [string, string] | null }

/** The reading of a text that is no date. */
export const unreadableDate: DateReading = { ok: false, empty: false, ambiguous: null }

/** The reading of a date that stands for none. */
export const emptyDate: DateReading = { ok: false, empty: true }

/** The date of these numbers; one that stands for none is empty, one that no calendar has cannot be read. */
export function calendarDate(year: number, month: number, date: number): DateReading {
  if (year <= 1 || (year === 1970 && month === 1 && date === 1) || (month === 0 && date === 0)) return emptyDate
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || date < 1 || date > 31) return unreadableDate
  if (date > 28 && date > new Date(Date.UTC(year, month, 0)).getUTCDate()) return unreadableDate
  return { ok: true, value: `${year}-${month < 10 ? '0' : ''}${month}-${date < 10 ? '0' : ''}${date}` }
}

/** The year that two or four digits stand for; null for any other text. */
export function fullYear(text: string): number | null {
  if (!/^(?:\d{2}|\d{4})$/.test(text)) return null
  const year = Number(text)
  return text.length === 2 ? (year < 70 ? 2000 + year : 1900 + year) : year
}
