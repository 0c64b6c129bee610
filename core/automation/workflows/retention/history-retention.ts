import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { anyOf } from '../../../kernel/storage/records/any-of.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { deleteExpired, expiredAtOnce } from '../../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../../kernel/storage/units/hourly-retention.ts'
import { WorkflowEffect, WorkflowRun, WorkflowSkip, WorkflowStepLog } from '../entity.ts'

const KEPT_MS = 90 * 86_400_000
// Runs that one step looks at, and rows of each of their tables that it deletes.
const RUNS = 200
const ROWS = 1000

/** A place in the order in which runs have ended. */
type Ended = Pick<WorkflowRun, 'id' | 'user_from' | 'ended_at'>

/**
 * Deletes the history of runs 90 days after their end, and what events enrolled nothing; the runs stay, and those that have not ended keep
 * all of theirs. A process goes through the runs in the order of their ends, once from the first on, and then only through those that follow.
 */
export class HistoryRetention extends HourlyRetention {
  readonly #codec: Codec<typeof WorkflowRun.fields>
  #last: Ended | undefined

  constructor(uses: Resolved<typeof HourlyRetention.uses>) {
    super(uses)
    this.#codec = Codec.of(WorkflowRun.fields, uses.database.dialect)
  }

  protected override async forget(now: Date): Promise<boolean> {
    const before = now.getTime() - KEPT_MS
    const skips = await deleteExpired(this.database, WorkflowSkip, before)
    const { runs, left } = await this.database.transaction(async (tables) => {
      const ended = await this.#ended(tables, new Date(before))
      return { runs: ended, left: await this.#deleteHistories(tables, ended) }
    })
    if (!left) this.#last = runs.at(-1) ?? this.#last
    return left || runs.length === RUNS || skips === expiredAtOnce
  }

  // Locked, so that none of them is tried again meanwhile; one that somebody tries again just now ends later.
  async #ended(tables: Kysely<Tables>, before: Date): Promise<readonly Ended[]> {
    const at = (time: Date | null) => this.#codec.toColumn('ended_at', time)
    let query = tables
      .selectFrom(WorkflowRun.table)
      .select(['id', 'user_from', 'ended_at'])
      .where('ended_at', 'is not', null)
      .where(sql<SqlBool>`ended_at < ${at(before)}`)
    if (this.#last) query = query.where(sql<SqlBool>`(ended_at, id) > (${at(this.#last.ended_at)}, ${this.#last.id})`)
    query = query.orderBy('ended_at').orderBy('id').limit(RUNS)
    const rows = await (this.database.dialect === 'postgresql' ? query.forUpdate().skipLocked() : query).execute()
    return rows.map((row) => this.#codec.fromRow(row))
  }

  /** Answers whether there is more of them than one step deletes. */
  async #deleteHistories(tables: Kysely<Tables>, runs: readonly Ended[]): Promise<boolean> {
    let left = false
    for (const [organization, own] of Map.groupBy(runs, ({ user_from }) => user_from))
      for (const { table } of [WorkflowStepLog, WorkflowEffect])
        left = (await this.#deleteRows(tables, { table, organization, runs: own.map(({ id }) => id) })) === ROWS || left
    return left
  }

  async #deleteRows(
    tables: Kysely<Tables>,
    { table, organization, runs }: { readonly table: string; readonly organization: string; readonly runs: readonly string[] },
  ): Promise<number> {
    const old = tables
      .selectFrom(table)
      .select('id')
      .where('user_from', '=', organization)
      .where(anyOf('run_id', 'uuid', runs, this.database.dialect))
      .limit(ROWS)
    const { numDeletedRows } = await tables.deleteFrom(table).where('id', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  }
}
