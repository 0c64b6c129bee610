/** A value of a statement's column as text; null where there is none. */
export function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

/** A value of a statement's column as a number; null where there is none. */
export function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value)
}

/** Whether a value comes before another of the same column: numbers by size, everything else by its text. */
export function isLess(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' ? a < b : String(a) < String(b)
}

/** Whether a value is a whole number that doubles hold exactly. */
export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
