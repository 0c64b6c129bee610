import { invalid } from '../../kernel/operation/errors.ts'
import type { Prices } from '../price-rules/prices.ts'
import type { Customer, Resolution } from '../price-rules/resolve.ts'
import { catalogPrice } from '../products/catalog-price.ts'
import { Product } from '../products/entity.ts'
import { productsOf } from '../products/look-up.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { pick } from '../../kernel/values/objects.ts'
import { toMoney } from '../../kernel/values/money.ts'
import type { GivenLine } from './amounts.ts'
import { pricedFields } from './line.ts'
import type { LineValues } from './lines.ts'
import type { LineInput } from './schema.ts'

/** For whom, when and in which currency lines are priced. */
export interface Pricing {
  /** ISO 4217; null where a source names no currency. */
  readonly currency: string | null
  /** Day on which the prices hold. */
  readonly date: string
  readonly customer: Customer
  /** The customer buys without tax. */
  readonly tax_exempt: boolean
  /** Prices and totals are those of a source. */
  readonly source: boolean
}

/** A line that is to be priced; a copy of another line says what that one had from the catalog. */
type Asked = LineInput & { readonly from_catalog?: LineValues['from_catalog'] }

/** Lines with descriptions and prices, and how the prices were found. */
export interface CatalogLines {
  readonly lines: GivenLine[]
  /** How the price of each line was found; empty for the documents of a source. */
  readonly resolutions: readonly Resolution[]
}

/**
 * Lines as they were given, completed by the catalog and the price rules; an unknown sku is kept as it is. Throws `invalid_input` at
 * `/lines/<n>` for a total, which is computed, for a negative quantity and for a missing price; none of these for the lines of a source.
 */
export async function linesFromCatalog(
  { records, prices }: { readonly records: Records; readonly prices: Prices },
  given: readonly Asked[],
  pricing: Pricing,
): Promise<CatalogLines> {
  const inputs = given.map((line, at) => withoutAliases<Asked>(line, { custom_properties: 'custom' }, `/lines/${at}`))
  const products = await productsOf(records, inputs)
  const lines = inputs.map((input, at) => described(input, products[at]))
  if (pricing.source) {
    const said = lines.map((line, at) => ({ ...line, ...sourceTotals(inputs[at] ?? {}) }))
    return { lines: inOrder(inputs, said), resolutions: [] }
  }
  const asked = lines.map(({ sku, quantity }, at) => ({ product: products[at], sku, quantity }))
  const resolutions = await prices.resolve({ ...pricing, lines: asked })
  const own = lines.map((line, at) => priced(line, inputs[at] ?? {}, { product: products[at], pricing, resolution: resolutions[at], at }))
  return { lines: inOrder(inputs, own), resolutions: inOrder(inputs, resolutions) }
}

/**
 * The lines of a draft whose currency or customer has changed: what they took from the catalog they take again, and what was given stays.
 * Throws as `linesFromCatalog` does, for the first line that has no price any more.
 */
export async function linesPricedAgain(
  uses: { readonly records: Records; readonly prices: Prices },
  lines: readonly LineValues[],
  pricing: Pricing,
): Promise<LineValues[]> {
  if (lines.every(({ from_catalog }) => !from_catalog?.length)) return [...lines]
  const ids = new Set(lines.flatMap(({ product_id }) => product_id ?? []))
  const known = new Set((await uses.records.findBy(Product, 'id', ids)).map(({ id }) => id))
  const asked = lines.map(({ product_id, sku, quantity, from_catalog, ...line }): Asked => {
    const given = pricedFields.filter((field) => !from_catalog?.includes(field))
    // A product that was deleted has no price, but rules may still name its sku.
    return { product_id: product_id !== null && known.has(product_id) ? product_id : null, sku, quantity, ...pick(line, given) }
  })
  const priced = await linesFromCatalog(uses, asked, pricing)
  return lines.map((line, at) => {
    const again = priced.lines[at]
    if (!again || !line.from_catalog?.length) return line
    const { price_rule_id } = line.from_catalog.includes('unit_price') ? again : line
    return { ...line, ...pick(again, line.from_catalog), price_rule_id }
  })
}

/** Sorted by the positions that are given; a line without one counts by its place in the input. */
function inOrder<T>(inputs: readonly LineInput[], each: readonly T[]): T[] {
  const placed = each.map((item, at) => ({ item, place: inputs[at]?.position ?? at + 1 }))
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}

/** What is left out is taken from the product; the quantity is 1 when left out. */
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
    from_catalog: null,
    custom: input.custom ?? {},
  }
}

function sourceTotals({ total_excl_tax = null, tax_amount = null, total_incl_tax = null }: LineInput) {
  return { total_excl_tax, tax_amount, total_incl_tax }
}

// What is known of one line.
interface Known {
  readonly product: Product | undefined
  readonly pricing: Pricing
  readonly resolution: Resolution | undefined
  readonly at: number
}

/** A given price wins over every rule, and then names no rule. */
function priced(line: GivenLine, input: Asked, { product, pricing, resolution, at }: Known): GivenLine {
  for (const field of ['total_excl_tax', 'tax_amount', 'total_incl_tax'] as const)
    if (input[field] !== undefined) throw invalid(`/lines/${at}/${field}`, 'read_only', `${field} is computed unless source_totals is true`)
  if (line.quantity < 0) throw invalid(`/lines/${at}/quantity`, 'too_small', 'quantity may be negative only with source_totals')
  const { currency } = pricing
  const unit_price = line.unit_price ?? resolution?.price ?? null
  if (unit_price === null)
    throw invalid(
      `/lines/${at}/unit_price`,
      'required',
      `unit_price is required: neither the catalog nor a price rule has a price${currency ? ` in ${currency}` : ''} for this line`,
    )
  return {
    ...line,
    unit_price,
    price_rule_id: line.unit_price === null ? (resolution?.rule_id ?? null) : null,
    tax_rate: line.tax_rate ?? (pricing.tax_exempt ? 0 : (product?.tax_rate ?? 0)),
    cost: line.cost ?? catalogPrice(product, currency)?.cost ?? null,
    from_catalog: pricedFields.filter((field) => line[field] === null || input.from_catalog?.includes(field)),
  }
}
