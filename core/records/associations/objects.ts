import { invalid } from '../../kernel/operation/errors.ts'
import { suggestion } from '../../kernel/operation/nearest.ts'
import type { Registry } from '../../kernel/feature/registry.ts'
import { type AnyFields, type EntityTable, storesRecords } from '../../kernel/storage/schema/entity.ts'

/**
 * The stored class of a record type by its plural, or by the singular that events and search have for it, those of plugins included; throws `invalid_input` with
 * the known plurals.
 */
export function linkable(registry: Registry, object: string, path: string): EntityTable<AnyFields> {
  const all = registry.all('entities').filter(storesRecords)
  const named = registry.watches.find(({ entityType }) => entityType === object)?.entity.table ?? object
  const found = all.find(({ table }) => table === named)
  if (found) return found
  const names = all.map(({ table }) => table)
  throw invalid(path, 'not_allowed', `${object} is no type of record that can be linked${suggestion(object, names)}`, names)
}
