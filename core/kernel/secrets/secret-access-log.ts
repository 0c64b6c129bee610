import type { Resolved } from '../operation/operation.ts'
import { CurrentActor } from '../operation/actor.ts'
import { ChangeRecord } from '../storage/schema/change-record.ts'
import type { EntityTable } from '../storage/schema/entity.ts'
import { Records } from '../storage/records/records.ts'
import { Units } from '../storage/units/units.ts'

const HOUR_MS = 3_600_000
const REVEALED = 'revealed'

/** Writes to the audit log who was shown a secret; once an hour at most for each caller and secret, because lists are polled. */
export class SecretAccessLog {
  static readonly uses = { records: Records, actor: CurrentActor, units: Units }
  readonly #uses: Resolved<typeof SecretAccessLog.uses>

  constructor(uses: Resolved<typeof SecretAccessLog.uses>) {
    this.#uses = uses
  }

  /** Logs that the caller is shown the secrets of these rows. */
  async note(entity: EntityTable, ids: readonly string[]): Promise<void> {
    const logged = await this.#recentlyLogged(ids)
    const others = ids.filter((each) => !logged.has(each))
    if (others.length > 0) await this.#uses.units.write(this.#uses.actor, (resolve) => resolve(Records).note(entity, others, REVEALED))
  }

  /** The ids that were logged for this caller within the last hour. */
  async #recentlyLogged(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const { db, unit } = this.#uses.records
    const codec = this.#uses.records.codec(ChangeRecord)
    const rows = await db
      .selectFrom(ChangeRecord.table)
      .selectAll()
      .where('record_id', 'in', ids)
      .where('action', '=', REVEALED)
      .where('created_at', '>', codec.toColumn('created_at', new Date(unit.now.getTime() - HOUR_MS)))
      .execute()
    const entries = rows.map((row) => codec.fromRow(row))
    return new Set(entries.filter(({ actor }) => actor.id === this.#uses.actor.via.id).map(({ record_id }) => record_id))
  }
}
