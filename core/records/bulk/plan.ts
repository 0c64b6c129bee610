import type { Ids } from '../../kernel/ports/ids.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { newExternalIds } from '../../kernel/storage/schema/external-id.ts'
import { refuseTooMany } from '../../kernel/storage/records/most-items.ts'
import { newRecord } from '../../kernel/storage/records/new-record.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { References, survivorsOf } from '../../kernel/storage/records/references.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { storedValues } from '../../kernel/storage/records/stored.ts'
import { fieldOf, heedUnseen, Owners, ownersOf } from './matching.ts'
import { judgeCustom } from './custom.ts'
import { judgeOwners } from './owners.ts'
import { unknownLinks } from './links.ts'
import { refusalOf } from './read.ts'
import { type Draft, type Refusal, type SetKey, type SetRules, type SetSideEffects } from '../record-type/set-rules.ts'
import type { PlanOptions } from './schema.ts'
import type { Status, Target } from './target.ts'

/** A value of a key that a draft gives, and the id of the record that has it. */
interface Owned {
  readonly key: SetKey
  readonly value: string
  readonly owner: string | undefined
}

/** What a set of records comes to: matched and decided first, in look-ups that do not grow with the set; written afterwards. */
export class SetPlan {
  /** The records that the set is about, each once. */
  readonly targets: Target[] = []
  /** What becomes of each record sent, by its index. */
  readonly statuses = new Map<number, { readonly status: Status; readonly target: Target | null }>()
  readonly references: References
  /** Further values of keys that stay with records which the caller does not see, each behind the provider of its key. */
  unclaimed: ReadonlySet<string> = new Set()
  /** Writes what the preparation has found to write. */
  sideEffects: SetSideEffects | undefined
  readonly #records: Records
  readonly #ids: Ids
  readonly #rules: SetRules
  readonly #options: PlanOptions
  readonly #owners = new Owners<Target>()

  constructor(records: Records, ids: Ids, rules: SetRules, options: PlanOptions) {
    this.#records = records
    this.#ids = ids
    this.#rules = rules
    this.#options = options
    this.references = new References(records, ids, rules.object)
  }

  /** Decides everything and writes nothing; what cannot be written is refused in its draft, and no other with it. */
  async decide(drafts: readonly Draft[]): Promise<void> {
    await this.#match(drafts, await unknownLinks(this.#records, this.#rules, drafts))
    await judgeCustom(this.#records, this.#rules.entity, this.targets)
    await judgeOwners(this.#records, this.#rules.entity, this.targets)
    const made = this.targets.filter(({ before }) => before === null).flatMap(({ drafts: [first] }) => first ?? [])
    const live = this.targets.flatMap(({ drafts }) => drafts)
    const known = this.targets.flatMap(({ before, drafts }) => (before ? drafts.map((draft) => [draft, before] as const) : []))
    this.sideEffects = await this.#rules.prepare?.(live, new Set(made), new Map(known))
    const turns = new Turns()
    for (const target of this.targets) {
      if (turns.areOver()) await turns.next()
      for (const draft of target.drafts) this.#apply(target, draft)
    }
    for (const { index, refusal } of drafts) if (refusal) this.statuses.set(index, { status: 'rejected', target: null })
  }

  /** `unknown`: by draft, the fields in which it names a record that is not there. */
  async #match(drafts: readonly Draft[], unknown: ReadonlyMap<Draft, readonly string[]>): Promise<void> {
    const live = drafts.filter(({ refusal }) => !refusal)
    const { owners, known } = await this.#known(live)
    this.unclaimed = await heedUnseen(this.#records, this.references, this.#rules, live, { seen: owners, ids: this.#ids })
    const used = new Set<Target>()
    const turns = new Turns()
    for (const draft of live) {
      if (turns.areOver()) await turns.next()
      const target = draft.refusal ? undefined : this.#targetOf(draft, known)
      if (!target || this.#namesNobody(draft, target, unknown.get(draft))) continue
      target.drafts.push(draft)
      used.add(target)
      // Two records of one set that share a key are one record.
      for (const key of this.#rules.keys)
        for (const value of key.of(draft.values)) if (!this.#owners.of(key, value)) this.#owners.set(key, value, target)
    }
    this.targets.push(...used)
  }

  /**
   * The known records that the drafts name by an id or a key, locked. Whoever had a key may have lost it while its row was waited for, to the
   * record that it was merged into or to another: who has it then is looked for once more, and no later writer takes that from behind the lock.
   */
  async #known(drafts: readonly Draft[]): Promise<{ readonly owners: Owners<string>; readonly known: ReadonlyMap<string, Target> }> {
    for (let isLast = false; ; isLast = true) {
      const owners = await ownersOf(this.#records, this.references, this.#rules, drafts)
      const owned = this.#rules.keys.flatMap((key) =>
        drafts.flatMap(({ values }) => key.of(values).map((value) => ({ key, value, owner: owners.of(key, value) }))),
      )
      const known = await this.#load(drafts, owners, owned)
      const isLost = ({ key, value, owner }: Owned) =>
        owner !== undefined && !owners.isInherited(key, value) && !key.of(known.get(owner)?.before ?? {}).includes(value)
      if (isLast || !owned.some(isLost)) return { owners, known }
    }
  }

  /** Those records by id; survivors also by the ids of what they have taken in. */
  async #load(drafts: readonly Draft[], owners: Owners<string>, owned: readonly Owned[]): Promise<ReadonlyMap<string, Target>> {
    const merged = await survivorsOf(
      this.#records,
      this.#rules.entity,
      drafts.flatMap(({ id }) => id ?? []),
    )
    const ids = new Set([...drafts.map(({ id }) => id), ...merged.values(), ...owned.map(({ owner }) => owner)])
    const records = await this.#records.findBy(this.#rules.entity, 'id', ids, { lock: true })
    const known = new Map(
      records.map((before): [string, Target] => {
        const { id } = before
        return [id, { id, before, record: { ...before }, by: null, changed: false, drafts: [] }]
      }),
    )
    for (const [id, survivor] of merged) if (known.has(survivor)) known.set(id, known.get(survivor)!)
    for (const { key, value, owner } of owned) {
      const target = known.get(owner ?? '')
      if (target) this.#owners[owners.isInherited(key, value) ? 'inherit' : 'set'](key, value, target)
    }
    return known
  }

  /** By id, else by the first key that somebody has; refuses what `mode` does not allow. */
  #targetOf(draft: Draft, known: ReadonlyMap<string, Target>): Target | undefined {
    const { mode = 'upsert', match_on = 'id' } = this.#options
    const given = draft.id !== null && match_on === 'id' ? known.get(draft.id) : undefined
    if (draft.id !== null && !given) return refuse(draft, { reason: `No record with the id ${draft.id}`, code: 'not_found', field: 'id' })
    const found = given ? { owner: given, by: 'id' } : this.#byKey(draft)
    if (!found && mode === 'update')
      return refuse(draft, { reason: 'No known record has one of these keys', code: 'not_found', field: null })
    if (found && mode === 'create') {
      const existing = found.owner.before ? { existing_id: found.owner.id } : {}
      return refuse(draft, { reason: 'The record is known already', code: 'already_exists', field: null, ...existing })
    }
    if (!found) return this.#begin(draft)
    if (found.owner.by === null && !this.#options.named) found.owner.by = found.by
    return found.owner
  }

  /** A target for a new record, unless the input lacks what a new one must have. */
  #begin(draft: Draft): Target | undefined {
    const missing = Object.entries(this.#rules.entity.fields).find(
      ([name, { access, optional }]) => (access === 'write' || access === 'create') && !optional && (draft.values[name] ?? null) === null,
    )
    if (missing) return refuse(draft, { reason: `${missing[0]} is required of a new record`, code: 'required', field: missing[0] })
    return { id: this.#ids.next(), before: null, record: null, by: null, changed: false, drafts: [] }
  }

  /** The keys are asked in their order, or only the one that `match_on` names. */
  #byKey({ values }: Draft): { readonly owner: Target; readonly by: string } | undefined {
    const { match_on } = this.#options
    for (const key of this.#rules.keys) {
      if (match_on !== undefined && match_on !== key.name) continue
      for (const value of key.of(values)) {
        const owner = this.#owners.of(key, value)
        if (owner !== undefined && !key.differ?.(owner.before ?? owner.drafts[0]?.values ?? {}, values)) return { owner, by: key.name }
      }
    }
    return undefined
  }

  /** Drafts of one target follow each other, as if they had been sent one by one. */
  #apply(target: Target, draft: Draft): void {
    if (draft.refusal) return
    const given = this.#withoutInherited(target, draft)
    const values = storedValues(this.#rules.entity, given, this.#records.unit.actor, target.record ?? {}, target.before !== null)
    const clash = this.#clashOf(target, values)
    if (clash) return void refuse(draft, clash)
    const { record } = target
    try {
      if (!record) {
        // Before, because the record says what made it.
        this.#options.making?.(draft.index, target.id)
        target.record = newRecord(this.#rules.entity.fields, target.id, this.#records.unit, values)
        target.changed = true
        this.statuses.set(draft.index, { status: 'created', target })
        return
      }
      const changes = { ...(this.#rules.decide?.(record, values, target.by) ?? values), ...this.#external(record, values) }
      refuseTooMany(this.#rules.entity.fields, changes, record)
      const differs = Object.keys(changes).filter((name) => changes[name] !== undefined && !equal(record[name], changes[name]))
      for (const name of differs) record[name] = changes[name]
      target.changed ||= differs.length > 0
      this.statuses.set(draft.index, { status: differs.length > 0 ? 'updated' : 'unchanged', target })
    } catch (error) {
      refuse(draft, refusalOf(error))
    }
  }

  // What a merged record was known by finds the survivor, which keeps its own.
  #withoutInherited(target: Target, { id, values }: Draft): Partial<AnyRecord> {
    const isOwn = (key: SetKey, value: string) => this.#owners.isInherited(key, value) && this.#owners.of(key, value) === target
    const inherited = this.#rules.keys.filter(
      (key) => id === null && target.record?.[key.field] && key.of(values).some((value) => isOwn(key, value)),
    )
    return inherited.length === 0 ? values : { ...values, ...Object.fromEntries(inherited.map(({ field }) => [field, undefined])) }
  }

  /** External ids that the record lacks are added to those that it has. */
  #external({ external_ids: known }: AnyRecord, { external_ids = [] }: Partial<AnyRecord>): Row {
    const added = newExternalIds(known, external_ids, this.#records.unit)
    return { external_ids: added.length > 0 ? [...known, ...added] : undefined }
  }

  /** What another record has of the unique keys; null where nothing stands in the way. */
  #clashOf(target: Target, values: Partial<AnyRecord>): Refusal | null {
    for (const key of this.#rules.keys) {
      if (key.shared) continue
      for (const value of key.of(values)) {
        const owner = this.#owners.of(key, value)
        if (!owner || owner === target || this.#owners.isInherited(key, value)) continue
        const field = fieldOf(key)
        return { reason: `Another record of ${this.#rules.object} has this ${field}`, code: 'taken', field, existing_id: owner.id }
      }
    }
    return null
  }

  /** Refuses a draft that names a record that is not there, unless its own names it already: that was deleted meanwhile, and may stay. */
  #namesNobody(draft: Draft, { before }: Target, unknown: readonly string[] = []): boolean {
    const field = unknown.find((each) => draft.values[each] !== before?.[each])
    if (field === undefined) return false
    const reason = `There is no record of ${this.#rules.links[field]?.table} with the id ${String(draft.values[field])}`
    refuse(draft, { reason, code: 'unknown_record', field })
    return true
  }
}

function refuse(draft: Draft, refusal: Refusal): undefined {
  draft.refusal = refusal
}
