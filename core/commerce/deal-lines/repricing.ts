import { Company } from '../../crm/companies/entity.ts'
import { Deal } from '../../crm/deals/entity.ts'
import type { DealChange, DealFollowing } from '../../crm/deals/following.ts'
import type { DealValues } from '../../crm/deals/input.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import { toMoney } from '../../kernel/values/money.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { todayOf } from '../../platform/access/organization.ts'
import { linesPricedAgain, type Pricing } from '../documents/catalog-lines.ts'
import { noteLines } from '../documents/line-history.ts'
import { type Line, type LineValues, valuesOf } from '../documents/lines.ts'
import { costsOf } from '../documents/margins.ts'
import { Prices } from '../price-rules/prices.ts'
import { Product } from '../products/entity.ts'
import { amountsOf, amountsToWrite } from './amounts.ts'
import { DealLine } from './entity.ts'

// A deal with its lines, as they are and as they will be.
interface Repriced {
  readonly currency: string
  readonly company_id: string | null
  readonly before: readonly Line[]
  readonly after: readonly LineValues[]
  readonly values: DealValues
}

/**
 * Prices the lines of open deals again whose currency or company changes: what they took from the catalog or a price rule they take again,
 * and what was given stays. Amount and cost of a deal follow where they were those of its lines, and the amount is not given. A deal with a
 * line that has no price in the new currency cannot be changed so.
 */
export async function repriceDeals(records: Records, changes: readonly DealChange[]): Promise<DealFollowing> {
  const concerned = changes.filter(isRepriced)
  const linesByDeal = await fromCatalog(records, concerned)
  const meant = concerned.filter(({ deal }) => linesByDeal.has(deal.id))
  const found = new Map<DealChange, Repriced | CrmError>()
  const prices = new Prices({ records })
  const price = async () => {
    const turns = new Turns()
    for (const change of meant) {
      if (turns.areOver()) await turns.next()
      found.set(change, await repriced(records, prices, change, linesByDeal.get(change.deal.id) ?? []))
    }
  }
  await (meant.length > 1 ? ahead(records, meant, [...linesByDeal.values()].flat(), () => prices.ahead(price)) : price())
  return {
    results: changes.map((change) => {
      const result = found.get(change)
      return result instanceof CrmError ? result : result?.values
    }),
    write: async (deals) => {
      const byDeal = new Map(
        meant.flatMap((change) => {
          const result = found.get(change)
          return result && !(result instanceof CrmError) ? [[change.deal.id, result] as const] : []
        }),
      )
      const written = deals.flatMap(({ id, currency, company_id }) => {
        const result = byDeal.get(id)
        // A later record of the set may have changed it back.
        return result && result.currency === currency && result.company_id === company_id ? [{ id, ...result }] : []
      })
      const updates = written.flatMap(({ before, after }) =>
        before.flatMap((line, at) => {
          const changed: Line = { ...line, ...after[at] }
          return equal(line, changed) ? [] : [{ before: line, changes: changed }]
        }),
      )
      await records.update(DealLine, updates)
      await noteLines(records, Deal, written)
    },
  }
}

// Of a deal that is won or lost, the prices were agreed.
function isRepriced({ deal, values: { currency, company_id, status = deal.status } }: DealChange): boolean {
  if (status !== 'open') return false
  return (currency !== undefined && currency !== deal.currency) || (company_id !== undefined && company_id !== deal.company_id)
}

/** The lines of those deals of which some line has a price of the catalog or a rule, by deal, in their order. */
async function fromCatalog(records: Records, changes: readonly DealChange[]): Promise<ReadonlyMap<string, Line[]>> {
  if (changes.length === 0) return new Map()
  const ids = new Set(changes.map(({ deal }) => deal.id))
  const lines = Map.groupBy(await records.findBy(DealLine, 'document_id', ids), ({ document_id }) => document_id)
  return new Map(
    [...lines]
      .filter(([, all]) => all.some(({ from_catalog }) => from_catalog?.length))
      .map(([id, all]) => [id, all.toSorted((a, b) => a.position - b.position)]),
  )
}

/** How the lines of a deal are priced today, in its currency and for its company. */
export async function pricingOf(records: Records, { currency, company_id }: Pick<Deal, 'currency' | 'company_id'>): Promise<Pricing> {
  const [company] = await records.findBy(Company, 'id', [company_id])
  const customer = { id: company?.id ?? null, tier: company?.tier ?? null }
  return { currency, date: await todayOf(records), customer, tax_exempt: company?.tax_exempt ?? false, source: false }
}

async function ahead(records: Records, changes: readonly DealChange[], lines: readonly Line[], work: () => Promise<void>): Promise<void> {
  const companies = new Set(changes.flatMap(({ deal, values }) => values.company_id ?? deal.company_id ?? []))
  const products = new Set(lines.flatMap(({ product_id }) => product_id ?? []))
  const skus = new Set(lines.flatMap(({ sku }) => sku ?? []))
  await records.ahead(
    [
      [Company, 'id', companies],
      [Product, 'id', products],
      [Product, 'sku', skus],
    ],
    work,
  )
}

async function repriced(
  records: Records,
  prices: Prices,
  { deal, values }: DealChange,
  before: readonly Line[],
): Promise<Repriced | CrmError> {
  const { currency = deal.currency, company_id = deal.company_id } = values
  const known = before.map(valuesOf)
  const was = amountsOf(deal, known)
  try {
    const priced = await linesPricedAgain({ records, prices }, known, await pricingOf(records, { currency, company_id }))
    const is = amountsToWrite({ currency }, priced)
    const [amount, exponent] = [was.amounts.total_excl_tax ?? 0, exponentOf(currency)]
    // The amount that stood there before is none that was given, also in the decimals of the new currency.
    const isSame = values.amount === undefined || values.amount === amount || values.amount === toMoney(amount, exponent)
    const follows = deal.amount === amount && isSame
    const costs = deal.cost === costsOf(was.lines, exponentOf(deal.currency))
    return {
      currency,
      company_id,
      before,
      after: is.lines,
      values: {
        ...(follows && { amount: is.amounts.total_excl_tax ?? 0 }),
        ...(costs && { cost: costsOf(is.lines, exponent) }),
      },
    }
  } catch (error) {
    if (error instanceof CrmError) return error
    throw error
  }
}
