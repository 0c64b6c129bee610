import type { FilterFields, FilterOwner } from '../../kernel/feature/filter-owner.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { Filter } from '../search/grammar/condition.ts'
import { foundAt } from '../search/grammar/parse.ts'
import type { Searchable } from '../search/grammar/searchable.ts'
import { foldText, itemsOf } from '../search/grammar/text.ts'
import { RecordTypes } from './record-types.ts'

/** So many conditions in the way are told. */
const MOST_TOLD = 20

/** A field of one record type as conditions name it, also by way of a related record: `tier`, `custom.size`. */
export interface Named {
  /** Plural. */
  readonly object: string
  readonly field: string
}
/** Values of a field that are called otherwise by now. */
export interface Renamed extends Named {
  /** New values by the former ones, which are the same in any case. */
  readonly values: ReadonlyMap<string, string>
  /** Records hold several of them. */
  readonly list: boolean
}

/** Values of a field that are gone. */
export interface Gone extends Named {
  /** What takes the place of each; null where nothing does. */
  readonly values: ReadonlyMap<string, string | null>
}

/** Filters that lists, reports and workflows store: they go on finding the same records when values of records are renamed. */
export class StoredFilters {
  static readonly uses = { records: Records, registry: Registry, types: RecordTypes }
  readonly #uses: Resolved<typeof StoredFilters.uses>
  readonly #owners: readonly FilterOwner[]

  constructor(uses: Resolved<typeof StoredFilters.uses>) {
    this.#uses = uses

    this.#owners = uses.registry.all('filterOwners')
  }

  /** The live records whose condition names the field. */
  async naming(named: Named): Promise<{ type: string; id: string; name: string }[]> {
    const found: { type: string; id: string; name: string }[] = []
    for (const owner of this.#owners)
      for (const { before, filter } of await this.#stored(owner)) {
        const of = this.#uses.types.find(before.object)?.search
        if (before.deleted_at || !of || !namedIn(filter, of, named)) continue
        found.push({ type: owner.word, id: before.id, name: before.name })
      }
    return found
  }

  /** The live records whose condition names one of these values, in words; a few of them where there are many. */
  async saying(gone: readonly Gone[]): Promise<string[]> {
    const folded = gone.map((each) => ({ ...each, values: foldedKeys([...each.values]) }))
    const words: string[] = []
    for (const owner of this.#owners)
      for (const { before, filter } of await this.#stored(owner)) {
        const of = this.#uses.types.find(before.object)?.search
        if (before.deleted_at || !of || !folded.some((each) => saysOne(filter, of, each))) continue
        words.push(`${owner.word} “${before.name}”, ${before.id}`)
        if (words.length === MOST_TOLD) return words
      }
    return words
  }

  /** Puts the new values in the place of the former ones. */
  async follow(renamed: readonly Renamed[]): Promise<void> {
    for (const owner of this.#owners) {
      const updates = (await this.#stored(owner)).flatMap(({ before, filter }) => {
        const of = this.#uses.types.find(before.object)?.search
        return of ? [{ before, changes: { filter: renamed.reduce((after, each) => following(after, of, each), filter) } }] : []
      })
      await this.#uses.records.whole.update(owner.entity, updates)
    }
  }

  /**
   * Conditions on values that are gone name what takes their place. Throws `conflict` (`in_use` at `/move_to`, for each live record whose
   * condition names one that nothing takes the place of).
   */
  async followGone(gone: readonly Gone[]): Promise<void> {
    const lost = gone.map((each) => ({ ...each, values: new Map([...each.values].filter(([, to]) => to === null)) }))
    const words = await this.saying(lost)
    if (words.length > 0) {
      const message = `Conditions name what is deleted: change them, or give move_to, which they name then. ${words.join('; ')}`
      const errors = words.map((each) => ({ path: '/move_to', code: 'in_use', message: each }))
      throw new CrmError('conflict', message, { errors })
    }
    const moved = gone.map((each) => ({
      ...each,
      values: foldedKeys([...each.values].flatMap(([from, to]) => (to === null ? [] : [[from, to] as const]))),
      list: false,
    }))
    await this.follow(moved.filter(({ values }) => values.size > 0))
  }

  /** Deleted ones, too: who restores one finds it as it would be. */
  async #stored({ entity }: FilterOwner): Promise<{ readonly before: RecordOf<FilterFields>; readonly filter: Filter }[]> {
    const { whole } = this.#uses.records
    const rows = await whole.db.selectFrom(entity.table).selectAll().where('filter', 'is not', null).orderBy('id').execute()
    return rows.map((row) => {
      const before = whole.codec(entity).fromRow(row)
      // Only filters that `canonicalizeFilter` has judged are stored.
      return { before, filter: before.filter as Filter }
    })
  }
}

function namedIn(filter: Filter, of: Searchable, named: Named): boolean {
  if ('not' in filter) return namedIn(filter.not, of, named)
  if ('field' in filter) return isNamed(filter.field, of, named)
  return ('and' in filter ? filter.and : filter.or).some((each) => namedIn(each, of, named))
}

function saysOne(filter: Filter, of: Searchable, gone: Gone): boolean {
  if ('not' in filter) return saysOne(filter.not, of, gone)
  if (!('field' in filter)) return ('and' in filter ? filter.and : filter.or).some((each) => saysOne(each, of, gone))
  if (filter.value === undefined || !isNamed(filter.field, of, gone)) return false
  const items = filter.op === 'in' || Array.isArray(filter.value) ? itemsOf(filter.value) : [filter.value]
  return items.some((item) => gone.values.has(foldText(String(item))))
}

function foldedKeys<V>(entries: readonly (readonly [string, V])[]): ReadonlyMap<string, V> {
  return new Map(entries.map(([from, to]) => [foldText(from), to]))
}

function following(filter: Filter, of: Searchable, renamed: Renamed): Filter {
  if ('and' in filter) return { and: filter.and.map((each) => following(each, of, renamed)) }
  if ('or' in filter) return { or: filter.or.map((each) => following(each, of, renamed)) }
  if ('not' in filter) return { not: following(filter.not, of, renamed) }
  return isNamed(filter.field, of, renamed) ? { ...filter, ...valueAfter(filter, renamed) } : filter
}

function isNamed(path: string, of: Searchable, { object, field }: Named): boolean {
  const at = foundAt(of, path)
  const to = at?.related?.to ?? of
  if (!at || to.entity.table !== object) return false
  return at.key === undefined ? at.field === to.fields[field] : field === `custom.${at.key}`
}

/** The value of a comparison, where it says a former one. */
function valueAfter({ op, value }: Extract<Filter, { op: unknown }>, { values, list }: Renamed): { value?: unknown } {
  const after = (item: unknown) => values.get(foldText(String(item))) ?? item
  const part = !list && (op === 'contains' || op === 'not_contains')
  if (part || value === undefined) return {}
  const several = op === 'in' || (list && (op === 'eq' || op === 'neq'))
  if (!several) return { value: after(value) }
  const items = itemsOf(value)
  return items.some((item) => after(item) !== item) ? { value: [...new Set(items.map(after))] } : {}
}
