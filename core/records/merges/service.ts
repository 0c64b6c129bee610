import { RecordTypes } from '../record-type/record-types.ts'
import type { SetRules } from '../record-type/set-rules.ts'
import { treeName } from '../record-type/tree.ts'
import { RecordStores } from '../record-type/stores.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { listPage, type Page } from '../../kernel/storage/records/listing.ts'
import type { AnyRecord, EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { ListQuery } from '../../kernel/storage/records/filters.ts'
import { refuseTooMany } from '../../kernel/storage/records/most-items.ts'
import { checkVersion } from '../../kernel/storage/records/record-reader.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { References } from '../../kernel/storage/records/references.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { storedValues } from '../../kernel/storage/records/stored.ts'
import { absorbed } from './absorb.ts'
import { Merge, type Snapshot } from './entity.ts'
import { mergeEvent } from './events.ts'
import { givenBack, isReplaced, refuseTaken, relink, withOwnKeys } from './keys.ts'
import { namesOf } from '../record-type/named-in.ts'
import { moveParts, pointBack, repoint } from './repointing.ts'
import { mergeFilters, mergeSorts } from './schema.ts'
import { split } from './split.ts'
import { parentAfter, refuseCircle, treeOf } from './tree.ts'
import { checkOverrides } from './overrides.ts'

/** Which records become one: the survivor's id, those that it takes in, and the values that are chosen. */
export interface Merging {
  readonly id: string
  readonly others: readonly string[]
  readonly overrides: Row
}

/** Makes several records one, and splits them again. */
export class MergeService {
  static readonly uses = { records: Records, ids: Ids, registry: Registry, types: RecordTypes, stores: RecordStores }
  readonly #uses: Resolved<typeof MergeService.uses>

  constructor(uses: Resolved<typeof MergeService.uses>) {
    this.#uses = uses
  }

  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** A page of merges, those that were undone included. */
  list(query: ListQuery): Promise<Page<Merge>> {
    return listPage(this.#uses.records, Merge, query, { filters: mergeFilters, sorts: mergeSorts })
  }

  /**
   * Takes the others into the survivor, which fills its gaps from them (see `absorbed`); `overrides` win over all. Their ids mean the
   * survivor from then on, and what named them names it. All in one unit of work. Throws `not_found`, `version_mismatch`, and
   * `invalid_input` for a record merged with itself, and where together they have more tags or ids than one has (`too_many`).
   */
  async merge(rules: SetRules, { id, others, overrides }: Merging, reply?: Reply): Promise<{ merge: Merge; record: AnyRecord }> {
    const ids = [...new Set(others.map((each) => each.toLowerCase()))]
    if (ids.includes(id)) throw invalid('/merge_ids', 'not_allowed', 'A record is not merged with itself')
    const entity = rules.entity
    const tree = treeOf(rules)
    if (tree) await this.#uses.records.locks.hold(treeName(tree))
    await this.#uses.records.locks.share(...(rules.reliesOn ?? []))
    const found = await this.#uses.records.findBy(entity, 'id', [id, ...ids], { lock: true })
    const byId = new Map(found.map((each) => [each.id, each]))
    const survivor = this.#known(byId, id, rules)
    checkVersion(survivor, reply)
    const merged = ids.map((each) => this.#known(byId, each, rules))
    const chosen = await rules.normalize(overrides)
    await checkOverrides(this.#uses.records, entity, survivor, chosen)
    const taken = absorbed(
      rules.entity.fields,
      isReplaced(rules, survivor, chosen) ? withOwnKeys(rules, survivor) : survivor,
      merged.map((each) => withOwnKeys(rules, each)),
    )
    const own = await rules.merged?.(survivor, merged, chosen)
    const values = { ...taken, ...storedValues(rules.entity, chosen, this.#uses.records.unit.actor, taken), ...own }
    const named: AnyRecord = { ...survivor, ...values }
    const place = tree && { [tree.field]: await parentAfter(this.#uses.records, tree, named, [id, ...ids]) }
    const record: AnyRecord = { ...named, ...(named.name !== survivor.name && rules.derivedFromName?.(named)), ...place }
    const changed = Object.keys(record).filter((name) => !equal(survivor[name], record[name]))
    refuseTooMany(entity.fields, record, survivor)
    const references = new References(this.#uses.records, this.#uses.ids, rules.object)
    await this.#uses.records.update(
      entity,
      merged.map((before) => ({ before, changes: { deleted_at: this.now } })),
    )
    for (const each of merged) await references.unlink(each.id)
    await this.#uses.records.update(entity, [
      { before: survivor, changes: Object.fromEntries(changed.map((name) => [name, record[name]])) },
    ])
    await relink(references, rules, record)
    const along = (of: EntityTable, each: Row) => this.#copies(of, rules, each, record, merged)
    const names = namesOf(this.#uses.types.get(rules.object))
    const entities = this.#uses.registry.all('entities')
    const parts = rules.partsFrom?.(survivor, merged) ?? id
    const moved = parts === id ? [] : await moveParts(this.#uses.records, entities, { of: entity, from: parts, to: id })
    const repointed = [...moved, ...(await repoint(this.#uses.records, entities, names, ids, id, along))]
    await rules.afterUpdate?.([{ before: survivor, record }])
    const snapshot: Snapshot = {
      survivor: Object.fromEntries(changed.map((name) => [name, [survivor[name] ?? null, record[name] ?? null]])),
      repointed,
    }
    const { organization: user_from, user: created_by } = this.#uses.records.unit.actor
    const made = { id: this.#uses.ids.next(), user_from, created_by, created_at: this.now, undone_by: null, undone_at: null }
    const merge: Merge = { ...made, object: rules.object, survivor_id: id, merged_ids: ids, snapshot }
    await this.#uses.records.insert(Merge, [merge])
    const [stored = record] = await this.#uses.records.findBy(entity, 'id', [id])
    await this.#tell(entity, 'merged', merge, stored)
    return { merge, record: stored }
  }

  /**
   * Splits a merge: what it set and nobody has changed since is as it was before, one by one the items of lists and custom values. Throws
   * `not_found`; `conflict` when it is undone already or a record of it is gone; `already_exists` when another record has taken a key of a
   * merged one meanwhile.
   */
  async undo(id: string): Promise<Merge> {
    const [merge] = await this.#uses.records.findBy(Merge, 'id', [id], { lock: true })
    if (!merge) throw new CrmError('not_found', `No merge with the id ${id}`)
    if (merge.undone_at) throw new CrmError('conflict', 'The merge is undone already')
    const rules = this.#uses.stores.setsOf(merge.object)
    if (!rules) throw new CrmError('conflict', `Merges of ${merge.object} are not undone`)
    const entity = rules.entity
    const tree = treeOf(rules)
    if (tree) await this.#uses.records.locks.hold(treeName(tree))
    const { survivor: changes, repointed } = merge.snapshot
    await this.#uses.records.locks.share(...(rules.reliesOn ?? []))
    const [survivor] = await this.#uses.records.findBy(entity, 'id', [merge.survivor_id], { lock: true })
    const references = new References(this.#uses.records, this.#uses.ids, rules.object)
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
    Object.assign(values, givenBack(rules, { ...survivor, ...values }, merged))
    Object.assign(values, rules.split?.({ ...survivor, ...values }))
    const record = { ...survivor, ...values }
    await refuseTaken(this.#uses.records, references, rules, record, merged)
    await this.#uses.records.update(entity, [{ before: survivor, changes: values }])
    await relink(references, rules, record)
    const alive: { before: AnyRecord; changes: Row }[] = []
    for (const before of merged) alive.push({ before, changes: { ...(await rules.restored?.(before)), deleted_at: null } })
    await this.#uses.records.update(entity, alive)
    for (const each of merged) await relink(references, rules, each)
    const byId = new Map<unknown, AnyRecord>(merged.map((each) => [each.id, each]))
    const along = (of: EntityTable, each: Row, from: unknown) => {
      const into = byId.get(from)
      return into ? this.#copies(of, rules, each, into, [survivor]) : {}
    }
    await pointBack(this.#uses.records, this.#uses.registry.all('entities'), repointed, merge.survivor_id, along)
    await rules.afterUpdate?.([{ before: survivor, record }])
    if (tree) await refuseCircle(this.#uses.records, tree, [survivor.id, ...merge.merged_ids, ...repointed.map((each) => each.id)])
    const undone = { undone_by: this.#uses.records.unit.actor.user, undone_at: this.now }
    await this.#uses.records.update(Merge, [{ before: merge, changes: undone }])
    const [stored = record] = await this.#uses.records.findBy(entity, 'id', [record.id])
    await this.#tell(entity, 'unmerged', merge, stored)
    return { ...merge, ...undone }
  }

  /** What a record copies of the one that it names now, and before one of these. */
  #copies({ table }: EntityTable, { object }: SetRules, record: Row, now: AnyRecord, before: readonly AnyRecord[]): Row {
    const copies = this.#uses.types.find(table)?.copies
    return copies?.from === object ? copies.of(record, now, before) : {}
  }

  async #tell(entity: EntityTable, name: 'merged' | 'unmerged', merge: Merge, record: AnyRecord): Promise<void> {
    const { registry, records } = this.#uses
    await records.append(mergeEvent(registry, entity, name, { merge, record, unit: records.unit }))
  }

  #known(byId: ReadonlyMap<string, AnyRecord>, id: string, { object }: SetRules): AnyRecord {
    const record = byId.get(id)
    if (!record) throw new CrmError('not_found', `No record of ${object} with the id ${id}`)
    return record
  }

  async #deleted(rules: SetRules, ids: readonly string[]): Promise<AnyRecord[]> {
    const rows = await this.#uses.records.db.selectFrom(rules.entity.table).selectAll().where('id', 'in', ids).orderBy('id').execute()
    const codec = this.#uses.records.codec(rules.entity)
    if (rows.length < ids.length) throw new CrmError('conflict', 'A merged record was deleted for good')
    return rows.map((row) => codec.fromRow(row))
  }
}

// As JSON keeps it, for the comparison with the snapshot.
function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null)
}

function revived({ entity }: SetRules, name: string, value: unknown): unknown {
  return entity.fields[name]?.kind === 'timestamp' && typeof value === 'string' ? new Date(value) : value
}
