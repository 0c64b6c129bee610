import { invalid } from '../../kernel/operation/errors.ts'
import type { Registry } from '../../kernel/feature/registry.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'

/** One end of a link. */
export interface End {
  /** Plural of a record type, as in paths: `credit_notes`. */
  readonly object: string
  readonly id: string
}

/** The record type of this plural, those of plugins included; throws `invalid_input` with those that there are. */
export function linkable(registry: Registry, object: string, path: string): EntityTable {
  const all = registry.all('entities').filter(({ fields }) => 'external_ids' in fields && 'deleted_at' in fields)
  const found = all.find(({ table }) => table === object)
  if (found) return found
  const names = all.map(({ table }) => table)
  throw invalid(path, 'not_allowed', `Records of ${object} are not linked`, names)
}

/**
 * Where a link stands among those of a record: by its time, and of equal ones by ids that were given in their order, so that pages
 * repeat and leave out nothing, and no two databases differ. Compared as text.
 */
export function placeOf(at: Date, ...ids: readonly string[]): string {
  return [at.toISOString(), ...ids].join(' ')
}
