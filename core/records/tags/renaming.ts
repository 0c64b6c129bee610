import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RunningJob, Step, JobHandler } from '../../kernel/feature/job-handler.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { phrases } from '../search/grammar/phrases.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { tagKey, uniqueTags } from '../../kernel/values/tags.ts'
import { updateWithDeleted } from '../record-type/update-with-deleted.ts'
import { type Tagged, taggedObjects } from './objects.ts'

/** What is done at once; more is a job, whose steps are of this size. */
export const AT_ONCE = 500

/** What becomes of a tag in all records: another name, or nothing. */
export interface Renaming {
  /** In lower case. */
  readonly from: string
  readonly to: string | null
  readonly events: boolean
}
type Place = { readonly at: number; readonly after: string | null }

/** Renames or removes a tag in all records that have it, deleted ones included, some in a step. */
export class TagRenaming implements JobHandler {
  static readonly kind = 'rename_tag'
  static readonly uses = { records: Records, registry: Registry }
  readonly #records: Records
  readonly #objects: readonly Tagged[]

  constructor({ records, registry }: Resolved<typeof TagRenaming.uses>) {
    this.#records = records
    this.#objects = taggedObjects(registry)
  }

  async step({ input, at, done }: RunningJob<Renaming, Place>): Promise<Step> {
    const place = at ?? { at: 0, after: null }
    const of = this.#objects[place.at]
    if (!of) return { done }
    const ids = await this.#change(of, input, place.after)
    const last = ids.length === AT_ONCE ? { at: place.at, after: ids.at(-1) ?? null } : { at: place.at + 1, after: null }
    return { done: done + ids.length, ...(last.at < this.#objects.length && { next: last }) }
  }

  /** How many records have the tag, deleted ones included. */
  async count(from: string): Promise<number> {
    let number = 0
    for (const of of this.#objects) {
      const row = await this.#having(of, from)
        .select(sql<number>`count(*)`.as('number'))
        .executeTakeFirst()
      number += Number(row?.number ?? 0)
    }
    return number
  }

  /** At once, in all objects; for few records. */
  async all(renaming: Renaming): Promise<void> {
    for (const of of this.#objects) await this.#change(of, renaming, null)
  }

  async #change(of: Tagged, { from, to, events }: Renaming, after: string | null): Promise<string[]> {
    let query = this.#having(of, from).selectAll()
    if (after !== null) query = query.where('id', '>', after)
    const ordered = query.orderBy('id').limit(AT_ONCE)
    const rows = await (this.#records.dialect === 'postgresql' ? ordered.forUpdate() : ordered).execute()
    const codec = this.#records.codec(of.entity)
    const updates = rows.map((row) => {
      const before = codec.fromRow(row)
      return { before, changes: { tags: renamed(before.tags, from, to) } }
    })
    await updateWithDeleted(this.#records, of.entity, updates, { quietly: !events })
    return updates.map(({ before }) => before.id)
  }

  #having({ object }: Tagged, key: string) {
    const { whole } = this.#records
    const say = phrases[whole.dialect]
    const items = say.items(sql.ref(`${object}.tags`))
    return whole.db.selectFrom(object).where(sql<SqlBool>`exists (select 1 from ${items} where ${say.fold(sql`item.value`)} = ${key})`)
  }
}

function renamed(tags: readonly string[], from: string, to: string | null): string[] {
  return uniqueTags(tags.flatMap((each) => (tagKey(each) === from ? (to === null ? [] : [to]) : [each])))
}
