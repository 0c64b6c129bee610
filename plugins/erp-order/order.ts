import type { DealLineService, Prepared, StepCall } from 'rapport-crm'

/** One line of an order; amounts are decimals as texts, so that nobody reads them as binary fractions. */
export interface OrderLine {
  readonly position: number
  readonly sku: string | null
  readonly name: string | null
  readonly unit: string | null
  readonly quantity: string
  readonly unit_price: string | null
  readonly discount_percent: string | null
  readonly tax_rate: string | null
  readonly total_excl_tax: string | null
}

/** What the ERP is sent. */
export interface Order {
  readonly source: { readonly system: 'rapport'; readonly deal_id: string }
  readonly reference: string | null
  readonly currency: string | null
  readonly customer: { readonly id: string; readonly name: string | null; readonly vat_number: string | null } | null
  readonly lines: readonly OrderLine[]
}

const PAGE = 200
const MOST = 1000

/** The order that the lines of a won deal make, or why there is none. */
export async function orderOf(
  { config, subjects }: StepCall<{ readonly reference?: string }>,
  service: DealLineService,
): Promise<Prepared> {
  const { deal, company } = subjects
  if (!deal || deal['status'] !== 'won') return { skipped: 'not_won' }
  const lines: OrderLine[] = []
  for (let cursor: string | null | undefined; cursor !== null && lines.length <= MOST;) {
    const page = await service.list({ id: deal.id, limit: PAGE, ...(cursor && { cursor }) })
    lines.push(...page.lines.map(lineOf))
    cursor = page.next_cursor
  }
  if (lines.length === 0) return { skipped: 'no_lines' }
  if (lines.length > MOST) return { skipped: 'too_many_lines' }
  const order: Order = {
    source: { system: 'rapport', deal_id: deal.id },
    reference: config.reference?.trim() || textIn(deal['name']),
    currency: textIn(deal['currency']),
    customer: company && { id: company.id, name: textIn(company['name']), vat_number: textIn(company['vat_number']) },
    lines,
  }
  return { effect: { deal_id: deal.id, order } }
}

type Line = Awaited<ReturnType<DealLineService['list']>>['lines'][number]

function lineOf({ sku, name, unit, quantity, unit_price, discount_percent, tax_rate, total_excl_tax }: Line, at: number): OrderLine {
  return {
    position: at + 1,
    sku,
    name,
    unit,
    quantity: decimal(quantity) ?? '0',
    unit_price: decimal(unit_price),
    discount_percent: decimal(discount_percent),
    tax_rate: decimal(tax_rate),
    total_excl_tax: decimal(total_excl_tax),
  }
}

// Never with an exponent.
function decimal(value: number | null): string | null {
  if (value === null) return null
  const text = String(value)
  return text.includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : text
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)
