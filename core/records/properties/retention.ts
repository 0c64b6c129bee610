import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { phrases } from '../search/grammar/phrases.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { customOf } from '../../kernel/storage/custom/column.ts'
import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import { Property } from '../../kernel/storage/custom/property.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { updateWithDeleted } from '../record-type/update-with-deleted.ts'
import { propertyObjects } from './objects.ts'

const KEPT_MS = 90 * 86_400_000
const INTERVAL_MS = 3_600_000
// Records that one transaction changes.
const BATCH = 500

/** Removes the values of properties that were archived 90 days ago, unless their name has been defined again. */
export class ArchivedValues implements BackgroundLoop {
  static readonly uses = { database: Database, units: Units, registry: Registry }
  readonly #uses: Resolved<typeof ArchivedValues.uses>
  readonly watches = []
  #looked = 0

  constructor(uses: Resolved<typeof ArchivedValues.uses>) {
    this.#uses = uses
  }

  /** Looks once an hour, at 100 archived properties at most. */
  async run(now: Date): Promise<Date | null> {
    if (now.getTime() < this.#looked + INTERVAL_MS && now.getTime() >= this.#looked) return new Date(this.#looked + INTERVAL_MS)
    this.#looked = now.getTime()
    const due = this.#uses.database.dialect === 'sqlite' ? now.getTime() - KEPT_MS : new Date(now.getTime() - KEPT_MS).toISOString()
    const query = this.#uses.database.tables().selectFrom(Property.table).select(['id', 'user_from', 'object', 'name'])
    for (const row of await query.where('deleted_at', '<=', due).limit(100).execute()) await this.#remove(row)
    return new Date(now.getTime() + INTERVAL_MS)
  }

  async #remove({ id, user_from, object, name }: Row): Promise<void> {
    const via = { type: 'system', id: 'clock', label: 'Clock' } as const
    const actor = new CurrentActor({ organization: String(user_from), user: 'system', scopes: new Set(), via })
    const removeNext = () =>
      this.#uses.units.write(actor, async (resolve) => {
        const records = resolve(Records)
        const left = await this.#clear(records, String(object), String(name))
        if (left < BATCH) await records.db.deleteFrom(Property.table).where('id', '=', String(id)).execute()
        return left
      })
    while ((await removeNext()) === BATCH);
  }

  async #clear(records: Records, object: string, name: string): Promise<number> {
    const of = propertyObjects(this.#uses.registry).find((each) => each.object === object)
    const isDefinedAgain = (await propertiesOf(records, object)).some((each) => each.name === name)
    if (!of || isDefinedAgain) return 0
    const { entity, column } = of
    const pairs = phrases[records.dialect].pairs(sql.ref(`${entity.table}.${column}`))
    const having = sql<SqlBool>`exists (select 1 from ${pairs} where pair.key = ${name})`
    const rows = await records.db.selectFrom(entity.table).selectAll().where(having).orderBy('id').limit(BATCH).execute()
    const updates = rows.map((row) => {
      const before = records.codec(entity).fromRow(row)
      const { [name]: _, ...custom } = customOf(before, column)
      return { before, changes: { [column]: custom } }
    })
    await updateWithDeleted(records, entity, updates)
    return rows.length
  }
}
