import type { Candidate } from './assign.ts'
import { readHeader } from '../languages/headers.ts'
import type { Column } from '../read/table.ts'

/** The number after a street is a house number and identifies nothing: `logradouro: "Rua Augusta", numero: "500"`. */
export function withoutHouseNumbers(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  const houses = new Set(
    columns.flatMap((column, at) => (isHouseNumber(column, columns.slice(Math.max(0, at - 2), at)) ? column.index : [])),
  )
  return houses.size === 0 ? candidates : candidates.filter(({ column, field }) => !houses.has(column) || !keys.has(field))
}

const keys = new Set(['external_id', 'number', 'customer_external_id'])

function isHouseNumber({ segments, sample }: Column, before: readonly Column[]): boolean {
  const { words } = readHeader(segments.at(-1) ?? '')
  if (!words.includes('number') || sample.length === 0 || !sample.every((value) => houseNumber.test(String(value)))) return false
  const wrapper = segments.slice(0, -1).join('.')
  const street = before.findLast((each) => each.segments.slice(0, -1).join('.') === wrapper && isStreet(each))
  // A street that contains its house number is followed by something else.
  return (
    street?.sample.every((value) => !/\d/.test(String(value)) || sample.some((house) => String(value).includes(String(house)))) === true
  )
}

const isStreet = ({ segments, sample }: Column): boolean =>
  sample.length > 0 && readHeader(segments.at(-1) ?? '').words.some((word) => word === 'street' || word === 'address')

const houseNumber = /^(?:\d{1,4} ?\p{L}?|s\/?n)$/iu
