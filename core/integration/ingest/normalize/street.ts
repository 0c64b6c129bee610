import type { Values } from './values.ts'

/** Where the number of a house stands before its street, by country; elsewhere it follows. */
const numbersFirst = new Set(['US', 'CA', 'GB', 'IE', 'AU', 'NZ', 'FR', 'LU'])

/** Writes the number of a house, which has a column of its own, to its street. */
export function composeStreet(values: Values): void {
  const { house_number: house, street } = values
  delete values.house_number
  if (house === undefined || typeof street !== 'string' || street.split(/[\s,]+/).includes(String(house))) return
  values.street = numbersFirst.has(String(values.country)) ? `${String(house)} ${street}` : `${street} ${String(house)}`
}
