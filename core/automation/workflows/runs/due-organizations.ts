import { sql, type SqlBool } from 'kysely'
import { ofWorkingOrganization } from '../../../kernel/storage/records/working-organization.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import type { Database } from '../../../kernel/storage/units/database.ts'
import { WorkflowRun } from '../entity.ts'

// Runs that are looked at to find the organizations with work, and organizations that are found at most.
const WINDOW = 200

/** The organizations with runs that are due. */
export class DueOrganizations {
  readonly #database: Database
  readonly #codec: Codec<typeof WorkflowRun.fields>

  constructor(database: Database) {
    this.#database = database
    this.#codec = Codec.of(WorkflowRun.fields, database.dialect)
  }

  /** When the next run of any organization is due; null if none waits for a time. */
  async nextDue(): Promise<Date | null> {
    const row = await this.#waiting().select('wake_at').orderBy('wake_at').limit(1).executeTakeFirst()
    return row ? this.#codec.fromRow(row).wake_at : null
  }

  /** Those with runs that are due at `now`, in their order, beginning behind `last`. */
  async at(now: Date, last: string): Promise<readonly string[]> {
    // The first due runs name them; where there are more than that, the others are looked for in their shadow.
    const window = this.#due(now).where(ofWorkingOrganization(WorkflowRun)).select('user_from').orderBy('wake_at').limit(WINDOW)
    const rows = await this.#database
      .tables()
      .selectFrom(window.as('first'))
      .select(['user_from', sql<number>`count(*)`.as('runs')])
      .groupBy('user_from')
      .execute()
    const found = new Set(rows.map(({ user_from }) => String(user_from)))
    if (rows.reduce((sum, { runs }) => sum + Number(runs), 0) === WINDOW) for (const each of await this.#others(now)) found.add(each)
    const all = [...found].toSorted()
    return [...all.filter((each) => each > last), ...all.filter((each) => each <= last)]
  }

  // A loose scan of the index: one look-up for each organization that has runs which wait for a time.
  async #others(now: Date): Promise<readonly string[]> {
    const found: string[] = []
    for (let after = ''; found.length < WINDOW;) {
      const next = this.#waiting().select('user_from').where('user_from', '>', after).orderBy('user_from').limit(1)
      const row = await next.executeTakeFirst()
      if (!row) break
      after = String(row['user_from'])
      const isDue = await this.#due(now).select('id').where('user_from', '=', after).limit(1).executeTakeFirst()
      if (isDue) found.push(after)
    }
    return found
  }

  #waiting() {
    return this.#database.tables().selectFrom(WorkflowRun.table).where('wake_at', 'is not', null).where(ofWorkingOrganization(WorkflowRun))
  }

  #due(now: Date) {
    const isDue = sql<SqlBool>`wake_at <= ${this.#codec.toColumn('wake_at', now)}`
    return this.#database.tables().selectFrom(WorkflowRun.table).where(isDue)
  }
}
