import { type Expression, sql, type SqlBool } from 'kysely'
import type { RunningJob, Step, JobHandler } from '../../kernel/feature/job-handler.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { withProperties } from '../search/grammar/defined.ts'
import { conditionOf } from '../search/page.ts'
import type { Filter } from '../search/grammar/condition.ts'
import { ExternalReference } from '../../kernel/storage/schema/external-id.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { References } from '../../kernel/storage/records/references.ts'
import { RecordTypes } from '../record-type/record-types.ts'
import type { Searchable } from '../search/grammar/searchable.ts'
import { List, ListMember } from './entity.ts'

/** What is done at once; more is a job, whose steps are of this size. */
export const AT_ONCE = 5000

// What of a list decides who is in it; a filter that is not saved yet is asked about in the same form.
type Found = Pick<List, 'id' | 'object' | 'type' | 'filter'>

// What a filter finds is added to a static list.
interface MembersJob {
  readonly list_id: string
  readonly object: string
  readonly filter: Filter
}

/** Who is in a list: of a dynamic one whom its filter finds, of a static one whom somebody added. */
export class ListMembers implements JobHandler {
  static readonly kind = 'list_members'
  static readonly uses = { records: Records, ids: Ids, types: RecordTypes }
  readonly #uses: Resolved<typeof ListMembers.uses>

  constructor(uses: Resolved<typeof ListMembers.uses>) {
    this.#uses = uses
  }

  /** Adds what a filter finds, in the order of the ids. */
  async step({ input, at, done, result }: RunningJob<MembersJob, string, { added: number }>): Promise<Step> {
    const { list_id, object, filter } = input
    const [list] = await this.#uses.records.findBy(List, 'id', [list_id])
    if (!list) return { done, result: { ...result } }
    const found = await this.next(object, filter, at)
    const added = (result?.added ?? 0) + (await this.add(list, found))
    return { done: done + found.length, result: { added }, ...(found.length === AT_ONCE && { next: found.at(-1) }) }
  }

  /** What the filter of a list of these records can name. */
  searchOf(object: string): Searchable {
    return this.#uses.types.get(object).search
  }

  /** The condition that a record is in the list, for statements over its object. */
  async condition({ id, object, type, filter }: Found): Promise<Expression<SqlBool>> {
    const of = this.searchOf(object)
    if (type === 'dynamic')
      return conditionOf(this.#uses.records, await withProperties(this.#uses.records, of, filter), { filter: filter ?? { and: [] } })
    return sql<SqlBool>`${sql.ref(`${of.entity.table}.id`)} in ${this.#added(id, object)}`
  }

  /** Live records in the list that the caller sees. */
  async count(list: Found): Promise<number> {
    return await this.#countOf(list.object, await this.condition(list))
  }

  /** Live records that a filter finds, as if there were a dynamic list of it. */
  async countBy(object: string, filter: Filter): Promise<number> {
    return await this.count({ id: '', object, type: 'dynamic', filter })
  }

  /** Ids of the next records that a filter finds, in the order of the ids, 5,000 at most; `after` is the last one of those before. */
  async next(object: string, filter: Filter, after: string | null): Promise<string[]> {
    const condition = await this.condition({ id: '', object, type: 'dynamic', filter })
    let query = this.#uses.records.db
      .selectFrom(this.searchOf(object).entity.table)
      .select('id')
      .where('deleted_at', 'is', null)
      .where(condition)
    if (after !== null) query = query.where('id', '>', after)
    return (await query.orderBy('id').limit(AT_ONCE).execute()).map(({ id }) => String(id))
  }

  /**
   * Adds records to a static list, in the order given, and answers how many were not in it. Ids must be those of live records: see `known`.
   */
  async add({ id: list_id, object }: Pick<List, 'id' | 'object'>, ids: readonly string[]): Promise<number> {
    const { unit } = this.#uses.records
    const known = await this.joined({ id: list_id, object }, ids)
    const added = [...new Set(ids)].filter((each) => !known.has(each))
    const own = { user_from: unit.actor.organization, list_id, object, added_by: unit.actor.user, added_at: unit.now }
    await this.#uses.records.insert(
      ListMember,
      added.map((record_id) => ({ id: this.#uses.ids.next(), ...own, record_id })),
    )
    if (added.length > 0) await this.#uses.records.note(List, [list_id], 'members_added', { members: [null, added.length] })
    return added.length
  }

  /** Removes records, also by the ids of what was merged into them; answers how many were in the list. */
  async remove({ id, object }: Pick<List, 'id' | 'object'>, given: readonly string[]): Promise<number> {
    const ids = await this.survivors(object, given)
    const rows = this.#rows(id, object)
    const mine = await rows.where(this.#means(ids)).execute()
    if (mine.length === 0) return 0
    const condition = this.#uses.records.anyOf(
      ListMember,
      'id',
      mine.map(({ row_id }) => row_id),
    )
    await this.#uses.records.db.deleteFrom(ListMember.table).where(condition).execute()
    const removed = new Set(mine.map(({ record_id }) => record_id)).size
    await this.#uses.records.note(List, [id], 'members_removed', { members: [removed, null] })
    return removed
  }

  /** Forgets all members of a list that becomes dynamic. */
  async clear({ id }: Pick<List, 'id'>): Promise<void> {
    await this.#uses.records.whole.db.deleteFrom(ListMember.table).where('list_id', '=', id).execute()
  }

  /** When these records joined a static list, by their ids. */
  async joined({ id, object }: Pick<List, 'id' | 'object'>, ids: readonly string[]): Promise<Map<string, Date>> {
    if (ids.length === 0) return new Map()
    const rows = await this.#rows(id, object).where(this.#means(ids)).orderBy('member.added_at', 'desc').execute()
    const codec = this.#uses.records.codec(ListMember)
    return new Map(rows.map((row) => [row.record_id, codec.fromRow(row).added_at]))
  }

  /** The ids of live records that these mean; throws `unknown_record` for the first that means none. */
  async known(object: string, given: readonly string[]): Promise<string[]> {
    const { entity } = this.searchOf(object)
    const ids = await this.survivors(object, given)
    const live = new Set((await this.#uses.records.findBy(entity, 'id', ids)).map(({ id }) => id))
    const at = ids.findIndex((each) => !live.has(each))
    if (at >= 0) throw invalid(`/ids/${at}`, 'unknown_record', `There is no record of ${object} with the id ${given[at]}`)
    return ids
  }

  /** The ids that these mean now: of a merged record the survivor's, of any other its own, in lower case. None is checked to exist. */
  async survivors(object: string, given: readonly string[]): Promise<string[]> {
    const ids = given.map((each) => each.toLowerCase())
    const merged = ids.length === 0 ? new Map() : await new References(this.#uses.records, this.#uses.ids, object).findMany('#merged', ids)
    return ids.map((each) => merged.get(each) ?? each)
  }

  async #countOf(object: string, condition: Expression<SqlBool>): Promise<number> {
    const counted = this.#uses.records.db.selectFrom(this.searchOf(object).entity.table).select(sql<number>`count(*)`.as('number'))
    const row = await counted.where('deleted_at', 'is', null).where(condition).executeTakeFirst()
    return Number(row?.number ?? 0)
  }

  #added(id: string, object: string) {
    return this.#joinedRows(id, object).select(meant.as('id'))
  }

  #rows(id: string, object: string) {
    return this.#joinedRows(id, object).select(['member.id as row_id', 'member.added_at as added_at', meant.as('record_id')])
  }

  // Whom a merged record means is looked up when somebody asks, so that the undo of a merge gives back its members, too.
  #joinedRows(id: string, object: string) {
    const member = sql`${sql.ref('member.record_id')}${this.#uses.records.dialect === 'postgresql' ? sql`::text` : sql``}`
    return this.#uses.records.db
      .selectFrom(`${ListMember.table} as member`)
      .leftJoin(`${ExternalReference.table} as merged`, (on) =>
        on
          .on('merged.object', '=', object)
          .on('merged.provider', '=', '#merged')
          .on(sql<SqlBool>`${sql.ref('merged.external_id')} = ${member}`),
      )
      .where('member.list_id', '=', id)
  }

  #means(ids: readonly string[]): Expression<SqlBool> {
    const list =
      this.#uses.records.dialect === 'postgresql'
        ? sql`= any(${ids}::uuid[])`
        : sql`in (select value from json_each(${JSON.stringify(ids)}))`
    return sql<SqlBool>`${meant} ${list}`
  }
}

// The record that a row of a static list means: the survivor where the member was merged.
const meant = sql<string>`coalesce(merged.record_id, member.record_id)`
