import { invalid } from '../kernel/errors.ts'
import { Product } from '../products/entity.ts'
import type { Records } from '../storage/records.ts'
import { toMoney } from '../values/money.ts'
import type { GivenLine } from './amounts.ts'
import type { LineInput } from './schema.ts'

export interface Pricing {
  readonly currency: string | null
  /** Buys without tax. */
  readonly tax_exempt: boolean
  /** Prices and totals are what a source gave. */
  readonly source: boolean
}

/** Lines as they were given, with what the catalog knows of their products; an unknown sku is kept as it is (records.md 6). */
export async function linesFromCatalog(records: Records, inputs: readonly LineInput[], pricing: Pricing): Promise<GivenLine[]> {
  const byId = new Map(
    (
      await records.findBy(
        Product,
        'id',
        inputs.map(({ product_id }) => product_id),
      )
    ).map((each) => [each.id, each]),
  )
  const skus = inputs.filter(({ product_id }) => !product_id).map(({ sku }) => sku)
  const bySku = new Map((await records.findBy(Product, 'sku', skus)).map((each) => [each.sku, each]))
  return inputs.map((input, at) => {
    const product = input.product_id ? byId.get(input.product_id) : bySku.get(input.sku ?? '')
    if (input.product_id && !product)
      throw invalid(`/lines/${at}/product_id`, 'unknown_record', `There is no product with the id ${input.product_id}`)
    const line = described(input, product)
    return pricing.source ? { ...line, ...sourceTotals(input) } : priced(line, input, product, pricing, at)
  })
}

function described(input: LineInput, product: Product | undefined): GivenLine {
  return {
    product_id: product?.id ?? null,
    sku: input.sku ?? product?.sku ?? null,
    name: input.name ?? product?.name ?? null,
    description: input.description ?? null,
    unit: input.unit ?? product?.unit ?? null,
    quantity: input.quantity ?? 1,
    unit_price: toMoney(input.unit_price ?? null),
    discount_percent: input.discount_percent ?? null,
    discount_amount: toMoney(input.discount_amount ?? null),
    tax_rate: input.tax_rate ?? null,
    price_rule_id: null,
    cost: toMoney(input.cost ?? null),
    custom: input.custom ?? {},
  }
}

function sourceTotals({ total_excl_tax = null, tax_amount = null, total_incl_tax = null }: LineInput) {
  return { total_excl_tax, tax_amount, total_incl_tax }
}

function priced(line: GivenLine, input: LineInput, product: Product | undefined, { currency, tax_exempt }: Pricing, at: number): GivenLine {
  for (const field of ['total_excl_tax', 'tax_amount', 'total_incl_tax'] as const)
    if (input[field] !== undefined) throw invalid(`/lines/${at}/${field}`, 'read_only', `${field} is computed unless source_totals is true`)
  if (line.quantity < 0) throw invalid(`/lines/${at}/quantity`, 'too_small', 'quantity is negative only where a source has it')
  // A price in another currency is no price here: nothing converts it.
  const known = product && (product.currency === null || product.currency === currency) ? product : undefined
  const unit_price = line.unit_price ?? (known ? priceOf(known, line.quantity) : null)
  if (unit_price === null)
    throw invalid(`/lines/${at}/unit_price`, 'required', 'unit_price is required: the catalog has no price for this line')
  const tax_rate = line.tax_rate ?? (tax_exempt ? 0 : (product?.tax_rate ?? 0))
  return { ...line, unit_price, tax_rate, cost: line.cost ?? known?.cost ?? null }
}

/** The price of the highest tier that the quantity reaches, else the price of the product. */
function priceOf({ price, price_tiers }: Product, quantity: number): number | null {
  const reached = price_tiers.filter(({ min_quantity }) => min_quantity <= quantity)
  return reached.toSorted((a, b) => b.min_quantity - a.min_quantity)[0]?.price ?? price
}
