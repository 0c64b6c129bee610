import { sql, type SqlBool } from 'kysely'
import { CurrentActor } from '../../../kernel/operation/actor.ts'
import type { Field, RecordOf } from '../../../kernel/operation/schema/fields.ts'
import { ofWorkingOrganization } from '../../../kernel/storage/records/working-organization.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import type { EntityTable } from '../../../kernel/storage/schema/entity.ts'
import type { Database } from '../../../kernel/storage/units/database.ts'
import { systemActor } from './actor.ts'

interface Timed {
  readonly user_from: Field<string>
  readonly next_at: Field<Date | null>
}

/** The rows of all organizations that are not suspended, of which each says when it is due next; null never is. */
export class DueRows<F extends Timed & EntityTable['fields']> {
  readonly #database: Database
  readonly #entity: EntityTable<F>
  readonly #codec: Codec<F>

  constructor(database: Database, entity: EntityTable<F>) {
    this.#database = database
    this.#entity = entity
    this.#codec = Codec.of(entity.fields, database.dialect)
  }

  /** When the first of them is due. */
  async next(): Promise<Date | null> {
    const row = await this.#database
      .tables()
      .selectFrom(this.#entity.table)
      .select('next_at')
      .where('next_at', 'is not', null)
      .where(ofWorkingOrganization(this.#entity))
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst()
    return row ? this.#codec.fromRow(row).next_at : null
  }

  /** Does `work` with those that are due, in one transaction and for their organization each; none that another process holds. Answers how many. */
  async take(now: Date, limit: number, work: (records: Records, row: RecordOf<F>) => Promise<void>): Promise<number> {
    return await this.#database.transaction(async (tables) => {
      const query = tables
        .selectFrom(this.#entity.table)
        .selectAll()
        .where(sql<SqlBool>`next_at <= ${this.#codec.toColumn('next_at', now)}`)
        .where(ofWorkingOrganization(this.#entity))
        .orderBy('next_at')
        .limit(limit)
      const rows = await (this.#database.dialect === 'postgresql' ? query.forUpdate().skipLocked() : query).execute()
      for (const row of rows.map((each) => this.#codec.fromRow(each))) {
        const actor = new CurrentActor(systemActor(row.user_from))
        await work(this.#database.recordsWithin(tables, { actor, now }), row)
      }
      return rows.length
    })
  }
}
