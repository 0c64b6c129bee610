import type { Static } from '@sinclair/typebox'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { linked } from '../../kernel/storage/records/links.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import type { SetRules } from '../../records/record-type/set-rules.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import { Product } from './entity.ts'
import { linkLines } from './lines.ts'
import { type ProductCreate, productFilters, productSorts, type ProductUpdate } from './schema.ts'
import { productLinks, productSets } from './sets.ts'
import { decideProduct, normalizeProduct, type ProductValues } from './values.ts'

/** Products: one per sku and external id. */
export class ProductService extends RecordStore<typeof Product.fields> {
  static readonly uses = { ...storeParts, registry: Registry }
  readonly #entities: readonly EntityTable[]
  /** The rules by which sets of products are written. */
  readonly sets: SetRules<typeof Product.fields>

  constructor(uses: Resolved<typeof ProductService.uses>) {
    super(uses, { entity: Product, object: 'products', keys: ['sku'], filters: productFilters, sorts: productSorts })
    this.#entities = uses.registry.all('entities')
    this.sets = productSets(uses.records, this.#entities)
  }

  /**
   * The product that has this sku or external id, completed; a new one when there is none. Throws `required` without a sku, and
   * `unknown_record` for a supplier that does not exist.
   */
  async create(input: Static<typeof ProductCreate>, reply: Reply): Promise<Product> {
    const given = normalizeProduct(input)
    const { sku } = given
    if (sku === undefined) throw invalid('/sku', 'required', 'sku is required; code and reference are taken as well')
    const match = await this.#match(sku, given)
    const product = match && (await this.forChange(match.id))
    const values = decideProduct(product ?? null, await this.#linked(given, product ?? undefined))
    if (!match || !product) {
      const made = await this.add({ ...values, sku })
      await linkLines(this.records, this.#entities, [made])
      return made
    }
    reply.matched(match.by)
    await this.complete(product, values)
    return product
  }

  /** Changes of a product. Throws `not_found`, `version_mismatch`, `already_exists` for a sku or external id of another one. */
  async update(id: string, input: Changes<typeof ProductUpdate>, reply: Reply): Promise<Product> {
    const product = await this.forChange(id, reply)
    const values = decideProduct(product, await this.#linked(normalizeProduct(input), product))
    await this.refuseTaken(values, product)
    const { sku } = product
    this.change(product, values)
    if (product.sku !== sku) await linkLines(this.records, this.#entities, [product])
    return product
  }

  async #linked(values: ProductValues, known?: Product): Promise<ProductValues> {
    return await linked(this.records, values, productLinks, { known: known ?? {} })
  }

  // In the order of `productKeys`, by which sets are matched.
  async #match(sku: string, { external_ids = [] }: ProductValues): Promise<{ id: string; by: string } | null> {
    const bySku = await this.idOf({ sku })
    if (bySku) return { id: bySku, by: 'sku' }
    const byId = await this.references.findAny(external_ids)
    return byId ? { id: byId, by: 'external_id' } : null
  }
}
