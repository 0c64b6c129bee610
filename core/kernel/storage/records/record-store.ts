import type { Remarks } from '../schema/changes.ts'
import { CrmError } from '../../operation/errors.ts'
import type { Fields, RecordOf } from '../../operation/schema/fields.ts'
import type { Reply } from '../../operation/reply.ts'
import type { Ids } from '../../ports/ids.ts'
import { valuesOf } from '../../values/objects.ts'
import { ChangeRecord } from '../schema/change-record.ts'
import type { Row } from '../schema/codec.ts'
import type { CommonFields, EntityTable } from '../schema/entity.ts'
import { newExternalIds } from '../schema/external-id.ts'
import { refuseTooMany } from './most-items.ts'
import { newRecord } from './new-record.ts'
import { checkVersion, RecordReader, type StoreOptions, type StoreParts } from './record-reader.ts'
import { storedValues } from './stored.ts'
import { externalClaims, heldUnseen, type KeyClaim, keyTaken, scopesOf } from './unseen-keys.ts'

/** Reads and single writes of one record type; writes are flushed, and their events recorded, by the pipeline. */
export class RecordStore<F extends CommonFields & Fields> extends RecordReader<F> {
  readonly #ids: Ids
  /** Further values that stay with a record which the caller does not see. */
  readonly #unclaimed = new Set<string>()

  constructor(parts: StoreParts, options: StoreOptions<F>) {
    super(parts, options)
    this.#ids = parts.ids
  }

  /** A new record with the fields that the engine keeps, not written yet. */
  made(values: Partial<RecordOf<F>>): RecordOf<F> {
    const { fields } = this.options.entity
    return newRecord(fields, this.#ids.next(), this.records.unit, this.asStored(values))
  }

  /** Values as they are answered once they are stored, in the record that is known or in a new one. */
  asStored<V extends object>(values: V, known?: RecordOf<F>): V {
    return storedValues(this.options.entity, values, this.actor, known)
  }

  /**
   * Inserts a new record with the fields that the engine keeps, and its event. Throws `already_exists` for a key of another live record.
   */
  async add(values: Partial<RecordOf<F>>): Promise<RecordOf<F>> {
    const record = this.made(values)
    if (this.#furtherOf(record).length > 0) await this.#refuseKnown(record)
    Object.assign(record, await this.heedUnseen(record))
    await this.records.insert(this.options.entity, [record])
    await this.#keepFurther(record)
    await this.references.link(record, values.external_ids ?? [])
    return record
  }

  /** Sets what differs, custom values one by one; an equal value makes neither a write nor an event. Its events can tell the `remarks`. */
  change(record: RecordOf<F>, values: Partial<RecordOf<F>>, remarks?: Remarks): void {
    if (remarks) (this.records.unit.remarks ??= new Map()).set(record, remarks)
    this.#set(record, values)
  }

  #set(record: RecordOf<F>, values: object): void {
    const columns: Row = record
    for (const [name, value] of Object.entries(this.asStored(values, record))) if (value !== undefined) columns[name] = value
  }

  /** Sets what differs in a record that was matched; external ids that it lacks are added to those that it has. */
  async complete(record: RecordOf<F>, values: Partial<RecordOf<F>>): Promise<void> {
    await this.refuseTaken(values, record)
    const scoped = await this.heedUnseen(values, record)
    const known = record.external_ids
    const given = values.external_ids ?? []
    const added = newExternalIds(known, given, this.records.unit)
    const changes = { ...values, ...scoped, external_ids: added.length > 0 ? [...known, ...added] : undefined }
    refuseTooMany(this.options.entity.fields, changes, record)
    await this.references.link(record, added)
    const before = this.#furtherOf(record)
    this.change(record, changes)
    if (before.join() !== this.#furtherOf(record).join()) await this.#keepFurther(record, before)
  }

  /** Takes the external ids of these systems off; they find nothing anymore, and are free for other records. */
  async loseIds(record: RecordOf<F>, of: readonly { readonly provider: string }[]): Promise<void> {
    const lost = new Set(of.map(({ provider }) => provider))
    const known: RecordOf<F>['external_ids'] = record.external_ids
    const gone = known.filter(({ provider }) => lost.has(provider))
    if (gone.length === 0) return
    await this.references.unlink(record.id, new Set(gone.map(({ provider }) => provider)))
    this.#set(record, { external_ids: known.filter((each) => !gone.includes(each)) })
  }

  /** Deletes softly; its keys are free at once. Throws `not_found`, `version_mismatch`. */
  async remove(id: string, reply?: Reply): Promise<void> {
    const record = await this.forChange(id, reply)
    // Who deletes a merged record by the id that it had does not mean the survivor.
    if (record.id !== id.toLowerCase()) throw this.missing(id)
    this.#set(record, { deleted_at: this.now })
    await this.references.release(id)
  }

  /** Deletes for good, whether it was deleted softly before or not; `forbidden` to all but administrators. */
  async purge(id: string, reply?: Reply): Promise<void> {
    if (this.actor.role !== 'admin') throw new CrmError('forbidden', 'Deleting for good needs an administrator')
    const entity: EntityTable<CommonFields> = this.options.entity
    const row = await this.records.from(entity).selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw this.missing(id)
    const record = this.records.codec(entity).fromRow(row)
    checkVersion(record, reply)
    // Written as a set, at once: the event of the delete must be there before the row is gone.
    if (!record.deleted_at) await this.records.update(entity, [{ before: record, changes: { deleted_at: this.now } }])
    await this.references.unlink(id)
    await this.records.db.deleteFrom(ChangeRecord.table).where('record_id', '=', id).execute()
    await this.records.remove(entity, [id], 'purged')
  }

  /**
   * Undoes a delete; `already_exists` names the live record that has taken one of its keys meanwhile, `conflict` the one that it was
   * merged into.
   */
  async restore(id: string, reply?: Reply): Promise<RecordOf<F>> {
    const record = await this.findOne({ id }, true)
    if (!record) throw this.missing(id)
    checkVersion(record, reply)
    if (!record.deleted_at) return record
    const survivor = await this.references.survivorOf(id)
    if (survivor !== undefined)
      throw new CrmError('conflict', `The record was not deleted but merged, into ${survivor}: undo the merge`, { existing_id: survivor })
    await this.refuseTaken(record, record)
    this.#set(record, { deleted_at: null, ...(await this.heedUnseen(record, record)) })
    await this.references.link(record, record.external_ids)
    await this.#keepFurther(record)
    const { merged_ids } = valuesOf(record)
    if (Array.isArray(merged_ids) && merged_ids.length > 0) await this.references.replace(record, '#merged', merged_ids)
    return record
  }

  /** Throws `already_exists` with `existing_id` when another live record has one of these unique values. */
  async refuseTaken(values: Partial<RecordOf<F>>, self?: RecordOf<F>): Promise<void> {
    const { keys, secondaryKey } = this.options
    if (secondaryKey) await this.#refuseKnown(values, self)
    for (const key of keys) {
      if (key === secondaryKey?.key) continue
      const value = values[key]
      if (value === undefined || value === null || value === '') continue
      const other = await this.idWhere({ [key]: value })
      if (other && other !== self?.id) throw keyTaken(this.options.object, key, other)
    }
    const external = values.external_ids ?? []
    const taken = await this.references.findAny(external)
    if (taken && taken !== self?.id) throw keyTaken(this.options.object, 'external_ids', taken)
  }

  /**
   * What the keys mean that records have which the caller does not see: throws `already_exists` without saying whose it is, or answers the
   * scope in which the record has its first value, too.
   */
  protected async heedUnseen(values: Partial<RecordOf<F>>, self?: RecordOf<F>): Promise<Partial<RecordOf<F>>> {
    if (this.records.whole === this.records) return {}
    const { secondaryKey, object, entity } = this.options
    const { key, field, scope } = secondaryKey ?? {}
    for (const claim of await heldUnseen(this.records, this.options, this.#claimsOf(values, self), self?.id)) {
      if (scope === undefined || claim.field !== field) throw keyTaken(object, claim.field)
      this.#unclaimed.add(claim.value)
    }
    if (scope === undefined || key === undefined || (values[key] ?? null) === null || !isGiven(key, values, self)) return {}
    const value = String(values[key])
    const scopes = await scopesOf(this.records, entity, { key, scope }, { values: [value], ids: this.#ids })
    const scoped: Partial<RecordOf<F>> = {}
    return Object.assign(scoped, { [scope]: scopes.get(value) })
  }

  /**
   * The values of keys that are given, but for one that may be in several scopes; of those that the record has already, the ones that other
   * records could have, too.
   */
  #claimsOf(values: Partial<RecordOf<F>>, self?: RecordOf<F>): KeyClaim[] {
    const { keys, secondaryKey } = this.options
    const provider = secondaryKey?.provider
    const firsts = [...new Set([...(secondaryKey ? [secondaryKey.key] : []), ...keys])].flatMap((key): KeyClaim[] => {
      if (key === secondaryKey?.key && secondaryKey.scope !== undefined) return []
      const value = values[key]
      if (value === undefined || value === null || value === '' || !isGiven(key, values, self)) return []
      return [{ field: key, value: String(value), column: key, ...(key === secondaryKey?.key && provider !== undefined && { provider }) }]
    })
    const further = this.#furtherOf({ ...self, ...values }).flatMap((value): KeyClaim[] =>
      secondaryKey ? [{ field: secondaryKey.field, value, column: secondaryKey.key, provider: secondaryKey.provider }] : [],
    )
    return [...firsts, ...further, ...externalClaims(values.external_ids ?? [])]
  }

  #furtherOf(values: Partial<RecordOf<F>>): readonly string[] {
    return this.options.secondaryKey?.of(values) ?? []
  }

  async #keepFurther(record: RecordOf<F>, before: readonly string[] = []): Promise<void> {
    const { secondaryKey } = this.options
    const values = this.#furtherOf(record).filter((each) => !this.#unclaimed.has(each))
    if (secondaryKey && (values.length > 0 || before.length > 0)) await this.references.replace(record, secondaryKey.provider, values)
  }

  // What is the key of one record is no further value of another, nor the other way round.
  async #refuseKnown(values: Partial<RecordOf<F>>, self?: RecordOf<F>): Promise<void> {
    const { secondaryKey } = this.options
    if (!secondaryKey) return
    const { key, scope } = secondaryKey
    const kept = scope && values === self && this.records.whole === this.records ? self[scope] : undefined
    // Who sees all records gives one back that has its first value in a scope of its own: it stays beside those of other scopes.
    if (scope && kept) {
      const other = await this.idWhere({ [key]: values[key], [scope]: kept })
      if (other) throw keyTaken(this.options.object, key, other)
    }
    const first = isGiven(key, values, self) && !kept ? values[key] : undefined
    const given = [
      ...(first ? [[key, String(first)] as const] : []),
      ...secondaryKey.of(values).map((each) => [secondaryKey.field, each] as const),
    ]
    for (const [field, value] of given) {
      const other = await this.idByKey(secondaryKey, value)
      if (other && other !== self?.id) throw keyTaken(this.options.object, field, other)
    }
  }
}

/** Whether a value is another than the one that the record has; all are where a deleted record takes its own up again. */
function isGiven(name: string, values: Row, self?: Row): boolean {
  return self === undefined || values === self || values[name] !== self[name]
}
