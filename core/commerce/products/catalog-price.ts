import type { Product } from './entity.ts'

/** What the catalog says of one unit of a product in one currency; net. */
interface CatalogPrice extends Pick<Product, 'price' | 'cost'> {
  readonly price_tiers: readonly { readonly min_quantity: number; readonly price: number }[]
}

/**
 * The price of a product in this currency: its own, or that of the entry of `prices` in it. A product that names no currency has its own price
 * in every one that has no entry; without a currency, its own price is meant. Undefined where it has none, because nothing converts it.
 */
export function catalogPrice(product: Product | undefined, currency: string | null): CatalogPrice | undefined {
  if (!product || currency === null || product.currency === currency) return product
  const further = product.prices.find((each) => each.currency === currency)
  const own = product.currency === null ? product : undefined
  if (!further) return own
  // A cost without a currency counts in every one, as the price does.
  return { price: further.price, price_tiers: further.price_tiers ?? [], cost: further.cost ?? own?.cost ?? null }
}
