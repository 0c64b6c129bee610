import { RecordTypes } from '../record-type/record-types.ts'
import type { SetRules } from '../record-type/set-rules.ts'
import { RecordStores } from '../record-type/stores.ts'
import { ownersOf } from '../bulk/matching.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import { listPage, type Page } from '../../kernel/storage/listing.ts'
import type { CommonRecord, EntityTable } from '../../kernel/storage/entity.ts'
import type { ListQuery } from '../../kernel/storage/filters.ts'
import { checkVersion } from '../../kernel/storage/record-reader.ts'
import { Records } from '../../kernel/storage/records.ts'
import { References } from '../../kernel/storage/references.ts'
import { equal } from '../../kernel/storage/equal.ts'
import { storedValues } from '../../kernel/storage/stored.ts'
import { absorbed } from './absorb.ts'
import { Merge, type Snapshot } from './entity.ts'
import { namesOf, pointBack, repoint } from './repointing.ts'
import { mergeFilters, mergeSorts } from './schema.ts'
import { split } from './split.ts'

/** Which records become one: the survivor's id, those that it takes in, and the values that are chosen. */
export interface Merging {
  readonly id: string
  readonly others: readonly string[]
  readonly overrides: Row
}

/** Makes several records one, and splits them again. */
export class MergeService {
  static readonly inject = [Records, Ids, Registry, RecordTypes, RecordStores] as const
  readonly #records: Records
  readonly #ids: Ids
  readonly #registry: Registry
  readonly #types: RecordTypes
  readonly #stores: RecordStores

  constructor(records: Records, ids: Ids, registry: Registry, types: RecordTypes, stores: RecordStores) {
    this.#records = records
    this.#ids = ids
    this.#registry = registry
    this.#types = types
    this.#stores = stores
  }

  get now(): Date {
    return this.#records.unit.now
  }

  /** A page of merges, those that were undone included. */
  list(query: ListQuery): Promise<Page<Merge>> {
    return listPage(this.#records, Merge, query, { filters: mergeFilters, sorts: mergeSorts })
  }

  /**
   * Takes the others into the survivor, which fills its gaps from them (see `absorbed`); `overrides` win over all. Their ids mean the
   * survivor from then on, and what named them names it. All in one unit of work. Throws `not_found`, `version_mismatch`, and
   * `invalid_input` for a record merged with itself.
   */
  async merge(rules: SetRules, { id, others, overrides }: Merging, reply?: Reply): Promise<{ merge: Merge; record: Row }> {
    const ids = [...new Set(others.map((each) => each.toLowerCase()))]
    if (ids.includes(id)) throw invalid('/merge_ids', 'not_allowed', 'A record is not merged with itself')
    const entity = rules.entity
    const found: readonly Row[] = await this.#records.findBy(entity, 'id', [id, ...ids], { lock: true })
    const byId = new Map(found.map((each) => [String(each['id']), each]))
    const survivor = this.#known(byId, id, rules)
    checkVersion(survivor as unknown as CommonRecord, reply)
    const merged = ids.map((each) => this.#known(byId, each, rules))
    const chosen = await rules.normalize(overrides)
    const taken = absorbed(
      rules.entity.fields,
      isReplaced(rules, survivor, chosen) ? withOwnKeys(rules, survivor) : survivor,
      merged.map((each) => withOwnKeys(rules, each)),
    )
    const values = { ...taken, ...storedValues(rules.entity, chosen, this.#records.unit.actor, taken) }
    const record: Row = { ...survivor, ...values, ...(values['name'] !== survivor['name'] && rules.derivedFromName?.(values)) }
    const changed = Object.keys(record).filter((name) => !equal(survivor[name], record[name]))
    const references = new References(this.#records, this.#ids, rules.object)
    await this.#records.update(
      entity,
      merged.map((before) => ({ before, changes: { deleted_at: this.now } })),
    )
    for (const each of merged) await references.unlink(String(each['id']))
    await this.#records.update(entity, [{ before: survivor, changes: Object.fromEntries(changed.map((name) => [name, record[name]])) }])
    await this.#relink(references, rules, record)
    const along = (of: EntityTable, each: Row) => rules.copiedFields?.(of, each, merged, record) ?? {}
    const names = namesOf(this.#types.get(rules.object))
    const repointed = await repoint(this.#records, this.#registry.all('entities'), names, ids, id, along)
    const snapshot: Snapshot = {
      survivor: Object.fromEntries(changed.map((name) => [name, [survivor[name] ?? null, record[name] ?? null]])),
      repointed,
    }
    const { organization: user_from, user: created_by } = this.#records.unit.actor
    const own = { id: this.#ids.next(), user_from, created_by, created_at: this.now, undone_by: null, undone_at: null }
    const merge = { ...own, object: rules.object, survivor_id: id, merged_ids: ids, snapshot } as Merge
    await this.#records.insert(Merge, [merge])
    const [stored] = await this.#records.findBy(entity, 'id', [id])
    return { merge, record: stored as Row }
  }

  /**
   * Splits a merge: what it set and nobody has changed since is as it was before, one by one the items of lists and custom values. Throws
   * `not_found`; `conflict` when it is undone already or a record of it is gone; `already_exists` when another record has taken a key of a
   * merged one meanwhile.
   */
  async undo(id: string): Promise<Merge> {
    const [merge] = await this.#records.findBy(Merge, 'id', [id], { lock: true })
    if (!merge) throw new CrmError('not_found', `No merge with the id ${id}`)
    if (merge.undone_at) throw new CrmError('conflict', 'The merge is undone already')
    const rules = this.#stores.setsOf(merge.object)
    if (!rules) throw new CrmError('conflict', `Merges of ${merge.object} are not undone`)
    const entity = rules.entity
    const { survivor: changes, repointed } = merge.snapshot as Snapshot
    const [survivor] = (await this.#records.findBy(entity, 'id', [merge.survivor_id], { lock: true })) as Row[]
    const references = new References(this.#records, this.#ids, rules.object)
    if (!survivor) {
      const into = await references.survivorOf(merge.survivor_id)
      if (into === undefined) throw new CrmError('conflict', 'The record that lived on is deleted: restore it first')
      throw new CrmError('conflict', `The record that lived on was merged itself, into ${into}: undo that merge first`, {
        existing_id: into,
      })
    }
    const merged = await this.#deleted(rules, merge.merged_ids)
    const values = Object.fromEntries(
      Object.entries(changes).map(([name, [before, after]]) => [
        name,
        revived(rules, name, split(name, plain(survivor[name]), before, after)),
      ]),
    )
    const record = { ...survivor, ...values }
    await this.#refuseTaken(references, rules, record, merged)
    await this.#records.update(entity, [{ before: survivor, changes: values }])
    await this.#relink(references, rules, record)
    await this.#records.update(
      entity,
      merged.map((before) => ({ before, changes: { deleted_at: null } })),
    )
    for (const each of merged) await this.#relink(references, rules, each)
    const byId = new Map(merged.map((each) => [each['id'], each]))
    const along = (of: EntityTable, each: Row, from: unknown) => rules.copiedFields?.(of, each, [survivor], byId.get(from) ?? {}) ?? {}
    await pointBack(this.#records, this.#registry.all('entities'), repointed, merge.survivor_id, along)
    const undone = { undone_by: this.#records.unit.actor.user, undone_at: this.now }
    await this.#records.update(Merge, [{ before: merge, changes: undone }])
    return { ...merge, ...undone }
  }

  #known(byId: ReadonlyMap<string, Row>, id: string, { object }: SetRules): Row {
    const record = byId.get(id)
    if (!record) throw new CrmError('not_found', `No record of ${object} with the id ${id}`)
    return record
  }

  async #deleted(rules: SetRules, ids: readonly string[]): Promise<Row[]> {
    const rows = await this.#records.db.selectFrom(rules.entity.table).selectAll().where('id', 'in', ids).execute()
    const codec = this.#records.codec(rules.entity)
    if (rows.length < ids.length) throw new CrmError('conflict', 'A merged record was deleted for good')
    return rows.map((row) => codec.fromRow(row))
  }

  /** All that finds the record, by key, by external id and by the ids of those that it has taken in. */
  async #relink(references: References, { keys }: SetRules, record: Row): Promise<void> {
    const own = record as { id: string }
    await references.unlink(own.id)
    await references.link(own, record['external_ids'] as never)
    for (const { provider, field, of } of keys)
      if (provider !== undefined) await references.replace(own, provider, [...new Set(of(record).filter((each) => each !== record[field]))])
    await references.replace(own, '#merged', record['merged_ids'] as string[])
  }

  async #refuseTaken(references: References, rules: SetRules, survivor: Row, merged: readonly Row[]): Promise<void> {
    const drafts = merged.map((values, index) => ({ index, values, id: null, refusal: null }))
    const owners = await ownersOf(this.#records, references, rules, drafts)
    for (const { values } of drafts)
      for (const key of rules.keys)
        for (const value of key.shared ? [] : key.of(values)) {
          if (owners.isInherited(key, value)) continue
          const owner = key.of(survivor).includes(value) ? String(survivor['id']) : owners.of(key, value)
          if (owner === undefined || owner === values['id'] || (owner === survivor['id'] && !key.of(survivor).includes(value))) continue
          const message = `Another record of ${rules.object} has this ${key.field} by now`
          throw new CrmError('already_exists', message, { existing_id: owner, errors: [{ path: '', code: 'taken', message }] })
        }
  }
}

// What finds a merged record finds the survivor: its first e-mail or domain is a further one there.
function withOwnKeys(rules: SetRules, record: Row): Row {
  return { ...record, ...rules.asSecondaryValues?.(record) }
}

// A first address, number or domain that is chosen anew leaves the one before as a further one.
function isReplaced({ keys }: SetRules, survivor: Row, chosen: Row): boolean {
  const first = ['phone', ...keys.flatMap(({ provider, field }) => (provider === undefined ? [] : [field]))]
  return first.some((name) => chosen[name] !== undefined && chosen[name] !== survivor[name])
}

// As JSON keeps it, for the comparison with the snapshot.
function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null)
}

function revived({ entity }: SetRules, name: string, value: unknown): unknown {
  return entity.fields[name]?.kind === 'timestamp' && typeof value === 'string' ? new Date(value) : value
}
