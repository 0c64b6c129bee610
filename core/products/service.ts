import { EntityManager } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import { Company } from '../companies/entity.ts'
import { CurrentActor } from '../kernel/actor.ts'
import { invalid } from '../kernel/errors.ts'
import type { Changes } from '../kernel/resource.ts'
import type { Reply } from '../kernel/reply.ts'
import { Ids } from '../ports/ids.ts'
import { checkLinks } from '../storage/links.ts'
import { RecordStore } from '../storage/record-store.ts'
import { Records } from '../storage/records.ts'
import { withoutAliases } from '../values/aliases.ts'
import { toMoney } from '../values/money.ts'
import { uniqueTags } from '../values/tags.ts'
import { Product } from './entity.ts'
import { type ProductCreate, productFilters, productSorts, type ProductUpdate } from './schema.ts'

type Values = Partial<Omit<Product, 'id'>>

/** Products: one per sku and external id (records.md 4). */
export class ProductService extends RecordStore<typeof Product.fields> {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids] as const

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids) {
    super({ em, records, actor, ids }, { entity: Product, object: 'products', keys: ['sku'], filters: productFilters, sorts: productSorts })
  }

  /** The product that has this sku or external id, completed; a new one when there is none. */
  async create(input: Static<typeof ProductCreate>, reply: Reply): Promise<Product> {
    const values = normalised(input)
    if (values.sku === undefined) throw invalid('/sku', 'required', 'sku is required; code and reference are taken as well')
    await checkLinks(this.records, values, links)
    const match = await this.#match(values.sku, values)
    if (!match) return await this.add(values)
    reply.matched(match.by)
    const product = await this.forChange(match.id)
    await this.complete(product, values)
    return product
  }

  async update(id: string, input: Changes<typeof ProductUpdate>, reply: Reply): Promise<Product> {
    const product = await this.forChange(id, reply)
    const values = normalised(input)
    await checkLinks(this.records, values, links)
    await this.refuseTaken(values, product)
    this.change(product, values)
    return product
  }

  async #match(sku: string, { external_ids = [] }: Values): Promise<{ id: string; by: string } | null> {
    const bySku = await this.idOf({ sku })
    if (bySku) return { id: bySku, by: 'sku' }
    const byId = await this.references.findAny(external_ids)
    return byId ? { id: byId, by: 'external_id' } : null
  }
}

const links = { supplier_company_id: Company }

/** What is stored for what was given: aliases, trimmed sku, money of four decimals, one spelling per tag. */
function normalised(input: Partial<Static<typeof ProductCreate>>): Values {
  const values = withoutAliases<Values>(input, { code: 'sku', reference: 'sku', custom_properties: 'custom' })
  if (values.sku !== undefined) values.sku = values.sku.trim()
  if (values.sku === '') throw invalid('/sku', 'too_short', 'sku must not be blank')
  for (const field of ['price', 'cost', 'supplier_price'] as const)
    if (values[field] !== undefined) values[field] = toMoney(values[field]) ?? null
  if (values.price_tiers) values.price_tiers = values.price_tiers.map((tier) => ({ ...tier, price: toMoney(tier.price) }))
  if (values.tags) values.tags = uniqueTags(values.tags)
  return values
}
