import { invalid } from '../../kernel/operation/errors.ts'
import type { Registry } from '../../kernel/feature/registry.ts'
import { type AnyFields, type EntityTable, storesRecords } from '../../kernel/storage/schema/entity.ts'

/** The stored class of a record type by its plural, those of plugins included; throws `invalid_input` with the known plurals. */
export function linkable(registry: Registry, object: string, path: string): EntityTable<AnyFields> {
  const all = registry.all('entities').filter(storesRecords)
  const found = all.find(({ table }) => table === object)
  if (found) return found
  const names = all.map(({ table }) => table)
  throw invalid(path, 'not_allowed', `Records of ${object} are not linked`, names)
}
