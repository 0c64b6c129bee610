import { type Static, Type } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Closed, Count, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { Product, productFields } from './entity.ts'
import { keysOf } from '../../kernel/values/objects.ts'

const { stock_on_hand, stock_reserved, stock_incoming } = productFields

const Stock = Closed({
  sku: Text(100, { minLength: 1, description: 'Article code', examples: ['FLOUR-25'] }),
  stock_on_hand: Type.Optional(stock_on_hand.schema),
  stock_reserved: Type.Optional(stock_reserved.schema),
  stock_incoming: Type.Optional(stock_incoming.schema),
})
type Stock = Static<typeof Stock>

/** Input of `bulkSetStock`: up to 5,000 articles; what is left out of one stays as it is. */
export const StockChanges = Closed({ records: Type.Array(Stock, { maxItems: 5000, description: 'Stock, article by article' }) })
/** The answer of every bulk write: counts and results of the articles that were sent. */
export const StockResult = Closed({
  updated: Count('Products that were changed'),
  unchanged: Count('Products that were so already'),
  rejected: Type.Array(
    Closed({
      index: Count('Position in `records`, from 0'),
      reason: Type.String({ description: 'What is wrong, for people' }),
      code: Type.String({ description: 'What is wrong, for programs' }),
      field: Nullable(Type.String({ description: 'Field that is at fault' })),
    }),
    { description: 'Articles that could not be changed' },
  ),
  results: Type.Array(
    Closed({
      index: Count('Position in `records`, from 0'),
      id: Nullable(Type.String({ description: 'The product; null for what was rejected' })),
      status: OneOf(['updated', 'unchanged', 'rejected'], { description: 'What became of it' }),
    }),
    { description: 'One for each article, in their order' },
  ),
})

interface Target {
  readonly before: Product
  readonly changes: Partial<Product>
}

/** Stock on hand, reserved and incoming, as a warehouse reports it. */
export class StockService {
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof StockService.uses>) {
    this.#records = records
  }

  /**
   * Sets the quantities that are given for each sku; of two for one sku the later one counts. An unknown sku is rejected alone, and no other
   * field of the products changes.
   */
  async set(changes: readonly Stock[]): Promise<Static<typeof StockResult>> {
    const skus = changes.map(({ sku }) => sku.trim())
    const products = await this.#records.findBy(Product, 'sku', new Set(skus), { lock: true })
    const targets = new Map(products.map((before): [string, Target] => [before.sku, { before, changes: {} }]))
    const results = changes.map(({ sku, ...values }, index) => {
      const target = targets.get(sku.trim())
      if (!target) return { index, id: null, status: 'rejected' as const }
      const known = { ...target.before, ...target.changes }
      const differs = keysOf(values).some((name) => !equal(known[name], values[name]))
      Object.assign(target.changes, values)
      return { index, id: target.before.id, status: differs ? ('updated' as const) : ('unchanged' as const) }
    })
    await this.#records.update(Product, [...targets.values()])
    const count = (status: string) => results.filter((each) => each.status === status).length
    const rejected = results
      .filter(({ status }) => status === 'rejected')
      .map(({ index }) => ({ index, reason: `No product has the sku ${skus[index]}`, code: 'not_found', field: 'sku' }))
    return { updated: count('updated'), unchanged: count('unchanged'), rejected, results }
  }
}
