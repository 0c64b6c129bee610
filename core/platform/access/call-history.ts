import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import { listPage, type Page } from '../../kernel/storage/records/listing.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { CallLog } from './call-log.ts'
import { ApiCall, ApiKey } from './entity.ts'
import { type ApiCallList, callFilters, callSorts } from './schema.ts'

const DAY_MS = 86_400_000

// One day of UTC; `errors` are answers of 400 and above, `rate_limited` those of them that are 429.
interface DailyUsage {
  readonly date: string
  readonly calls: number
  readonly errors: number
  readonly rate_limited: number
}

/** The logged calls of one organization, up to now. */
export class CallHistory {
  static readonly uses = { records: Records, log: CallLog }
  readonly #uses: Resolved<typeof CallHistory.uses>

  constructor(uses: Resolved<typeof CallHistory.uses>) {
    this.#uses = uses
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** Calls by filters, newest first; buffered log lines of this process are written first, so that the list is complete. */
  async list(query: Static<typeof ApiCallList>): Promise<Page<RecordOf<typeof ApiCall.fields>>> {
    await this.#uses.log.flush()
    return await listPage(this.#uses.records, ApiCall, query, { filters: callFilters, sorts: callSorts })
  }

  /** One entry for each of the last `days` days of UTC, today included, oldest first; also of a revoked key. Throws `not_found`. */
  async usageOf(id: string, days: number): Promise<DailyUsage[]> {
    const [key] = await this.#uses.records.findBy(ApiKey, 'id', [id])
    if (!key) throw new CrmError('not_found', `No API key has the id ${id}`)
    await this.#uses.log.flush()
    const from = new Date(Math.floor(this.now.getTime() / DAY_MS - days + 1) * DAY_MS)
    const codec = this.#uses.records.codec(ApiCall)
    const day =
      this.#uses.records.dialect === 'postgresql'
        ? sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`
        : sql<string>`strftime('%Y-%m-%d', created_at / 1000, 'unixepoch')`
    const rows = await this.#uses.records.db
      .selectFrom(ApiCall.table)
      .select(({ fn }) => [
        day.as('day'),
        fn.countAll().as('calls'),
        sql<number>`sum(case when status >= 400 then 1 else 0 end)`.as('errors'),
        sql<number>`sum(case when status = 429 then 1 else 0 end)`.as('rate_limited'),
      ])
      .where('api_key_id', '=', id)
      .where('created_at', '>=', codec.toColumn('created_at', from))
      .groupBy(day)
      .execute()
    const byDay = new Map(rows.map((row) => [row.day, row]))
    return Array.from({ length: days }, (_, index) => {
      const date = new Date(from.getTime() + index * DAY_MS).toISOString().slice(0, 10)
      const { calls = 0, errors = 0, rate_limited = 0 } = byDay.get(date) ?? {}
      return { date, calls: Number(calls), errors: Number(errors), rate_limited: Number(rate_limited) }
    })
  }
}
