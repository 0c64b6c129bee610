import { CurrentActor } from '../operation/actor.ts'
import { ChangeRecord } from '../storage/change-record.ts'
import type { EntityTable } from '../storage/entity.ts'
import { Records } from '../storage/records.ts'
import { Units } from '../storage/units.ts'

const HOUR_MS = 3_600_000
const REVEALED = 'revealed'

/** Tells in the audit log whom secrets were shown to: of each secret once an hour at most, because lists that have some are polled. */
export class Revelations {
  static readonly inject = [Records, CurrentActor, Units] as const
  readonly #records: Records
  readonly #actor: CurrentActor
  readonly #units: Units

  constructor(records: Records, actor: CurrentActor, units: Units) {
    this.#records = records
    this.#actor = actor
    this.#units = units
  }

  /** Notes that the caller is shown the secrets of these rows. */
  async note(entity: EntityTable, ids: readonly string[]): Promise<void> {
    const told = await this.#told(ids)
    const untold = ids.filter((each) => !told.has(each))
    if (untold.length > 0) await this.#units.write(this.#actor, (resolve) => resolve(Records).note(entity, untold, REVEALED))
  }

  /** Those of which the log says already that the caller has seen them within the hour. */
  async #told(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const { db, unit } = this.#records
    const codec = this.#records.codec(ChangeRecord)
    const rows = await db
      .selectFrom(ChangeRecord.table)
      .selectAll()
      .where('record_id', 'in', ids)
      .where('action', '=', REVEALED)
      .where('created_at', '>', codec.toColumn('created_at', new Date(unit.now.getTime() - HOUR_MS)))
      .execute()
    const told = rows.map((row) => codec.fromRow(row))
    return new Set(told.filter(({ actor }) => (actor as { id: string }).id === this.#actor.via.id).map(({ record_id }) => record_id))
  }
}
