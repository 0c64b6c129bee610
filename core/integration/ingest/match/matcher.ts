import { Turns } from '../../../kernel/values/turns.ts'
import { newRecord } from '../../../kernel/storage/records/new-record.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { isPlaceholder } from './placeholder.ts'
import { areSimilarNames } from './similar-names.ts'
import { Candidates } from './candidates.ts'
import type { BatchContext } from './context.ts'
import { duplicate, type Entry } from './entry.ts'
import { excerpt } from '../read/mask.ts'
import type { Outcomes } from './outcome.ts'
import type { MatchedRecord } from './matched-record.ts'
import type { NaturalKey, MatchRules } from './rules.ts'
import { Target } from './target.ts'
import { inOrder } from './entry-order.ts'
import { isUnnamed, differ, hasMerged, isNamesake } from './namesake.ts'

/** Matches each entry of a batch with a record: by external id, then by natural keys, companies finally by name. */
export class Matcher {
  readonly #rules: MatchRules
  readonly #context: BatchContext
  readonly #outcomes: Outcomes
  readonly #candidates: Candidates
  /** Targets of this batch by key; only names have several. */
  readonly #taken = new Map<string, Target[]>()

  constructor(rules: MatchRules, context: BatchContext, outcomes: Outcomes) {
    this.#rules = rules
    this.#context = context
    this.#outcomes = outcomes
    this.#candidates = new Candidates(rules, context)
  }

  /** The records that match the entries, new ones included; entries that cannot have one are rejected. */
  async match(entries: readonly Entry[], states: ReadonlyMap<string, { record_id: string }>): Promise<Target[]> {
    await this.#candidates.load(entries, states)
    const targets = new Set<Target>()
    const turns = new Turns()
    for (const entry of inOrder(entries)) {
      if (turns.areOver()) await turns.next()
      const target = this.#targetOf(entry)
      if (!target) continue
      target.add(entry, this.#context.provider)
      this.#remember(target, entry)
      targets.add(target)
    }
    return [...targets]
  }

  #targetOf(entry: Entry): Target | undefined {
    // A company that is named takes precedence over the one that an e-mail address suggests.
    let target = this.#byId(entry) ?? (entry.implied ? this.#byName(entry) : undefined)
    for (const key of this.#rules.keys) {
      const value = entry.draft.values[key.column]
      if (value === undefined || value === null) continue
      const found = this.#holders(key, String(value))
      if (target) {
        if (!this.#keeps(entry, target, key, String(value), found)) return undefined
        continue
      }
      if (this.#matches(key.column, entry))
        target = this.#heirOf(
          found.find((each) => this.#agrees(each, entry, key)),
          entry,
          key,
        )
      if (!target && found.length > 0 && !this.#without(entry, key)) return undefined
      if (target && this.#candidates.hasSecondary(target, key.column, String(value))) leaveOut(entry, key.column)
    }
    if (this.#matches('name', entry)) target ??= this.#byName(entry)
    if (target) return target
    const problem = this.#rules.lacks?.(entry.draft)
    if (!problem) return new Target(newRecord(this.#rules.entity.fields, this.#context.ids.next(), this.#context.records.unit), null)
    this.#reject(entry, problem)
    return undefined
  }

  #byId({ externalId, key }: Entry): Target | undefined {
    const { provider } = this.#context
    if (externalId === undefined) return this.#candidates.byState(key)
    const known =
      this.#taken.get(`id:${externalId}`)?.[0] ?? this.#candidates.byExternalId(externalId) ?? this.#candidates.byState(externalId)
    if (known) return known
    const own = this.#candidates.byOwnId(externalId)
    if (own) return own
    const numbered = this.#matches('code') ? this.#candidates.byIdColumn(externalId) : undefined
    return numbered && (numbered.idsAt(provider).length === 0 || hasMerged(numbered)) ? numbered : undefined
  }

  /** Whether the settings of the source allow a match by this key; implied companies match by every key. */
  #matches(column: string, entry?: Entry): boolean {
    const keys = this.#context.source.matchKeys[this.#rules.object]
    return keys === undefined || entry?.implied === true || keys.includes(column === 'primary_email' ? 'email' : column)
  }

  #holders({ column }: NaturalKey, value: string): Target[] {
    return [...new Set([...(this.#taken.get(`${column}:${value}`) ?? []), ...this.#candidates.byKey(column, value)])]
  }

  /**
   * Whether a record with the key of the entry can match it: two ids of one source, or two records of one batch, must agree on the name.
   */
  #agrees(target: Target, entry: Entry, { column }: NaturalKey): boolean {
    const { values } = entry.draft
    if (entry.implied)
      return values.name === undefined || isUnnamed(target) || areSimilarNames(String(target.record.name), String(values.name))
    const stronger = this.#rules.keys.slice(
      0,
      this.#rules.keys.findIndex((key) => key.column === column),
    )
    if (stronger.some((key) => key.taken === 'reject' && differ(target.record[key.column], values[key.column]))) return false
    // A number says little without its customer; a name may have been corrected since.
    const two =
      this.#rules.lines !== undefined ||
      target.entries.length > 0 ||
      (entry.externalId !== undefined && target.idsAt(this.#context.provider).length > 0)
    return !two || !differ(this.#rules.identity(this.#seen(target)), this.#rules.identity(values))
  }

  // A new record is known only by the values of the batch.
  #seen(target: Target): MatchedRecord {
    return { ...target.record, ...Object.assign({}, ...target.entries.map(({ draft }) => draft.values)) }
  }

  /** Whether a matched record may take the key: not if another record has it. */
  #keeps(entry: Entry, target: Target, key: NaturalKey, value: string, found: readonly Target[]): boolean {
    if (found.every((each) => each === target)) {
      if (this.#candidates.hasSecondary(target, key.column, value)) leaveOut(entry, key.column)
      return true
    }
    if (
      key.taken === 'drop' &&
      (!entry.implied || !target.record[key.column]) &&
      found.every((each) => each === target || isPlaceholder(each))
    ) {
      target.absorbs.push(...found.filter((each) => each !== target))
      return true
    }
    return this.#without(entry, key)
  }

  /** A placeholder gives way to the company with the name of the entry: the two are one company. */
  #heirOf(found: Target | undefined, entry: Entry, { taken }: NaturalKey): Target | undefined {
    if (!found || taken !== 'drop' || entry.implied || !isPlaceholder(found) || !this.#matches('name', entry)) return found
    const named = this.#byName(entry)
    if (!named || named === found) return found
    named.absorbs.push(found)
    return named
  }

  /** Drops a key that another record has, or rejects the entry. */
  #without(entry: Entry, { column, taken }: NaturalKey): boolean {
    if (taken === 'share') return true
    if (taken === 'reject') {
      this.#reject(entry, duplicate(this.#rules, entry.externalId, entry.draft, column))
      return false
    }
    const [index] = entry.indexes
    if (index !== undefined)
      this.#outcomes.warn(index, [`${column}: ${excerpt(entry.draft.values[column], column)} belongs to another record and was left out`])
    leaveOut(entry, column)
    return true
  }

  #byName(entry: Entry): Target | undefined {
    const { name, country } = entry.draft.values
    if (!this.#rules.nameColumn || typeof name !== 'string') return undefined
    const here = this.#taken.get(`name:${fold(name)}`) ?? []
    const stored = this.#candidates.byName(name)
    const named = this.#candidates.byNameState(name)
    const fitting = [...new Set([...here, ...stored, ...(named ? [named] : [])])].filter(
      (target) => !differ(this.#seen(target).country, country) && isNamesake(this.#rules, this.#context.provider, { target, entry, named }),
    )
    return fitting.find((target) => country !== undefined && target.record.country === country) ?? fitting[0]
  }

  #remember(target: Target, { externalId, draft: { values } }: Entry): void {
    const keys = this.#rules.keys.map(({ column }) => [column, values[column]] as const)
    const name = this.#rules.nameColumn && typeof values.name === 'string' ? fold(values.name) : undefined
    for (const [kind, value] of [['id', externalId], ...keys, ['name', name]] as const) {
      if (value === undefined || value === null) continue
      const held = this.#taken.get(`${kind}:${String(value)}`) ?? []
      if (!held.includes(target)) this.#taken.set(`${kind}:${String(value)}`, [...held, target])
    }
  }

  #reject({ indexes }: Entry, problem: Parameters<Outcomes['reject']>[1]): void {
    for (const index of indexes) this.#outcomes.reject(index, problem)
  }
}

function leaveOut(entry: Entry, column: string): void {
  const { [column]: _, ...values } = entry.draft.values
  entry.draft = { ...entry.draft, values }
}
