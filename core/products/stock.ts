import { type Static, Type } from '@sinclair/typebox'
import { Closed, Nullable, OneOf, Text } from '../kernel/schema.ts'
import { Records } from '../storage/records.ts'
import { equal } from '../storage/set-writer.ts'
import { Product, productFields } from './entity.ts'

const { stock_on_hand, stock_reserved, stock_incoming } = productFields

const Stock = Closed({
  sku: Text(100, { minLength: 1 }),
  stock_on_hand: Type.Optional(stock_on_hand.schema),
  stock_reserved: Type.Optional(stock_reserved.schema),
  stock_incoming: Type.Optional(stock_incoming.schema),
})
type Stock = Static<typeof Stock>

export const StockChanges = Closed({ records: Type.Array(Stock, { maxItems: 5000 }) })
export const StockResult = Closed({
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Array(Closed({ index: Type.Integer(), reason: Type.String(), code: Type.String(), field: Nullable(Type.String()) })),
  results: Type.Array(Closed({ index: Type.Integer(), id: Nullable(Type.String()), status: OneOf(['updated', 'unchanged', 'rejected']) })),
})

/** What is on hand, reserved and on its way, as a warehouse reports it. */
export class StockService {
  static readonly inject = [Records] as const
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  /** Sets what is given of each sku; of two for one sku the later one. A sku that nobody knows is rejected alone. */
  async set(changes: readonly Stock[]): Promise<Static<typeof StockResult>> {
    const skus = changes.map(({ sku }) => sku.trim())
    const products = await this.#records.findBy(Product, 'sku', new Set(skus), { lock: true })
    const targets = new Map(products.map((before) => [before.sku, { before, changes: {} as Partial<Product> }]))
    const results = changes.map(({ sku, ...values }, index) => {
      const target = targets.get(sku.trim())
      if (!target) return { index, id: null, status: 'rejected' as const }
      const known = { ...target.before, ...target.changes }
      const differs = Object.entries(values).some(([name, value]) => !equal(known[name as keyof Product], value))
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
