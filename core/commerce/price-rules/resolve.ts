import type { PriceRule } from './entity.ts'
import { listPrice, type Inapplicable, priceBy, type PricingLine } from './price.ts'
import { wordsOf, isMeant } from './words.ts'

/** The customer of a price; both are null for everybody. */
export interface Customer {
  readonly id: string | null
  readonly tier: string | null
}

/** Why a rule won, lost or did not apply. */
export type Reason =
  | Inapplicable
  | 'won'
  | 'less_specific_customer'
  | 'less_specific_product'
  | 'lower_priority'
  | 'higher_price'
  | 'newer_rule'

/** What became of one rule, or of the price of the catalog (`rule_id: null`). */
export interface Verdict {
  readonly rule_id: string | null
  readonly name: string | null
  readonly outcome: 'won' | 'lost' | 'not_applicable'
  readonly reason: Reason
  readonly price: number | null
}

/** The net price of one unit; null where neither a rule nor the catalog has one. */
export interface Resolution {
  readonly price: number | null
  readonly list_price: number | null
  /** Null: the price is that of the catalog. */
  readonly rule_id: string | null
  readonly trace: readonly Verdict[]
}

interface Contender {
  readonly rule: PriceRule
  readonly price: number
  /** Compared one after the other, the greatest first . */
  readonly rank: readonly [customer: number, product: number, priority: number, cheapness: number]
}

// By the place in `rank` at which a contender was beaten.
const lost: readonly Reason[] = ['less_specific_customer', 'less_specific_product', 'lower_priority', 'higher_price']

/** The net price of one unit for a customer, the rule that made it, and why every other rule for this customer and product did not. */
export function resolvePrice(rules: readonly PriceRule[], customer: Customer, line: PricingLine): Resolution {
  const words = wordsOf(customer, line.product)
  const concerned = rules.filter((rule) => isFor(rule, customer) && isOf(rule, line) && isMeant(rule, words))
  const judged = concerned.map((rule) => ({ rule, result: priceBy(rule, line) }))
  const contenders = judged.flatMap(({ rule, result }): Contender[] =>
    'price' in result ? [{ rule, price: result.price, rank: [customerRank(rule), productRank(rule), rule.priority, -result.price] }] : [],
  )
  const [winner, ...others] = contenders.toSorted(byRank)
  const list_price = listPrice(line.product, line)
  const trace = [
    ...(winner ? [verdict(winner, 'won')] : []),
    ...others.map((each) => verdict(each, winner ? whyLost(winner, each) : 'newer_rule')),
    ...judged.flatMap(({ rule, result }) =>
      'reason' in result ? [{ ...named(rule), outcome: 'not_applicable' as const, reason: result.reason, price: null }] : [],
    ),
    ...(list_price === null ? [] : [ofCatalog(list_price, winner !== undefined)]),
  ]
  return { price: winner?.price ?? list_price, list_price, rule_id: winner?.rule.id ?? null, trace }
}

function isFor({ company_id }: PriceRule, { id }: Customer): boolean {
  return company_id === null || company_id === id
}

function isOf({ product_id, sku }: PriceRule, { product, sku: wanted }: PricingLine): boolean {
  return (product_id === null || product_id === product?.id) && (sku === null || sku === (product?.sku ?? wanted))
}

const customerRank = ({ company_id, company_tier }: PriceRule) => (company_id !== null ? 2 : company_tier !== null ? 1 : 0)
const productRank = ({ product_id, sku, brand, category }: PriceRule) =>
  product_id !== null || sku !== null ? 3 : brand !== null ? 2 : category !== null ? 1 : 0

// Ids rise with the time of creation: of two equal rules the older one stays the winner.
function byRank(a: Contender, b: Contender): number {
  const at = a.rank.findIndex((each, index) => each !== b.rank[index])
  if (at >= 0) return (b.rank[at] ?? 0) - (a.rank[at] ?? 0)
  return a.rule.id < b.rule.id ? -1 : 1
}

function whyLost(winner: Contender, other: Contender): Reason {
  const at = other.rank.findIndex((each, index) => each !== winner.rank[index])
  return lost[at] ?? 'newer_rule'
}

function verdict({ rule, price }: Contender, reason: Reason): Verdict {
  return { ...named(rule), outcome: reason === 'won' ? 'won' : 'lost', reason, price }
}

// The catalog is for everything, so any rule is more specific than it.
function ofCatalog(price: number, beaten: boolean): Verdict {
  const outcome = beaten ? ('lost' as const) : ('won' as const)
  return { rule_id: null, name: null, outcome, reason: beaten ? 'less_specific_product' : 'won', price }
}

const named = ({ id, name }: PriceRule) => ({ rule_id: id, name })
