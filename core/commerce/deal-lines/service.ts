import { type Static, Type } from '@sinclair/typebox'
import type { Settled } from '../documents/amounts.ts'
import { amountsOf, amountsToWrite } from './amounts.ts'
import { linesFromCatalog } from '../documents/catalog-lines.ts'
import { noteLines } from '../documents/line-history.ts'
import { type Line, Lines, valuesOf } from '../documents/lines.ts'
import { costsOf } from '../documents/margins.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import { LineInput, Lines as LineRecords, presentLines } from '../documents/schema.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { ById, Closed, described, Id, NextCursor, Nullable } from '../../kernel/operation/schema/schema.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { pricingOf } from './repricing.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Prices } from '../price-rules/prices.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { listFor } from '../../kernel/storage/records/place-cursor.ts'
import { pageOfAll, Paging } from '../../kernel/storage/records/whole-list.ts'
import { Deal } from '../../crm/deals/entity.ts'
import { DealLine } from './entity.ts'
import { DealService } from '../../crm/deals/service.ts'

/** Input of `PUT /deals/{id}/lines`: all lines, in their order; none = the deal has no lines. */
export const DealLinesInput = Closed({
  id: Id(),
  lines: Type.Array(LineInput, { maxItems: 1000, description: 'All lines, in their order' }),
})
/** Lines of a deal and what they come to now, in its currency. `amount` may differ: it is set by hand, or by the last replace. */
export const DealLines = Closed({
  deal_id: Id('The deal'),
  currency: Type.String({ description: 'ISO 4217, of all amounts' }),
  amount: Type.Number({ description: 'Of the deal' }),
  lines: described(LineRecords, 'What is sold, line by line'),
  total_excl_tax: Nullable(Type.Number({ description: 'Net total' })),
  tax_total: Nullable(Type.Number({ description: 'Tax' })),
  total_incl_tax: Nullable(Type.Number({ description: 'Gross total' })),
  margin: Nullable(Type.Number({ description: 'Net total less costs; null where a line has no cost' })),
  version: Type.Integer({ minimum: 0, description: 'Of the deal' }),
})
export type DealLines = Static<typeof DealLines>

/** What the list of lines is asked, and one page of it; the totals are those of all lines. */
export const DealLinesQuery = Closed({ ...ById.properties, ...Paging.properties })
/** One page of the lines of a deal, with the totals of all. */
export const DealLinesPage = Closed({
  ...DealLines.properties,
  lines: described(LineRecords, 'One page of what is sold, line by line'),
  next_cursor: NextCursor,
})

/** The product lines of a deal, which decide its amount when they are replaced. */
export class DealLineService {
  static readonly uses = { deals: DealService, records: Records, ids: Ids, prices: Prices }
  readonly #uses: Resolved<typeof DealLineService.uses>
  readonly #lines: Lines

  constructor(uses: Resolved<typeof DealLineService.uses>) {
    this.#uses = uses

    this.#lines = new Lines(uses.records, uses.ids, DealLine)
  }

  /** A page of the lines of a deal; throws `not_found`. */
  async list({ id, ...page }: Static<typeof DealLinesQuery>): Promise<Static<typeof DealLinesPage>> {
    const deal = await this.#uses.deals.get(id)
    const lines = (await this.#lines.of([deal.id])).get(deal.id) ?? []
    const all = this.#view(deal, lines, amountsOf(deal, lines.map(valuesOf)).amounts)
    const { items, next_cursor } = pageOfAll(listFor('lines of a deal', { id: deal.id }), all.lines, page, (line) => line.id)
    return { ...all, lines: [...items], next_cursor }
  }

  /**
   * Makes these the only lines; prices come from the price rules of its company, and the amount is what they come to without tax.
   * Throws `not_found`, `version_mismatch` under `If-Match`, and `invalid_input` for a line without a price, and for amounts that are
   * too big.
   */
  async replace({ id, lines: inputs }: Static<typeof DealLinesInput>, reply: Reply): Promise<() => DealLines> {
    const deal = await this.#uses.deals.forChange(id, reply)
    const { records, prices } = this.#uses
    const { lines } = await linesFromCatalog({ records, prices }, inputs, await pricingOf(records, deal))
    const settled = amountsToWrite(deal, lines)
    const amount = settled.amounts.total_excl_tax ?? 0
    const cost = costsOf(settled.lines, exponentOf(deal.currency))
    const known = (await this.#lines.of([deal.id])).get(deal.id) ?? []
    const written = await this.#lines.replace(deal.id, known, settled.lines)
    await noteLines(this.#uses.records, Deal, [{ id: deal.id, before: known, after: written.lines }])
    const touched = written.changed && amount === deal.amount && cost === deal.cost
    this.#uses.deals.change(deal, touched ? this.#touch(deal) : { amount, cost })
    return () => this.#view(deal, written.lines, settled.amounts)
  }

  // When only lines change, the version of the deal rises all the same, even within one millisecond.
  #touch({ updated_at, version }: Deal): Partial<Deal> {
    return updated_at.getTime() === this.#uses.deals.now.getTime() ? { version: version + 1 } : { updated_at: this.#uses.deals.now }
  }

  #view({ id, currency, amount, version }: Deal, lines: readonly Line[], amounts: Settled['amounts']): DealLines {
    const { total_excl_tax, tax_total, total_incl_tax, margin } = amounts
    const shown = presentLines({ lines }, this.#uses.deals.now)
    return { deal_id: id, currency, amount, ...shown, total_excl_tax, tax_total, total_incl_tax, margin, version }
  }
}
