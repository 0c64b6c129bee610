import type { Static } from '@sinclair/typebox'
import { Jobs } from '../../kernel/jobs/service.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { forbiddenKeys } from '../../kernel/operation/guard.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { StoredFilters } from '../record-type/stored-filters.ts'
import { foldText } from '../search/grammar/text.ts'
import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import { definitionsName, forgetDefinitions } from '../../kernel/storage/custom/keeper.ts'
import { Property } from '../../kernel/storage/custom/property.ts'
import { newRecord } from '../../kernel/storage/records/new-record.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { checkVersion } from '../../kernel/storage/records/record-reader.ts'
import { propertyObject } from './objects.ts'
import { sound } from './definition.ts'
import { readersOf, refuseCompared, refuseRead, withFormula } from './formula.ts'
import { optionsAfter, renamedIn, renames } from './options.ts'
import { presentProperty } from './present.ts'
import type { PropertyCreate, PropertyRecord, PropertyUpdate } from './schema.ts'
import { labelOf, standardProperties } from './standard.ts'
import { AT_ONCE, PropertyValues, type Renamed } from './values.ts'

type Shown = Static<typeof PropertyRecord>
type Named = { readonly object: string; readonly name: string }

// Of one object: a write judges the values of all of them.
const MAX_PROPERTIES = 500

/** The properties of record types: the standard ones, and those that the organization has defined. */
export class PropertyService {
  static readonly uses = { records: Records, ids: Ids, registry: Registry, jobs: Jobs, values: PropertyValues, conditions: StoredFilters }
  readonly #uses: Resolved<typeof PropertyService.uses>

  constructor(uses: Resolved<typeof PropertyService.uses>) {
    this.#uses = uses
  }

  /** Standard and custom properties of one object; throws `not_found` for an object that has none. */
  async list(name: string, deleted: boolean): Promise<Shown[]> {
    const of = propertyObject(this.#uses.registry, name)
    if (deleted) return (await this.#archived(of.object)).map(presentProperty)
    return [...standardProperties(of), ...(await propertiesOf(this.#uses.records, of.object)).map(presentProperty)]
  }

  /** The property of this name, with or without `custom.` in front; throws `not_found`. */
  async get({ object, name }: Named): Promise<Shown> {
    const found = (await this.list(object, false)).find((each) => each.name === plain(name) || each.field === name)
    if (!found) throw missing(object, name)
    return found
  }

  /**
   * A new property. What records hold under its name already is brought into its type, where it fits, or gives way to what the formula
   * computes, as a job when it is more than 500 records. Throws `not_found` for the object, `already_exists` for the name or for two records with one unique value, and `invalid_input`
   * for a definition that makes no sense or one more than 500.
   */
  async create({ object, name: given, ...input }: Static<typeof PropertyCreate>): Promise<Shown> {
    const of = propertyObject(this.#uses.registry, object)
    const name = given.trim()
    await this.#uses.records.locks.hold(definitionsName(of.object))
    if (forbiddenKeys.has(name)) throw invalid('/name', 'not_allowed', `No record can hold a value under ${name}`)
    const known = await propertiesOf(this.#uses.records, of.object)
    const same = known.find((each) => each.name === name)
    if (same) throw new CrmError('already_exists', `${of.object} have a property ${name} already`, { existing_id: same.id })
    if (known.length >= MAX_PROPERTIES) throw invalid('/name', 'too_many', `At most ${MAX_PROPERTIES} properties of one object`)
    const values = { ...input, object: of.object, name, label: input.label ?? labelOf(name) }
    const made = sound(newRecord(Property.fields, this.#uses.ids.next(), this.#uses.records.unit, values))
    const property = withFormula(made, of, known)
    const total = await this.#uses.values.count(property)
    await this.#uses.records.insert(Property, [property])
    if (property.formula !== null) await this.#uses.values.again(property)
    return await this.#settled(property, {}, total)
  }

  /**
   * Changes of what is said about the values; a renamed option is renamed in conditions and in all records, and another formula computes all
   * values again; each as a job when it is much. Throws `not_found`, `version_mismatch`, and `conflict` for a standard property or an option
   * that records have or formulas name (`in_use`).
   */
  async update({ object, name, rename_options = [], ...changes }: Static<typeof PropertyUpdate>, reply: Reply): Promise<Shown> {
    const before = await this.#forChange({ object, name }, reply)
    const renamed = renames(before, rename_options)
    const options = optionsAfter(before, renamed, changes.options)
    const value = changes.default === undefined ? renamedIn(before.default, renamed) : changes.default
    const of = propertyObject(this.#uses.registry, object)
    const known = await propertiesOf(this.#uses.records, of.object)
    if (changes.formula !== undefined && before.formula === null)
      throw invalid('/formula', 'not_allowed', `The values of ${before.name} are given: make another property for those that are computed`)
    const after = withFormula(sound({ ...before, ...changes, options }, value), of, known)
    await this.#refuseUsed(before, renamed, after)
    const readers = readersOf(before, of, known)
    refuseCompared(readers, renamed)
    const { formula, pii, unique, indexed } = after
    const begins = (unique || indexed) && (unique !== before.unique || indexed !== before.indexed)
    const touchesValues = begins || formula !== before.formula || Object.keys(renamed).length > 0
    const total = touchesValues ? await this.#uses.values.count(after) : 0
    await this.#uses.records.update(Property, [{ before, changes: { ...changes, options, formula, pii, default: after.default } }])
    if (pii && !before.pii) await this.#markPersonal(readers)
    const [stored] = await this.#uses.records.findBy(Property, 'id', [before.id])
    if (!stored) throw missing(object, name)
    if ((before.unique && !stored.unique) || (before.indexed && !stored.indexed)) await this.#uses.values.forget(stored)
    await this.#rename(stored, renamed)
    return await this.#settled(stored, renamed, total)
  }

  /**
   * Archives the definition: its name is free at once, its values are kept for 90 days. Throws `not_found`, `version_mismatch`, and
   * `conflict` for a standard property or one that formulas read (`in_use`).
   */
  async archive(named: Named, reply: Reply): Promise<void> {
    const before = await this.#forChange(named, reply)
    const of = propertyObject(this.#uses.registry, named.object)
    refuseRead(readersOf(before, of, await propertiesOf(this.#uses.records, of.object)), before)
    await this.#uses.records.update(Property, [{ before, changes: { deleted_at: this.#uses.records.unit.now } }])
    await this.#uses.values.forget(before)
    forgetDefinitions(this.#uses.records.unit)
  }

  // What is computed from what identifies a person does so, too.
  async #markPersonal(readers: readonly Property[]): Promise<void> {
    const stored = await this.#uses.records.findBy(
      Property,
      'id',
      readers.map(({ id }) => id),
    )
    await this.#uses.records.update(
      Property,
      stored.map((before) => ({ before, changes: { pii: true } })),
    )
  }

  async #rename({ object, name, type }: Property, renamed: Renamed): Promise<void> {
    const values = new Map(Object.entries(renamed).map(([from, to]) => [foldText(from), to]))
    if (values.size > 0) await this.#uses.conditions.follow([{ object, field: `custom.${name}`, values, list: type === 'multi_select' }])
  }

  /** `total`: how many values are to be brought under the definition, counted before anything was written. */
  async #settled(property: Property, renamed: Renamed, total: number): Promise<Shown> {
    forgetDefinitions(this.#uses.records.unit)
    if (total <= AT_ONCE) {
      if (total > 0) await this.#uses.values.all(property, renamed, null, true)
      return presentProperty(property)
    }
    const job = await this.#uses.jobs.start(PropertyValues, { input: { property_id: property.id, renamed }, total })
    return { ...presentProperty(property), job_id: job.id }
  }

  async #forChange({ object, name }: Named, reply: Reply): Promise<Property> {
    const of = propertyObject(this.#uses.registry, object)
    await this.#uses.records.locks.hold(definitionsName(of.object))
    const known = (await propertiesOf(this.#uses.records, of.object)).find((each) => each.name === plain(name))
    const [locked] = known ? await this.#uses.records.findBy(Property, 'id', [known.id], { lock: true }) : []
    if (locked) {
      checkVersion(locked, reply)
      return locked
    }
    if (standardProperties(of).some((each) => each.name === name))
      throw new CrmError('conflict', `${name} is a standard property of ${of.object}, which nobody changes`)
    throw missing(object, name)
  }

  async #refuseUsed(before: Property, renamed: Renamed, after: Property): Promise<void> {
    const kept = new Set([...after.options.map(({ value }) => value), ...Object.keys(renamed)])
    const gone = before.options.map(({ value }) => value).filter((value) => !kept.has(value))
    const used = gone.length > 0 ? await this.#uses.values.having(before, gone) : 0
    if (used === 0) return
    const message = `${used} records have ${gone.join(', ')}: rename it to another option instead`
    throw new CrmError('conflict', message, { errors: [{ path: '/options', code: 'in_use', message }] })
  }

  // More archived definitions than these nobody reads.
  async #archived(object: string): Promise<Property[]> {
    const query = this.#uses.records.db
      .selectFrom(Property.table)
      .selectAll()
      .where('object', '=', object)
      .where('deleted_at', 'is not', null)
    const rows = await query.orderBy('deleted_at', 'desc').orderBy('id').limit(1000).execute()
    return rows.map((row) => this.#uses.records.codec(Property).fromRow(row))
  }
}

const plain = (name: string) => name.replace(/^custom(_properties)?\./, '')
const missing = (object: string, name: string) => new CrmError('not_found', `${object} have no property ${name}`)
