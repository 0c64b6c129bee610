import { sql } from 'kysely'
import type { Stage } from '../pipelines/entity.ts'
import { Records } from '../../kernel/storage/records.ts'
import { Deal } from './entity.ts'
import { entered, type Place } from './stage.ts'

const DAY_HOURS = 24

/** Changes of all deals of a pipeline or stage, as sets: each with its history and events, as if it had been moved alone. */
export class DealMoves {
  static readonly inject = [Records] as const
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  /** How many live deals are in a pipeline, or in one stage of it. */
  async count(pipeline_id: string, stage_id?: string): Promise<number> {
    const row = await this.#in(pipeline_id, stage_id)
      .select(sql<number>`count(*)`.as('number'))
      .executeTakeFirst()
    return Number(row?.['number'] ?? 0)
  }

  /** Moves every deal of a pipeline, or of one stage of it, to where `placeOf` says. */
  async move(from: { readonly pipeline_id: string; readonly stage_id?: string }, placeOf: (deal: Deal) => Place): Promise<void> {
    const { now } = this.#records.unit
    const deals = await this.#lock(from.pipeline_id, from.stage_id)
    await this.#records.update(
      Deal,
      deals.map((before) => ({ before, changes: entered(placeOf(before), now, before) })),
    )
  }

  /** Lets the deals of a stage follow its type and its probability; one whose probability was set by hand keeps it. */
  async follow({ pipeline, stage }: Place, old: Stage): Promise<void> {
    if (stage.type === old.type && stage.probability === old.probability) return
    const { now } = this.#records.unit
    const deals = await this.#lock(pipeline.id, stage.id)
    await this.#records.update(
      Deal,
      deals.map((before) => {
        const follows = stage.type !== old.type || before.probability === old.probability
        return { before, changes: { ...(follows && { probability: stage.probability }), ...entered({ pipeline, stage }, now, before) } }
      }),
    )
  }

  /** Shows another name or threshold of a stage on its deals; that is no change of theirs. */
  async show({ pipeline, stage }: Place): Promise<void> {
    const { stuck_after_days: days } = stage
    const { db, dialect } = this.#records
    const until =
      dialect === 'postgresql'
        ? sql`stage_entered_at + ${days === null ? null : days * DAY_HOURS} * interval '1 hour'`
        : sql`stage_entered_at + ${days === null ? null : days * DAY_HOURS} * 3600000`
    await db
      .updateTable(Deal.table)
      .set({ stage_name: stage.name, stuck_at: days === null ? null : until })
      .where('pipeline_id', '=', pipeline.id)
      .where('stage_id', '=', stage.id)
      .execute()
  }

  /** Shows another name of a pipeline on its deals; that is no change of theirs. */
  async showName({ id, name }: Place['pipeline']): Promise<void> {
    await this.#records.db.updateTable(Deal.table).set({ pipeline_name: name }).where('pipeline_id', '=', id).execute()
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
