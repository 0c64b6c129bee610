import { type Static, Type } from '@sinclair/typebox'
import type { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { otherCurrencies, CurrencyTotal } from '../../kernel/money/currency-total.ts'
import { dealRate, type ZonedHome, zonedHome } from '../../platform/currencies/rates.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Closed, Count, Id, OwnerText } from '../../kernel/operation/schema/schema.ts'
import { Stage } from '../pipelines/entity.ts'
import { PipelineService } from '../pipelines/service.ts'
import { tally, type Tallied, zero } from '../../kernel/money/tally.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { Deal } from './entity.ts'
import { DealRecord, presentDeal } from './schema.ts'
import { numberOrNull } from '../../kernel/values/scalar.ts'

// Three figures of each stage, and of each currency in it.
const sums = {
  count: Count('How many'),
  amount: Type.Number({ description: 'Sum of their amounts, net' }),
  weighted_amount: Type.Number({ description: 'amount x probability, rounded once' }),
}
const { id: _, ...stage } = Stage.properties
const Column = Closed({
  stage_id: Type.String({ description: 'Stage' }),
  ...stage,
  ...sums,
  stuck_count: Count('Deals that are longer in the stage than it allows'),
  amounts: Type.Array(Closed({ currency: Type.String({ description: 'ISO 4217' }), ...sums }), {
    description: 'By currency, each in its own',
  }),
  deals: Type.Array(DealRecord, { description: 'Deals that entered the stage last' }),
})

/** Query of `GET /deals/board`. */
export const BoardQuery = Closed({
  pipeline_id: Type.Optional(Id('The default pipeline when left out')),
  owner: Type.Optional(OwnerText('Deals of this owner; me = yours')),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, default: 10, description: 'Deals shown in each stage' })),
})
/** Answer of `GET /deals/board`. */
export const Board = Closed({
  pipeline_id: Id('The pipeline'),
  pipeline_name: Type.String({ description: 'Name of the pipeline' }),
  currency: Type.String({ description: 'Of amount and weighted_amount of the stages: that of the organization' }),
  stages: Type.Array(Column, { description: 'A column for each stage, in their order' }),
  other_currencies: otherCurrencies,
})

type Query = Static<typeof BoardQuery>
// Deals of one stage with the same currency, rate and probability.
interface Group {
  readonly currency: string
  readonly rate: number | null
  readonly probability: number
  readonly count: number
  readonly stuck: number
  readonly amount: Decimal
}

/** Shows a pipeline as a board: the sums of each stage, read in one query, and the deals that entered it last. */
export class DealBoard {
  static readonly uses = { records: Records, pipelines: PipelineService }
  readonly #uses: Resolved<typeof DealBoard.uses>

  constructor(uses: Resolved<typeof DealBoard.uses>) {
    this.#uses = uses
  }

  /**
   * All stages of a pipeline in their order, also empty and closed ones. Throws `unknown_record` for a pipeline that does not exist.
   */
  async read({ limit = 10, ...query }: Query): Promise<Static<typeof Board>> {
    const pipeline = await this.#uses.pipelines.knownOrDefault(query.pipeline_id)
    const home = await zonedHome(this.#uses.records)
    const groups = await this.#groups(pipeline.id, query, home)
    const all = new CurrencyTotal(home.currency)
    const stages = await Promise.all(
      pipeline.stages.map(async ({ id, ...rest }) => {
        const own = groups.get(id) ?? []
        return {
          stage_id: id,
          ...rest,
          ...totals(own, new CurrencyTotal(home.currency, all)),
          stuck_count: own.reduce((sum, each) => sum + each.stuck, 0),
          amounts: [...Map.groupBy(own, (each) => each.currency)].map(([code, some]) => ({
            currency: code,
            ...totals(some, new CurrencyTotal(code)),
          })),
          deals: limit > 0 && own.length > 0 ? await this.#latest(pipeline.id, id, limit, query) : [],
        }
      }),
    )
    return {
      pipeline_id: pipeline.id,
      pipeline_name: pipeline.name,
      currency: home.currency,
      stages,
      other_currencies: all.others,
    }
  }

  /**
   * The deals of each stage, summed by currency, rate and probability, so that weights are computed here, exactly, and not by the
   * database.
   */
  async #groups(pipeline_id: string, query: Query, home: ZonedHome): Promise<ReadonlyMap<string, Group[]>> {
    const now = this.#uses.records.codec(Deal).toColumn('stuck_at', this.#uses.records.unit.now)
    const keys = [...['stage_id', 'currency', 'probability'].map((name) => sql.ref(name)), dealRate(this.#uses.records, home, Deal.table)]
    const values = [
      { kind: 'money', sql: sql.ref('amount') },
      { kind: 'number', sql: sql`(case when status = 'open' and stuck_at <= ${now} then 1 else 0 end)` },
    ] as const
    const found = await tally(this.#uses.records, this.#in(pipeline_id, query), keys, values)
    const sorted = found.toSorted((a, b) => (String(a.keys[1]) < String(b.keys[1]) ? -1 : 1))
    return new Map([...Map.groupBy(sorted, ({ keys }) => String(keys[0]))].map(([id, some]) => [id, some.map(groupOf)]))
  }

  /** The deals that entered a stage last. */
  async #latest(pipeline_id: string, stage_id: string, limit: number, query: Query): Promise<Static<typeof DealRecord>[]> {
    const rows = await this.#in(pipeline_id, query)
      .selectAll()
      .where('stage_id', '=', stage_id)
      .orderBy('stage_entered_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    const codec = this.#uses.records.codec(Deal)
    return rows.map((row) => presentDeal(codec.fromRow(row), this.#uses.records.unit.now))
  }

  #in(pipeline_id: string, { owner }: Query) {
    const deals = this.#uses.records.db.selectFrom(Deal.table).where('pipeline_id', '=', pipeline_id).where('deleted_at', 'is', null)
    return owner === undefined ? deals : deals.where('owner_email', '=', ownerMeant(owner, this.#uses.records.unit.actor))
  }
}

function groupOf({ keys: [, currency, probability, rate], count, values: [amount, stuck] }: Tallied): Group {
  return {
    currency: String(currency),
    rate: numberOrNull(rate),
    probability: Number(probability ?? 0),
    count,
    stuck: stuck?.sum.toNumber() ?? 0,
    amount: amount?.sum ?? zero,
  }
}

/**
 * Exact sums in the currency of `total`; the weighted one is rounded once, to its decimals. All deals count, also those left out of the
 * sums.
 */
function totals(groups: readonly Group[], total: CurrencyTotal) {
  for (const { currency, amount, rate, probability, count } of groups) total.add(currency, amount, { rate, probability, count })
  return { count: groups.reduce((sum, { count }) => sum + count, 0), amount: total.value, weighted_amount: total.weightedValue }
}
