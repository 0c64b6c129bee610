import type { SelectQueryBuilder } from 'kysely'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { Codec, type Row } from '../../kernel/storage/schema/codec.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import type { Database } from '../../kernel/storage/units/database.ts'
import { Report } from '../../insight/reports/entity.ts'

const MOST = 20

/** A report that is to be sent, or whose next time is not yet counted. */
export interface DueReport {
  readonly id: string
  readonly organization: string
}

/** Which reports of all organizations that are not suspended have something to do. */
export class DueReports {
  readonly #database: Database
  readonly #codec: Codec<typeof Report.fields>

  constructor(database: Database) {
    this.#database = database
    this.#codec = Codec.of(Report.fields, database.dialect)
  }

  /** Scheduled a moment ago: their next time is to be counted. */
  async uncounted(): Promise<readonly DueReport[]> {
    return await this.#found(this.#scheduled().where('next_run_at', 'is', null).orderBy('id'))
  }

  /** Those whose time has come, the oldest first. */
  async due(now: Date): Promise<readonly DueReport[]> {
    return await this.#found(
      this.#scheduled().where('next_run_at', '<=', this.#codec.toColumn('next_run_at', now)).orderBy('next_run_at').orderBy('id'),
    )
  }

  /** When the next one is due. */
  async next(now: Date): Promise<Date | null> {
    const later = this.#scheduled().where('next_run_at', '>', this.#codec.toColumn('next_run_at', now))
    const row = await later.select('next_run_at').orderBy('next_run_at').limit(1).executeTakeFirst()
    return row ? this.#codec.pick(row, ['next_run_at']).next_run_at : null
  }

  async #found(query: SelectQueryBuilder<Tables, string, Row>): Promise<readonly DueReport[]> {
    const rows = await query.select(['id', 'user_from']).limit(MOST).execute()
    return rows.map((row) => {
      const { id, user_from } = this.#codec.pick(row, ['id', 'user_from'])
      return { id, organization: user_from }
    })
  }

  #scheduled() {
    return this.#database
      .tables()
      .selectFrom(Report.table)
      .where('schedule', 'is not', null)
      .where('deleted_at', 'is', null)
      .where(ofWorkingOrganization(Report))
  }
}
