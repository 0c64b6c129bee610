import { LockMode } from '@mikro-orm/core'
import { type Expression, sql, type SqlBool } from 'kysely'
import { CurrentActor } from '../../operation/actor.ts'
import { CrmError } from '../../operation/errors.ts'
import type { Fields, RecordOf } from '../../operation/schema/fields.ts'
import type { Reply } from '../../operation/reply.ts'
import { Ids } from '../../ports/ids.ts'
import type { CommonFields, EntityTable } from '../schema/entity.ts'
import type { ListQuery } from './filters.ts'
import { entityManagerOf } from './entity-manager-of.ts'
import { survivorIdsByKey } from './links.ts'
import { type ListOptions, listPage, type Page } from './listing.ts'
import { LoadedRecords } from './loaded-records.ts'
import { Records } from './records.ts'
import { fromEntity } from '../schema/tables.ts'
import { referenceOf, References, withSurvivors } from './references.ts'

/** The services that the store of every record type uses. */
export const storeParts = { loaded: LoadedRecords, records: Records, actor: CurrentActor, ids: Ids }

/** What the store of every record type is made with. */
export interface StoreParts {
  readonly loaded: LoadedRecords
  readonly records: Records
  readonly actor: CurrentActor
  readonly ids: Ids
}

/** Further values of a key, which find the record as its first one does: secondary e-mails, say. */
export interface SecondaryKey<F extends Fields> {
  readonly key: keyof F & string
  /** The field that holds them. */
  readonly field: keyof F & string
  /** Under which the references keep them. */
  readonly provider: string
  /**
   * The hidden column by which several records have the same first value, written by callers who do not see each other's: as `scopesOf`
   * says. Absent where the value must be that of one record, whoever writes it.
   */
  readonly scope?: keyof F & string
  of(values: Partial<RecordOf<F>>): readonly string[]
}

/** What a store knows of its record type. */
export interface StoreOptions<F extends Fields> extends ListOptions {
  readonly entity: EntityTable<F>
  /** Plural name, as in paths and external references. */
  readonly object: string
  /** Fields of which a live record must be the only one, in the order in which a clash is named. */
  readonly keys: readonly (keyof F & string)[]
  readonly secondaryKey?: SecondaryKey<F>
}

/** Reads of one record type, as far as the caller sees it. */
export class RecordReader<F extends CommonFields & Fields> {
  readonly loaded: LoadedRecords
  readonly records: Records
  readonly actor: CurrentActor
  readonly references: References
  protected readonly options: StoreOptions<F>

  constructor({ loaded, records, actor, ids }: StoreParts, options: StoreOptions<F>) {
    this.loaded = loaded
    this.records = records
    this.actor = actor
    this.references = new References(records, ids, options.object)
    this.options = options
  }

  get now(): Date {
    return this.records.unit.now
  }

  /**
   * A page of the records that the caller sees; who asks by the id of a merged record means its survivor. Throws `invalid_input` for a
   * filter, sort or cursor that this list has not.
   */
  async list(query: ListQuery): Promise<Page<RecordOf<F>>> {
    const page = await this.#page(query)
    if (page.items.length > 0) return page
    // Nothing names a merged record, so that there is nothing to be found by it.
    const meant = await withSurvivors(this.records, query)
    return meant ? await this.#page(meant) : ((await this.#pageByFurther(query)) ?? (await this.#pageByMerged(query)) ?? page)
  }

  /** The live record, of a merged one the survivor; throws `not_found`, which never tells another organization's record from none. */
  async get(id: string): Promise<RecordOf<F>> {
    const [record] = await this.records.findBy(this.options.entity, 'id', [id])
    if (record) return record
    const survivor = await this.references.survivorOf(id)
    if (survivor === undefined) throw this.missing(id)
    return await this.get(survivor)
  }

  /** Throws `not_found` for an id that no record of this type has; a deleted one has it still, so that what belongs to it can be read. */
  async requireKnown(id: string): Promise<void> {
    if (!(await this.findOne({ id }))) throw this.missing(id)
  }

  /** The live record with these values, for a change in this unit of work. */
  async find(where: Partial<RecordOf<F>>): Promise<RecordOf<F> | null> {
    return await this.findOne({ ...where, deleted_at: null })
  }

  /**
   * The live record, of a merged one the survivor, locked for a change until the unit of work ends. Throws `not_found`, and
   * `version_mismatch` when the caller expects another version (`If-Match`).
   */
  async forChange(id: string, reply?: Reply): Promise<RecordOf<F>> {
    const record = await this.findOne({ id, deleted_at: null }, true)
    if (!record) {
      const survivor = await this.references.survivorOf(id)
      if (survivor === undefined) throw this.missing(id)
      return await this.forChange(survivor, reply)
    }
    checkVersion(record, reply)
    return record
  }

  /** Id of the live record with these values, without loading it. */
  async idOf(where: Partial<RecordOf<F>>): Promise<string | undefined> {
    return await this.idWhere(where)
  }

  protected async idWhere(where: object): Promise<string | undefined> {
    const { entity } = this.options
    const codec = this.records.codec(entity)
    let query = this.records.from<CommonFields>(entity).select('id').where('deleted_at', 'is', null)
    for (const [name, value] of Object.entries(where)) query = query.where(sql.ref(name), '=', codec.toColumn(name, value))
    // Of several the oldest, as in sets.
    return (await query.orderBy('id').executeTakeFirst())?.id
  }

  /**
   * Id of the live record that has this value of its key, as the first or a further one; in one look-up. Of several that have it in different
   * scopes it is that of the empty one.
   */
  async idByKey({ key, provider, scope }: SecondaryKey<F>, value: string): Promise<string | undefined> {
    const name: string = key
    const { entity, object } = this.options
    const [row] = await this.records.lookUp(`${entity.table} by ${name} or ${provider}`, [value], (db, place) => {
      const first = fromEntity<CommonFields>(db, entity).select('id').where(sql.ref(name), '=', place).where('deleted_at', 'is', null)
      const further = referenceOf(db, object, provider, place)
      if (scope === undefined) return first.unionAll(further).limit(1)
      const ranked = first.select(sql.ref<string>(scope).as('scope')).unionAll(further.select(sql<string>`''`.as('scope')))
      return ranked.orderBy('scope').limit(1)
    })
    return row?.id
  }

  async #page(query: ListQuery, where?: Expression<SqlBool>): Promise<Page<RecordOf<F>>> {
    return await listPage(this.records, this.options.entity, query, where ? { ...this.options, where } : this.options)
  }

  // Who asks by a further address means the record that has it. Looked for where the first one finds nothing: one condition on both
  // would cost every look-up what hardly one needs.
  async #pageByFurther(query: ListQuery): Promise<Page<RecordOf<F>> | undefined> {
    const { secondaryKey, filters } = this.options
    const [name, value] = Object.entries(query).find(([name]) => secondaryKey && filters[name]?.equals === secondaryKey.key) ?? []
    if (!secondaryKey || name === undefined || value === undefined) return undefined
    const { stored = (each: unknown) => each } = filters[name] ?? {}
    const id = await this.idByKey(secondaryKey, String(stored(value, this.actor)))
    return id === undefined ? undefined : await this.#page({ ...query, [name]: undefined }, sql<SqlBool>`${sql.ref('id')} = ${id}`)
  }

  // Nor does any have the number of a record that was merged into it.
  async #pageByMerged(query: ListQuery): Promise<Page<RecordOf<F>> | undefined> {
    const { entity, keys, secondaryKey, filters } = this.options
    const isNumber = (name: string) => keys.some((key) => key !== secondaryKey?.key && filters[name]?.equals === key)
    const [name, value] = Object.entries(query).find(([name]) => isNumber(name)) ?? []
    const column = name === undefined ? undefined : filters[name]?.equals
    if (name === undefined || column === undefined || value === undefined) return undefined
    const id = (await survivorIdsByKey(this.records, entity, column, [String(value)])).get(String(value))
    return id === undefined ? undefined : await this.#page({ ...query, [name]: undefined }, sql<SqlBool>`${sql.ref('id')} = ${id}`)
  }

  protected async findOne(where: object, lock = false): Promise<RecordOf<F> | null> {
    const options = lock && this.records.dialect === 'postgresql' ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {}
    // MikroORM knows the class of the entity, whose rows are records of these fields.
    return await entityManagerOf(this.loaded).findOne<RecordOf<F>>(this.options.entity as never, where as never, options)
  }

  protected missing(id: string): CrmError {
    return new CrmError('not_found', `No ${this.options.object} with the id ${id}`)
  }
}

/** Throws `version_mismatch` when the caller expects another version (`If-Match`). */
export function checkVersion(record: { readonly version: unknown }, reply?: Reply): void {
  if (reply?.ifMatch === undefined || reply.ifMatch === record.version) return
  throw new CrmError('version_mismatch', `The record has version ${String(record.version)} by now, not ${reply.ifMatch}`)
}
