import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Token } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import type { AnyRecord, CommonFields, EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Filters } from '../../kernel/storage/records/filters.ts'
import { linked, survivorIdsByKey } from '../../kernel/storage/records/links.ts'
import { storeParts, type StoreParts } from '../../kernel/storage/records/record-reader.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { mapValues, valuesOf } from '../../kernel/values/objects.ts'
import { isTexts } from '../../kernel/values/texts.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import { externalId, type SetKey, type SetRules } from '../record-type/set-rules.ts'

/** What a store without rules of its own is made from. */
export interface StoreDeclaration<F extends CommonFields & Fields = CommonFields & Fields> {
  /** The stored class, whose table has the plural of the record type as its name. */
  readonly entity: EntityTable<F>
  /** By what a record is found again, the first match first: `external_id`, and text fields of which each live record has its own. */
  readonly keys: readonly (keyof F & string)[] | readonly ('external_id' | (keyof F & string))[]
  /** Fields that hold the id of another record, with the class of that record. */
  readonly links?: Readonly<Record<string, EntityTable>>
  /** Named filters of the list. */
  readonly filters: Filters
  /** Fields by which the list can be sorted, the first by default. */
  readonly sorts: readonly string[]
  /** What is stored for values that somebody gives; throws for what cannot be stored. */
  readonly normalize?: (values: Partial<RecordOf<F>>) => Partial<RecordOf<F>>
}

/** The store of a record type without rules of its own: it creates or completes by key, keeps links valid, and writes sets by the same rules. */
export class DeclaredStore<F extends CommonFields & Fields> extends RecordStore<F> {
  /** The rules by which sets of these records are written. */
  readonly sets: SetRules<F>
  readonly #declaration: StoreDeclaration<F>
  readonly #links: Readonly<Record<string, EntityTable>>

  constructor(parts: StoreParts, declaration: StoreDeclaration<F>) {
    const { entity, keys, links = {}, filters, sorts } = declaration
    super(parts, { entity, object: entity.table, keys: uniqueFields(keys), filters, sorts })
    this.#declaration = declaration
    this.#links = links
    this.sets = {
      entity,
      object: entity.table,
      keys: keys.map(setKey),
      links,
      normalize: (input) => this.#normalized(input),
    }
  }

  /** A new record, or the one that a key of the input finds, completed. Throws `unknown_record` for a link to nothing, `already_exists`. */
  async create(input: object, reply: Reply): Promise<RecordOf<F>> {
    const given = this.#normalized(input)
    const match = await this.#match(given)
    if (!match) return await this.add(await linked(this.records, given, this.#links))
    reply.matched(match.by)
    const known = await this.forChange(match.id)
    const values = await linked(this.records, await this.#withoutInherited(known, given), this.#links, { known })
    await this.complete(known, values)
    return known
  }

  /** Sets what differs. Throws `not_found`, `version_mismatch`, and as `create` does. */
  async update(id: string, changes: object, reply: Reply): Promise<RecordOf<F>> {
    const known = await this.forChange(id, reply)
    const values = await linked(this.records, this.#normalized(changes), this.#links, { known })
    await this.refuseTaken(values, known)
    this.change(known, values)
    return known
  }

  #normalized(input: object): Partial<RecordOf<F>> {
    const { entity, normalize } = this.#declaration
    const values = mapValues(valuesOf(input), (value, name) => {
      if (entity.fields[name]?.kind === 'timestamp' && typeof value === 'string') return new Date(value)
      return name === 'tags' && isTexts(value) ? uniqueTags(value) : value
    })
    // The schema of the operation has checked that these are the fields of the record.
    const stored = values as Partial<RecordOf<F>>
    return normalize ? normalize(stored) : stored
  }

  // Live records come before those that were merged, whose keys mean the survivor.
  async #match(values: Partial<AnyRecord>): Promise<{ id: string; by: string } | null> {
    const { keys } = this.#declaration
    for (const by of keys) {
      const id = by === 'external_id' ? await this.references.findAny(values.external_ids ?? []) : await this.#idBy(by, values[by])
      if (id) return { id, by }
    }
    for (const by of uniqueFields<F>(keys)) {
      const id = await this.#survivorBy(by, values[by])
      if (id) return { id, by }
    }
    return null
  }

  async #idBy(key: string, value: unknown): Promise<string | undefined> {
    // The key is one of the fields of the record.
    return isBlank(value) ? undefined : await this.idOf({ [key]: value } as Partial<RecordOf<F>>)
  }

  async #survivorBy(key: string, value: unknown): Promise<string | undefined> {
    if (isBlank(value)) return undefined
    return (await survivorIdsByKey(this.records, this.#declaration.entity, key, [String(value)])).get(String(value))
  }

  // By the key of a merged record the survivor is found, which keeps its own.
  async #withoutInherited(known: RecordOf<F>, values: Partial<RecordOf<F>>): Promise<Partial<RecordOf<F>>> {
    const kept = { ...values }
    for (const key of uniqueFields<F>(this.#declaration.keys))
      if (known[key] && kept[key] !== known[key] && (await this.#survivorBy(key, kept[key])) === known.id) delete kept[key]
    return kept
  }
}

/** The token of a store for records without rules of their own; `recordType` takes it as `store`. */
export function storeOf<F extends CommonFields & Fields>(declaration: StoreDeclaration<F>): Token<DeclaredStore<F>> {
  return class extends DeclaredStore<F> {
    static readonly uses = storeParts

    constructor(parts: StoreParts) {
      super(parts, declaration)
    }
  }
}

function uniqueFields<F extends Fields>(keys: readonly string[]): (keyof F & string)[] {
  // All keys but the external id are fields of the record, as the declaration says.
  return keys.filter((key): key is keyof F & string => key !== 'external_id')
}

function setKey(key: string): SetKey {
  if (key === 'external_id') return externalId
  return { name: key, field: key, of: (values) => (isBlank(values[key]) ? [] : [String(values[key])]) }
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
