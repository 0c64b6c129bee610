import { sql, type SqlBool } from 'kysely'
import { deleteExpired, expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { EmailHit } from './entity.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 30 * DAY_MS
const NETWORKS_KEPT_MS = 7 * DAY_MS

// The condition of the partial index, word for word.
const known = sql<SqlBool>`"network" is not null`

/** Forgets from which network hits came after 7 days, and hits after 30: what they were is counted by their messages. */
export class HitRetention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    const cleared = await this.#forgetNetworks(new Date(now.getTime() - NETWORKS_KEPT_MS))
    const deleted = await deleteExpired(this.database, EmailHit, now.getTime() - KEPT_MS)
    return cleared === expiredAtOnce || deleted === expiredAtOnce
  }

  async #forgetNetworks(before: Date): Promise<number> {
    const at = Codec.of(EmailHit.fields, this.database.dialect).toColumn('at', before)
    return await this.database.transaction(async (tables) => {
      const old = tables.selectFrom(EmailHit.table).select('id').where(known).where('at', '<', at).orderBy('id').limit(expiredAtOnce)
      const { numUpdatedRows } = await tables.updateTable(EmailHit.table).set({ network: null }).where('id', 'in', old).executeTakeFirst()
      return Number(numUpdatedRows)
    })
  }
}
