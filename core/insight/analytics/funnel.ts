import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { PipelineService } from '../../crm/pipelines/service.ts'
import { CurrencyTotal, rounded } from '../../kernel/money/currency-total.ts'
import { shownSpan, spanOf } from '../../kernel/money/span.ts'
import { zero } from '../../kernel/money/tally.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { eachInTurns } from '../../kernel/values/turns.ts'
import { ratio } from './common.ts'
import { DealSelection } from './deal-selection.ts'
import { during } from './during.ts'
import type { FunnelAnswer, FunnelQuery } from './sales-schema.ts'

/** How far deals came, stage by stage. */
export class Funnel {
  static readonly uses = { records: Records, pipelines: PipelineService, deals: DealSelection }
  readonly #uses: Resolved<typeof Funnel.uses>

  constructor(uses: Resolved<typeof Funnel.uses>) {
    this.#uses = uses
  }

  /** How far the deals created in the span came, stage by stage. A stage counts as reached when a later one was, too. */
  async read({ pipeline_id, owner, ...days }: Static<typeof FunnelQuery>): Promise<Static<typeof FunnelAnswer>> {
    const pipeline = await this.#uses.pipelines.knownOrDefault(pipeline_id)
    const span = await spanOf(await calendarOf(this.#uses.records), days, 'm12')
    const created = during(this.#uses.records, sql.ref('created_at'), span)
    const deals = await this.#uses.deals.where(created, { pipeline_id: pipeline.id, owner }, ['amount', 'stage_id', 'stage_history'])
    const path = pipeline.stages.filter(({ type }) => type !== 'lost')
    const places = new Map(path.map(({ id }, at) => [id, at]))
    const total = new CurrencyTotal(span.currency)
    const ended = path.map(() => ({ subtotal: new CurrencyTotal(span.currency, total), deals: 0, lost: 0, open: 0 }))
    await eachInTurns(deals, (deal) => {
      // A deal that is won has passed all stages, however it came there.
      const visited = [deal.stage_id, ...deal.stage_history.flatMap(({ from, to }) => [from, to])]
      const end = ended[Math.max(0, ...visited.map((id) => places.get(id ?? '') ?? 0))]
      if (!end) return
      end.subtotal.addDeal(deal)
      end.deals += 1
      end.lost += deal.status === 'lost' ? 1 : 0
      end.open += deal.status === 'open' ? 1 : 0
    })
    const reached = (at: number) => ended.slice(at).reduce((sum, each) => sum + each.deals, 0)
    const stages = path.map(({ id, name, type }, at) => ({
      stage_id: id,
      name,
      type,
      reached: reached(at),
      amount: rounded(
        ended.slice(at).reduce((sum, { subtotal }) => sum.plus(subtotal.amount), zero),
        span.currency,
      ),
      conversion: at === path.length - 1 ? null : ratio(reached(at + 1), reached(at)),
      lost: ended[at]?.lost ?? 0,
      still_here: ended[at]?.open ?? 0,
    }))
    return {
      pipeline_id: pipeline.id,
      period: shownSpan(span),
      currency: span.currency,
      deals: deals.length,
      stages,
      conversion: ratio(deals.filter(({ status }) => status === 'won').length, deals.length),
      other_currencies: total.others,
    }
  }
}
