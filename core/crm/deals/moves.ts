import { sql } from 'kysely'
import { project } from '../../kernel/storage/records/project.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Pipeline, Stage } from '../pipelines/entity.ts'
import type { PipelineMembers } from '../pipelines/members.ts'
import type { Place } from '../pipelines/places.ts'
import { Deal, dealFields } from './entity.ts'
import { enterStage } from './stage.ts'

const DAY_HOURS = 24

/** Moves all deals of a pipeline or stage as a set: each with its history and events, as if it had been moved alone. */
export class DealMoves implements PipelineMembers {
  readonly fields = Object.entries(dealFields).flatMap(([name, { access }]) => (access === 'write' ? [name] : []))
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  async count(pipeline_id: string, stage_id?: string): Promise<number> {
    const row = await this.#in(pipeline_id, stage_id)
      .select(sql<number>`count(*)`.as('number'))
      .executeTakeFirst()
    return Number(row?.number ?? 0)
  }

  async move(from: { readonly pipeline_id: string; readonly stage_id?: string }, placeOf: (deal: Deal) => Place): Promise<void> {
    const { now } = this.#records.unit
    const deals = await this.#lock(from.pipeline_id, from.stage_id)
    await this.#records.update(
      Deal,
      deals.map((before) => ({ before, changes: enterStage(placeOf(before), now, before) })),
    )
  }

  /** A deal whose probability was set by hand keeps it, unless the type of the stage is another. */
  async followStage({ pipeline, stage }: Place, old: Stage): Promise<void> {
    if (stage.type === old.type && stage.probability === old.probability) return
    const { now } = this.#records.unit
    const deals = await this.#lock(pipeline.id, stage.id)
    await this.#records.update(
      Deal,
      deals.map((before) => {
        const follows = stage.type !== old.type || before.probability === old.probability
        const changes = { ...(follows && { probability: stage.probability }), ...enterStage({ pipeline, stage }, now, before) }
        return { before, changes }
      }),
    )
  }

  async copyStage({ pipeline, stage }: Place): Promise<void> {
    const { stuck_after_days: days } = stage
    await project(this.#records, Deal, {
      where: { pipeline_id: pipeline.id, stage_id: stage.id },
      set: { stage_name: stage.name, stuck_at: days === null ? null : this.#daysLater(days) },
    })
  }

  async copyName({ id, name }: Pipeline): Promise<void> {
    await project(this.#records, Deal, { where: { pipeline_id: id }, set: { pipeline_name: name } })
  }

  #daysLater(days: number) {
    return this.#records.dialect === 'postgresql'
      ? sql`stage_entered_at + ${days * DAY_HOURS} * interval '1 hour'`
      : sql`stage_entered_at + ${days * DAY_HOURS} * 3600000`
  }

  #in(pipeline_id: string, stage_id?: string) {
    const deals = this.#records.db.selectFrom(Deal.table).where('pipeline_id', '=', pipeline_id).where('deleted_at', 'is', null)
    return stage_id === undefined ? deals : deals.where('stage_id', '=', stage_id)
  }

  async #lock(pipeline_id: string, stage_id?: string): Promise<Deal[]> {
    const rows = this.#in(pipeline_id, stage_id).selectAll().orderBy('id')
    const codec = this.#records.codec(Deal)
    // Sets lock in the order of the ids, so that two of them cannot wait for each other.
    const found = await (this.#records.dialect === 'postgresql' ? rows.forUpdate() : rows).execute()
    return found.map((row) => codec.fromRow(row))
  }
}
