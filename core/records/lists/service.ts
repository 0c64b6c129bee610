import type { Static } from '@sinclair/typebox'
import { Jobs } from '../../kernel/jobs/service.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Changes } from '../record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { checkSelection } from '../bulk/selection.ts'
import type { Filter } from '../search/grammar/condition.ts'
import { canonicalizeFilter } from '../search/grammar/canonical.ts'
import { sortingBy } from '../search/grammar/sort.ts'
import { listPage } from '../../kernel/storage/records/listing.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { List } from './entity.ts'
import { AT_ONCE, ListMembers } from './members.ts'
import { type ListCreate, type ListDelete, listFilters, listSorts, type ListUpdate, type Members, type MembersQuery } from './schema.ts'
import { StoredFilters } from '../record-type/stored-filters.ts'
import { membershipField } from './membership.ts'
import { usesOf } from './uses.ts'

/** Records by their ids or by a filter. */
interface Chosen {
  readonly ids?: readonly string[] | undefined
  readonly filter?: Filter | undefined
}
/** A list that was written, and the job that adds its members where they are many. */
interface Changed {
  readonly list: List
  readonly job_id?: string
  /** Members of a dynamic one, where they were counted before it was written. */
  readonly found?: number | undefined
}

/** Static lists and dynamic segments of records. */
export class ListService extends RecordStore<typeof List.fields> {
  static readonly uses = { ...storeParts, registry: Registry, members: ListMembers, jobs: Jobs, conditions: StoredFilters }
  readonly #uses: Resolved<typeof ListService.uses>

  constructor(uses: Resolved<typeof ListService.uses>) {
    super(uses, { entity: List, object: 'lists', keys: [], filters: listFilters, sorts: listSorts })
    this.#uses = uses
  }

  /**
   * A list with its first members, or the one of this external id, changed; `type` follows from whether a filter is given. Throws
   * `invalid_input`: `required` for a dynamic list without a filter, `not_allowed` for ids of a dynamic or a filter of a static one,
   * `unknown_record` for an id that means no live record; `conflict` where the known list is one of other records.
   */
  async create({ ids = [], ...input }: Static<typeof ListCreate>, reply: Reply): Promise<Changed> {
    const known = await this.references.findAny(input.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      return await this.#completed(await this.forChange(known), input, ids)
    }
    const { object, filter: given = null, type = given ? 'dynamic' : 'static' } = input
    const filter = await this.#settled(object, type, given)
    if (type === 'dynamic' && ids.length > 0) throw invalid('/ids', 'not_allowed', 'The members of a dynamic list follow from its filter')
    const members = await this.#uses.members.known(object, ids)
    const found = filter ? await this.#uses.members.countBy(object, filter) : undefined
    const list = await this.add({ ...input, type, filter })
    if (members.length > 0) await this.#uses.members.add(list, members)
    return { list, found }
  }

  /**
   * Changes of name and filter. A dynamic list that becomes static keeps whom it finds now, as a job when they are more than 5,000; a
   * static one that becomes dynamic forgets its members. Throws `not_found`, `version_mismatch`, `invalid_input`, and `conflict` (`in_use`) for a static one that becomes dynamic although conditions name it;
   * `forbidden` where others use the list and the caller does not see the records of all owners, of whom it says who is meant.
   */
  async update(id: string, changes: Changes<typeof ListUpdate>, reply: Reply): Promise<Changed> {
    return await this.#apply(await this.forChange(id, reply), changes)
  }

  async #completed(list: List, { object, ...given }: Omit<Static<typeof ListCreate>, 'ids'>, ids: readonly string[]): Promise<Changed> {
    if (object !== list.object)
      throw new CrmError('conflict', `The list of this external id is one of ${list.object}`, { existing_id: list.id })
    const { external_ids, ...changes } = given
    await this.complete(list, external_ids ? { external_ids } : {})
    const changed = await this.#apply(list, { ...changes, ...(changes.filter && { type: 'dynamic' as const }) })
    if (ids.length > 0) await this.addMembers(list.id, { ids })
    return changed
  }

  async #apply(list: List, changes: Changes<typeof ListUpdate>): Promise<Changed> {
    const was = { type: list.type, filter: list.filter }
    const type = changes.type ?? was.type
    if (type !== was.type || changes.filter !== undefined) await this.#refuseOthers(list.id)
    if (type === 'static' && changes.filter) throw invalid('/filter', 'not_allowed', 'A static list has no filter')
    const given = type === 'static' ? null : changes.filter
    const filter = given === undefined && was.filter ? was.filter : await this.#settled(list.object, type, given ?? null)
    if (type === 'dynamic') await this.#refuseNamed(list, '/type')
    this.change(list, { ...changes, type, filter })
    if (type === 'static' && was.type === 'dynamic' && was.filter) {
      const { job_id } = await this.#addFound(list, was.filter)
      return { list, ...(job_id !== undefined && { job_id }) }
    }
    if (type === 'dynamic' && was.type === 'static') await this.#uses.members.clear(list)
    return { list }
  }

  /**
   * Deletes the list, and none of its members. Throws `conflict` (`in_use`, with what uses it, or whose condition names it) while something does, unless
   * forced; `forbidden` as `update` does.
   */
  async discard({ id, force = false, purge = false }: Static<typeof ListDelete>, reply: Reply): Promise<void> {
    await this.#refuseOthers(id.toLowerCase())
    const used = force ? [] : await usesOf(this.records, this.#uses.registry, id.toLowerCase())
    if (used.length > 0) {
      const message = `The list is used by ${used.join(', ')}: send force to delete it all the same`
      throw new CrmError('conflict', message, { errors: [{ path: '/force', code: 'in_use', message }] })
    }
    const [live] = force ? [] : await this.records.findBy(List, 'id', [id.toLowerCase()])
    if (live) await this.#refuseNamed(live, '/force')
    await (purge ? this.purge(id, reply) : this.remove(id, reply))
  }

  // Campaigns and the like take from it whom they write to, whoever they belong to.
  async #refuseOthers(id: string): Promise<void> {
    const [used] = this.actor.sees === undefined ? [] : await usesOf(this.records, this.#uses.registry, id)
    if (used)
      throw new CrmError(
        'forbidden',
        `The list is used by ${used}: whom it means changes only who sees all records. Make another list instead`,
      )
  }

  // Without a static list, conditions that name it find nobody.
  async #refuseNamed({ id, object, type }: List, path: '/force' | '/type'): Promise<void> {
    if (type !== 'static') return
    const words = await this.#uses.conditions.saying([{ object, field: membershipField, values: new Map([[id, null]]) }])
    if (words.length === 0) return
    const wayOut = path === '/force' ? 'change them, or send force to delete it all the same' : 'change them first'
    const message = `Conditions name this list: ${wayOut}. ${words.join('; ')}`
    throw new CrmError('conflict', message, { errors: words.map((each) => ({ path, code: 'in_use', message: each })) })
  }

  /** For good, with whom it held. */
  override async purge(id: string, reply?: Reply): Promise<void> {
    await super.purge(id, reply)
    await this.#uses.members.clear({ id })
  }

  /** Live records in the list that the caller sees. */
  count(list: List): Promise<number> {
    return this.#uses.members.count(list)
  }

  /**
   * A page of the members with their records. `joined_at` is null in dynamic lists, which nobody joins. Throws `invalid_input` (`/sort`)
   * for a field by which these records are not sorted.
   */
  async members({ id, ...query }: Static<typeof MembersQuery>): Promise<Static<typeof Members>> {
    const list = await this.get(id)
    const of = this.#uses.members.searchOf(list.object)
    const sorting = await sortingBy(this.records, of, query.sort)
    const where = await this.#uses.members.condition(list)
    const { items, next_cursor } = await listPage(this.records, of.entity, query, { filters: {}, ...sorting, where, search: list.id })
    const ids = items.map(({ id }) => id)
    const joined = list.type === 'static' ? await this.#uses.members.joined(list, ids) : new Map<string, Date>()
    const shown = await this.#shown(list.object, items)
    return {
      members: ids.map((each, at) => ({ id: each, joined_at: joined.get(each)?.toISOString() ?? null, record: shown[at] ?? {} })),
      next_cursor,
    }
  }

  /**
   * Adds records by ids or by a filter, not both; what a filter finds is a job when it is more than 5,000. Throws `conflict` for a dynamic
   * list and `invalid_input` for an id that means no live record and for a filter without a condition, before anything is added. `isDry`: only
   * counts how many are meant.
   */
  async addMembers(id: string, { ids, filter }: Chosen, { isDry = false }: { readonly isDry?: boolean | undefined } = {}) {
    const list = await this.#static(id)
    checkSelection({ ids, filter })
    const { members } = this.#uses
    if (filter !== undefined) {
      await this.#settled(list.object, 'dynamic', filter)
      return isDry ? { matched: await members.countBy(list.object, filter) } : await this.#addFound(list, filter)
    }
    const known = await members.known(list.object, ids ?? [])
    return { matched: known.length, ...(!isDry && { added: await members.add(list, known) }) }
  }

  /** Takes records out and answers how many were in; ids that are not are passed over. Throws `conflict` for a dynamic list. */
  async removeMembers(id: string, ids: readonly string[]): Promise<number> {
    return await this.#uses.members.remove(await this.#static(id), ids)
  }

  /** How many live records a filter finds, and the newest of them; nothing is stored. */
  async preview(object: string, filter: Filter, limit: number) {
    await this.#settled(object, 'dynamic', filter)
    const of = this.#uses.members.searchOf(object)
    const where = await this.#uses.members.condition({ id: '', object, type: 'dynamic', filter })
    const { items } = await listPage(this.records, of.entity, { limit }, { filters: {}, sorts: of.sorts, where })
    return { count: await this.#uses.members.countBy(object, filter), sample: await this.#shown(object, items) }
  }

  async #addFound(list: List, filter: Filter): Promise<{ matched: number; added?: number; job_id?: string }> {
    const matched = await this.#uses.members.countBy(list.object, filter)
    if (matched <= AT_ONCE)
      return { matched, added: await this.#uses.members.add(list, await this.#uses.members.next(list.object, filter, null)) }
    const job = await this.#uses.jobs.start(ListMembers, {
      input: { list_id: list.id, object: list.object, filter },
      recordId: list.id,
      total: matched,
    })
    return { matched, job_id: job.id }
  }

  async #static(id: string): Promise<List> {
    const list = await this.forChange(id)
    if (list.type === 'dynamic') throw new CrmError('conflict', 'The members of a dynamic list follow from its filter: change the filter')
    return list
  }

  /** The filter as it is kept; null of a static list. */
  async #settled(object: string, type: List['type'], filter: Filter | null): Promise<Filter | null> {
    if (type === 'static') {
      if (filter) throw invalid('/filter', 'not_allowed', 'A static list has no filter')
      return null
    }
    if (!filter) throw invalid('/filter', 'required', 'A dynamic list has a filter')
    return await canonicalizeFilter(this.records, this.#uses.members.searchOf(object), filter)
  }

  // As events show the full record, which is how its own operations do.
  async #shown(object: string, items: readonly object[]): Promise<Record<string, unknown>[]> {
    const { entity } = this.#uses.members.searchOf(object)
    const watch = this.#uses.registry.watches.find((each) => each.entity.table === entity.table)
    if (!watch) return []
    const today = await this.records.dayFor(watch)
    return items.map((each) => watch.record(each, this.now, today))
  }
}
