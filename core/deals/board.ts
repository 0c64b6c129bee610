import { type Static, Type } from '@sinclair/typebox'
import type { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { homeOf } from '../access/organization.ts'
import { Closed, Count, Id, Text } from '../kernel/schema.ts'
import { Stage } from '../pipelines/entity.ts'
import { PipelineService } from '../pipelines/service.ts'
import type { Row } from '../storage/codec.ts'
import { Records } from '../storage/records.ts'
import { exponentOf } from '../values/currency.ts'
import { Deal } from './entity.ts'
import { DealRecord, presentDeal } from './schema.ts'
import { amountSum } from './sums.ts'

// The same three figures for a stage and for each currency in it.
const sums = {
  count: Count('How many'),
  amount: Type.Number({ description: 'What they are worth, net' }),
  weighted_amount: Type.Number({ description: 'amount x probability, rounded once' }),
}
const { id: _, ...stage } = Stage.properties
const Column = Closed({
  stage_id: Type.String({ description: 'Stage' }),
  ...stage,
  ...sums,
  stuck_count: Count('Deals that are longer in the stage than it allows'),
  amounts: Type.Array(Closed({ currency: Type.String({ description: 'ISO 4217' }), ...sums }), {
    description: 'By currency, where nothing converts them',
  }),
  deals: Type.Array(DealRecord, { description: 'Those that entered last' }),
})

/** Query and answer of `GET /deals/board`. */
export const BoardQuery = Closed({
  pipeline_id: Type.Optional(Id('The default pipeline when left out')),
  owner: Type.Optional(Text(254, { description: 'Deals of this owner' })),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, default: 10, description: 'Deals shown in each stage' })),
})
export const Board = Closed({
  pipeline_id: Id('The pipeline'),
  pipeline_name: Type.String({ description: 'Name of the pipeline' }),
  currency: Type.String({ description: 'Of amount and weighted_amount of the stages: that of the organisation' }),
  stages: Type.Array(Column, { description: 'A column for each stage, in their order' }),
})

type Query = Static<typeof BoardQuery>
// Deals of one stage that have currency and probability in common.
interface Group {
  readonly currency: string
  readonly probability: number
  readonly count: number
  readonly stuck: number
  readonly amount: Decimal
}

/** A pipeline as a board: the sums of each stage from one query, and the deals that entered it last. */
export class DealBoard {
  static readonly inject = [Records, PipelineService] as const
  readonly #records: Records
  readonly #pipelines: PipelineService

  constructor(records: Records, pipelines: PipelineService) {
    this.#records = records
    this.#pipelines = pipelines
  }

  /**
   * Every stage of a pipeline in its order, empty ones too. Closed stages show their deals as the open ones do. Throws
   * `invalid_input` for a pipeline that is not there.
   */
  async read({ limit = 10, ...query }: Query): Promise<Static<typeof Board>> {
    const pipeline = await this.#pipelines.knownOrDefault(query.pipeline_id)
    const { currency } = await homeOf(this.#records)
    const groups = await this.#groups(pipeline.id, query)
    const stages = await Promise.all(
      pipeline.stages.map(async ({ id, ...rest }) => {
        const own = groups.get(id) ?? []
        return {
          stage_id: id,
          ...rest,
          ...totals(own, currency),
          count: own.reduce((sum, each) => sum + each.count, 0),
          stuck_count: own.reduce((sum, each) => sum + each.stuck, 0),
          amounts: [...Map.groupBy(own, (each) => each.currency)].map(([code, some]) => ({ currency: code, ...totals(some, code) })),
          deals: limit > 0 && own.length > 0 ? await this.#latest(pipeline.id, id, limit, query) : [],
        }
      }),
    )
    return { pipeline_id: pipeline.id, pipeline_name: pipeline.name, currency, stages }
  }

  /** What there is in each stage, by currency and probability, so that weights are computed exactly and not by the database. */
  async #groups(pipeline_id: string, query: Query): Promise<ReadonlyMap<string, Group[]>> {
    const { dialect, unit } = this.#records
    const sum = amountSum(dialect)
    const now = this.#records.codec(Deal).toColumn('stuck_at', unit.now)
    const rows = await this.#in(pipeline_id, query)
      .select(['stage_id', 'currency', 'probability', sql`count(*)`.as('number'), ...sum.columns])
      .select(sql`sum(case when status = 'open' and stuck_at <= ${now} then 1 else 0 end)`.as('stuck'))
      .groupBy(['stage_id', 'currency', 'probability'])
      .orderBy('currency')
      .execute()
    const groupOf = (row: Row): Group => ({
      currency: String(row['currency']),
      probability: Number(row['probability'] ?? 0),
      count: Number(row['number']),
      stuck: Number(row['stuck']),
      amount: sum.of(row),
    })
    const byStage = Map.groupBy(rows, (row) => String(row['stage_id']))
    return new Map([...byStage].map(([id, some]) => [id, some.map(groupOf)]))
  }

  /** The deals of a stage that came into it last. */
  async #latest(pipeline_id: string, stage_id: string, limit: number, query: Query): Promise<Static<typeof DealRecord>[]> {
    const rows = await this.#in(pipeline_id, query)
      .selectAll()
      .where('stage_id', '=', stage_id)
      .orderBy('stage_entered_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    const codec = this.#records.codec(Deal)
    return rows.map((row) => presentDeal(codec.fromRow(row) as unknown as Deal, this.#records.unit.now) as Static<typeof DealRecord>)
  }

  #in(pipeline_id: string, { owner }: Query) {
    const deals = this.#records.db.selectFrom(Deal.table).where('pipeline_id', '=', pipeline_id).where('deleted_at', 'is', null)
    return owner === undefined ? deals : deals.where('owner_email', '=', owner)
  }
}

/** Exact sums of what is in this currency; the weighted one is rounded once, to its decimals. */
function totals(groups: readonly Group[], currency: string) {
  const own = groups.filter((each) => each.currency === currency)
  const zero = own[0]?.amount.times(0)
  const amount = own.reduce((sum, each) => sum?.plus(each.amount), zero)
  const weighted = own.reduce((sum, each) => sum?.plus(each.amount.times(each.probability).dividedBy(100)), zero)
  return {
    count: own.reduce((sum, each) => sum + each.count, 0),
    amount: amount?.toNumber() ?? 0,
    weighted_amount: weighted?.toDecimalPlaces(exponentOf(currency)).toNumber() ?? 0,
  }
}
