import type { Values } from './values.ts'
import { type IngestObject, objectDeclarations } from '../objects.ts'

/** Moves the fields beyond the canonical names from `values` to `derived`. */
export function moveToDerived(object: IngestObject, values: Values, derived: Values): void {
  for (const field of objectDeclarations[object].derived ?? [])
    if (values[field] !== undefined) {
      derived[field] = values[field]
      delete values[field]
    }
}
