import type { FieldKind } from '../fields.ts'
import type { Column } from '../read/table.ts'
import { isMachineId } from './evidence.ts'
import { isLink, holdsCodes, isOwnId } from './shapes.ts'

/** By how much the values of a column lower its score against others of the same name. */
export function penalty(field: string, kind: FieldKind, column: Column): number {
  if (kind === 'name' && (holdsCodes(column) || (column.count > 0 && column.sample.every(isOwnId)))) return 0.3
  // A nested state is often that of a payment or delivery.
  if (kind === 'status' && column.segments.length > 1) return 0.13
  // A state as a word takes precedence over one as a number.
  if (kind === 'status' && column.sample.every(isMachineId)) return 0.05
  // VAT numbers begin with the letters of a country.
  if (kind === 'vat' && !column.sample.some((value) => /^[a-z]{2}/i.test(String(value)))) return 0.04
  // A machine id comes after any readable name of the company.
  if (field === 'company' && column.sample.every(isMachineId)) return 0.12
  return field === 'external_id' && column.sample.every(isLink) ? 0.25 : 0
}
