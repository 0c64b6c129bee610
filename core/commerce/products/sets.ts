import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Company } from '../../crm/companies/entity.ts'
import { externalId, type SetRules } from '../../records/record-type/set-rules.ts'
import { Product } from './entity.ts'
import { linkLines } from './lines.ts'
import { decideProduct, normalizeProduct } from './values.ts'

/** The keys that find a product, the first match first. */
export const productKeys = ['sku', 'external_id'] as const

/** Fields of a product that hold ids of other records. */
export const productLinks = { supplier_company_id: Company }

/** The rules by which sets of products are written: those of `ProductService`, in look-ups that do not grow with the set. */
export function productSets(records: Records, entities: readonly EntityTable[]): SetRules<typeof Product.fields> {
  return {
    entity: Product,
    object: 'products',
    keys: [{ name: 'sku', field: 'sku', of: ({ sku }) => (sku ? [sku] : []) }, externalId],
    links: productLinks,
    // A known product may have another currency, with which it is decided below.
    normalize: (input) => decideProduct(null, normalizeProduct(input)),
    decide: decideProduct,
    prepare: async () => ({ write: (written) => linkLines(records, entities, written) }),
  }
}
