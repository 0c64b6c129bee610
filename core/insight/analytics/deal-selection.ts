import type { Static } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { PipelineService } from '../../crm/pipelines/service.ts'
import type { CurrencyTotal } from '../../kernel/money/currency-total.ts'
import type { Span } from '../../kernel/money/span.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { type DealField, dealsWhere, live, type RatedDeal } from './deal-states.ts'
import { during } from './during.ts'
import type { Sum } from './sales-schema.ts'

/** Narrows an analysis of deals to a pipeline and an owner. */
export interface DealScope {
  readonly pipeline_id?: string | undefined
  readonly owner?: string | undefined
}

/** The deals that an analysis reads: live ones that the caller may see. */
export class DealSelection {
  static readonly uses = { records: Records, pipelines: PipelineService }
  readonly #uses: Resolved<typeof DealSelection.uses>

  constructor(uses: Resolved<typeof DealSelection.uses>) {
    this.#uses = uses
  }

  /** Deals that meet a condition, with these fields; throws `invalid_input` for a pipeline that does not exist. */
  async where<N extends DealField>(
    condition: ReturnType<typeof sql>,
    { pipeline_id, owner }: DealScope,
    names: readonly N[],
  ): Promise<RatedDeal<N>[]> {
    if (pipeline_id !== undefined) await this.#uses.pipelines.knownOrDefault(pipeline_id)
    const scope = [
      ...(pipeline_id === undefined ? [] : [sql`pipeline_id = ${pipeline_id}`]),
      ...(owner === undefined ? [] : [sql`owner_email = ${ownerMeant(owner, this.#uses.records.unit.actor)}`]),
    ]
    return await dealsWhere(this.#uses.records, sql<SqlBool>`(${sql.join([live, condition, ...scope], sql` and `)})`, names)
  }

  /** Won and lost deals that were closed in the span, with these fields. */
  async closed<N extends DealField>(span: Pick<Span, 'start' | 'end'>, scope: DealScope, names: readonly N[]): Promise<RatedDeal<N>[]> {
    return await this.where(sql`status <> 'open' and ${during(this.#uses.records, sql.ref('closed_at'), span)}`, scope, names)
  }
}

/**
 * Adds up the deals of one analysis; others have their turn between two of them, however the deals are divided into sums.
 */
export class DealSums {
  readonly #turns = new Turns()

  /** Adds deals to `total`, and answers it. */
  async add<D extends RatedDeal<'amount'>>(
    deals: readonly D[],
    total: CurrencyTotal,
    probabilityOf?: (deal: D) => number | null,
  ): Promise<CurrencyTotal> {
    for (const deal of deals) {
      total.addDeal(deal, probabilityOf && (probabilityOf(deal) ?? 0))
      if (this.#turns.areOver()) await this.#turns.next()
    }
    return total
  }

  /** The number of deals and their amount; adds them to `total`. */
  async shown(deals: readonly RatedDeal<'amount'>[], total: CurrencyTotal): Promise<Static<typeof Sum>> {
    return { count: deals.length, amount: (await this.add(deals, total)).value }
  }
}
