import type { Static } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { tally } from '../../kernel/money/tally.ts'
import { shownSpan, type Span, spanOf } from '../../kernel/money/span.ts'
import { lifecycleStages } from '../../records/search/grammar/lifecycle.ts'
import { LifecycleAnswer, LifecycleQuery } from './people-schema.ts'
import { ChangeRecord } from '../../kernel/storage/schema/change-record.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { byName, ratio } from './common.ts'
import { Records, type RowQuery } from '../../kernel/storage/records/records.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { textOrNull } from '../../kernel/values/scalar.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { during } from './during.ts'

/** Contacts by stage, and how they moved on. */
export class Lifecycle {
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof Lifecycle.uses>) {
    this.#records = records
  }

  /** Contacts by stage and source as they are now, and how often each move between two stages was made in the span. */
  async read({ owner, ...days }: Static<typeof LifecycleQuery>): Promise<Static<typeof LifecycleAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'quarter')
    const all = this.#live(Contact.table)
    const rows = owner === undefined ? all : all.where('assigned_to', '=', ownerMeant(owner, this.#records.unit.actor))
    const found = await tally(this.#records, rows, [sql.ref('lifecycle_stage'), sql.ref('primary_source')], [])
    const count = (some: typeof found) => some.reduce((sum, each) => sum + each.count, 0)
    const contacts = count(found)
    const byStage = Map.groupBy(found, ({ keys }) => textOrNull(keys[0]))
    const bySource = Map.groupBy(found, ({ keys }) => textOrNull(keys[1]))
    return {
      period: shownSpan(span),
      contacts,
      stages: [...lifecycleStages, null]
        .filter((each) => each !== null || byStage.has(null))
        .map((stage) => ({ stage, count: count(byStage.get(stage) ?? []), share: ratio(count(byStage.get(stage) ?? []), contacts) })),
      sources: byName(bySource).map(([source, own]) => {
        const customers = count(own.filter(({ keys }) => keys[0] === 'customer'))
        return { source, count: count(own), customers, share: ratio(customers, count(own)) }
      }),
      changes: await this.#changes(span, owner),
    }
  }

  // Read from the log of changes: a contact keeps no trace of stages that it passed through.
  async #changes(span: Span, owner: string | undefined) {
    const { db, dialect } = this.#records
    const stage = (at: 0 | 1) =>
      dialect === 'postgresql'
        ? sql`(changes -> 'lifecycle_stage' ->> ${sql.lit(at)})`
        : sql`json_extract(changes, ${sql.lit(`$.lifecycle_stage[${at}]`)})`
    const said =
      dialect === 'postgresql'
        ? sql<SqlBool>`(changes -> 'lifecycle_stage') is not null`
        : sql<SqlBool>`json_type(changes, '$.lifecycle_stage') = 'array'`
    let log = db
      .selectFrom(ChangeRecord.table)
      .where('entity_type', '=', 'contact')
      .where(said)
      .where(during(this.#records, sql.ref('created_at'), span))
    if (owner !== undefined)
      log = log.where(
        'record_id',
        'in',
        this.#live(Contact.table).select('id').where('assigned_to', '=', ownerMeant(owner, this.#records.unit.actor)),
      )
    const found = await tally(this.#records, log, [stage(0), stage(1)], [])
    return found
      .map(({ keys, count }) => ({ from: textOrNull(keys[0]), to: textOrNull(keys[1]), count }))
      .toSorted((a, b) => (`${a.from ?? ''}>${a.to ?? ''}` < `${b.from ?? ''}>${b.to ?? ''}` ? -1 : 1))
  }

  #live(table: string): RowQuery {
    return this.#records.db.selectFrom(table).where('deleted_at', 'is', null)
  }
}
