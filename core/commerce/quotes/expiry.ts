import { type Kysely, sql, type SqlBool } from 'kysely'
import { Organization } from '../../platform/access/entity.ts'
import { todayOf } from '../../platform/access/organization.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { dayAfter, dayOf } from '../../kernel/values/calendar.ts'
import { Quote } from './entity.ts'

// Quotes that one transaction expires.
const BATCH = 500
// The database is read at most once in this interval.
const INTERVAL_MS = 60_000
const HOUR_MS = 3_600_000
// The offset of every time zone is a multiple of a quarter of an hour, so no day begins in between.
const QUARTER_MS = HOUR_MS / 4
// The time zones in which a day begins first and ends last are at most so far from UTC.
const EARLIEST = 14 * HOUR_MS

// The condition of the partial index, word for word: it holds only quotes that can expire.
const pending = sql<SqlBool>`status in ('sent', 'viewed') and deleted_at is null and valid_until is not null`

/** Lets open quotes of all organizations that are not suspended expire when their last day has passed in the time zone of the organization. */
export class ExpiringQuotes implements BackgroundLoop {
  static readonly uses = { database: Database, units: Units }
  readonly #uses: Resolved<typeof ExpiringQuotes.uses>
  readonly watches = [Quote, Organization]
  #looked = 0

  constructor(uses: Resolved<typeof ExpiringQuotes.uses>) {
    this.#uses = uses
  }

  /** Expires the quotes that are due, and answers when the next one can be. */
  async run(now: Date): Promise<Date | null> {
    // Every change of a quote wakes it; an expired one is refused by its date in the meantime.
    const since = now.getTime() - this.#looked
    if (since > 0 && since < INTERVAL_MS) return new Date(this.#looked + INTERVAL_MS)
    this.#looked = now.getTime()
    const reached = dayOf(new Date(now.getTime() + EARLIEST))
    for (const organization of await this.#organizations(reached)) await this.#expire(organization)
    return await this.#next(now)
  }

  async #organizations(reached: string): Promise<string[]> {
    const rows = await this.#uses.database
      .tables()
      .selectFrom(Quote.table)
      .select('user_from')
      .distinct()
      .where(pending)
      .where('valid_until', '<', reached)
      .where(ofWorkingOrganization(Quote))
      .execute()
    return rows.map(({ user_from }) => String(user_from))
  }

  async #expire(organization: string): Promise<number> {
    const via = { type: 'system', id: 'clock', label: 'Clock' } as const
    const actor = new CurrentActor({ organization, user: 'system', scopes: new Set(), via })
    let expired = 0
    for (;;) {
      const batch = await this.#uses.units.write(actor, async (resolve) => await expireDue(resolve(Records)))
      expired += batch
      if (batch < BATCH) return expired
    }
  }

  /** When the next quote can expire in some time zone. */
  async #next(now: Date): Promise<Date | null> {
    const first = await this.#first(this.#uses.database.tables(), dayOf(new Date(now.getTime() - EARLIEST)))
    if (!first) return null
    const { valid_until } = first
    const due = Date.parse(`${dayAfter(String(valid_until), 1)}T00:00:00Z`) - EARLIEST
    return new Date(Math.max(due, (Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS))
  }

  async #first(tables: Kysely<Tables>, from: string) {
    return await tables
      .selectFrom(Quote.table)
      .select('valid_until')
      .where(pending)
      .where('valid_until', '>=', from)
      .orderBy('valid_until')
      .limit(1)
      .executeTakeFirst()
  }
}

async function expireDue(records: Records): Promise<number> {
  const today = await todayOf(records)
  const due = records.db.selectFrom(Quote.table).selectAll().where(pending).where('valid_until', '<', today).orderBy('id').limit(BATCH)
  const rows = await (records.dialect === 'postgresql' ? due.forUpdate().skipLocked() : due).execute()
  const codec = records.codec(Quote)
  const quotes = rows.map((row) => codec.fromRow(row))
  return await records.update(
    Quote,
    quotes.map((before) => ({ before, changes: { status: 'expired' as const } })),
  )
}
