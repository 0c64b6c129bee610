import { externalId, type SetRules } from '../../records/record-type/set-rules.ts'
import { Company } from '../../crm/companies/entity.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { Product } from './entity.ts'
import { linkLines } from './lines.ts'
import { normalised } from './values.ts'

/** By what a product is found (records.md 4). */
export const productKeys = ['sku', 'external_id'] as const

/** How sets of products are written: the rules of `ProductService`. */
export function productSets(records: Records, entities: readonly EntityTable[]): SetRules {
  return {
    entity: Product,
    object: 'products',
    keys: [{ name: 'sku', field: 'sku', of: ({ sku }) => (sku ? [String(sku)] : []) }, externalId],
    links: { supplier_company_id: Company },
    normalised: (input) => ({ ...normalised(input) }),
    prepare: async () => async (written) => await linkLines(records, entities, written),
  }
}
