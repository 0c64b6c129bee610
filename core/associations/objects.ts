import { invalid } from '../kernel/errors.ts'
import type { Registry } from '../kernel/registry.ts'
import type { EntityClass } from '../storage/entity.ts'

/** One end of a link. */
export interface End {
  readonly object: string
  readonly id: string
}

/** The record type of this plural, those of plugins included; throws `invalid_input` with those that there are. */
export function linkable(registry: Registry, object: string, path: string): EntityClass {
  const all = registry.all('entities').filter(({ fields }) => 'external_ids' in fields && 'deleted_at' in fields)
  const found = all.find(({ table }) => table === object)
  if (found) return found as unknown as EntityClass
  const names = all.map(({ table }) => table)
  throw invalid(path, 'not_allowed', `Records of ${object} are not linked`, names)
}

const family = new Set(['parent', 'parent company', 'child', 'child company', 'subsidiary', 'headquarters'])

/** Refuses links that a field of the record says already, so that nothing is said twice. */
export function refuseFields(from: End, to: End, labels: readonly (string | null)[]): void {
  const objects = [from.object, to.object]
  if (objects.every((each) => each === 'companies') && labels.some((each) => each !== null && family.has(each.toLowerCase())))
    throw invalid('/label', 'not_allowed', 'The parent of a company is its parent_company_id: change the company')
  if (objects.includes('deals') && objects.includes('contacts'))
    throw invalid('/to_object', 'not_allowed', 'The contacts of a deal and their roles are its field contacts: change the deal')
}
