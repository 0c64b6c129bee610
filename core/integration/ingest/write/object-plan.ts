import { noteLines } from '../../../commerce/documents/line-history.ts'
import type { Update } from '../../../kernel/storage/writing/set-writer.ts'
import { Turns } from '../../../kernel/values/turns.ts'
import { equal } from '../../../kernel/storage/schema/equal.ts'
import { exactValues } from '../../../kernel/storage/records/stored.ts'
import { Matcher } from '../match/matcher.ts'
import { type RecordChange, changeOf } from './changed.ts'
import type { BatchContext } from '../match/context.ts'
import type { Entry } from '../match/entry.ts'
import { LinePlan } from './lines.ts'
import { fill, merged } from '../match/merge.ts'
import { SentStates } from './sent-states.ts'
import { keepTags } from './own-fields.ts'
import type { MatchedRecord } from '../match/matched-record.ts'
import type { Outcomes } from '../match/outcome.ts'
import type { ObjectWriter } from './object-writer.ts'
import type { Target } from '../match/target.ts'

/** The records of one object in a batch: decided first, then written as sets. */
export class ObjectPlan {
  readonly writer: ObjectWriter
  targets: readonly Target[] = []
  readonly #context: BatchContext
  readonly #outcomes: Outcomes
  readonly #lines: LinePlan | undefined
  readonly #sent: SentStates

  constructor(writer: ObjectWriter, context: BatchContext, outcomes: Outcomes) {
    this.writer = writer
    this.#context = context
    this.#outcomes = outcomes
    this.#sent = new SentStates(writer.object, context)
    this.#lines = writer.lines && writer.line ? new LinePlan(writer.lines, writer.line, context) : undefined
  }

  /** The entries that have changed; what the source sent before in the same form is settled without reading the record. */
  async withoutUnchanged(entries: readonly Entry[]): Promise<Entry[]> {
    if (entries.length === 0) return []
    const { source } = this.#context
    await this.#sent.loadKeys(entries)
    // A source that always wins also reverts what was changed here since it sent the same.
    if (source.conflictPolicy === 'source_wins') return [...entries]
    const same = entries.filter((entry) => this.#sent.isRepeated(entry))
    const live = await this.#live(same.map(({ key }) => this.#sent.recordOf(key)))
    const settled = new Set(same.filter(({ key }) => live.has(this.#sent.recordOf(key) ?? '')))
    for (const { indexes } of settled) for (const index of indexes) this.#outcomes.set(index, 'unchanged')
    return entries.filter((entry) => !settled.has(entry))
  }

  async decide(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return
    const targets = await new Matcher(this.writer, this.#context, this.#outcomes).match(entries, this.#sent.byKey)
    await this.#sent.load(targets)
    await this.#lines?.load(targets)
    const turns = new Turns()
    for (const target of targets) {
      if (turns.areOver()) await turns.next()
      if (this.#refused(target)) continue
      target.entries.sort((a, b) => (a.indexes[0] ?? 0) - (b.indexes[0] ?? 0))
      if (target.before === null) this.#create(target)
      else this.#change(target, target.before)
    }
    this.targets = targets.filter(({ used }) => used)
  }

  /** Whether the mode of the batch forbids to create or to update a record; implied records are always allowed. */
  #refused(target: Target): boolean {
    const { mode } = this.#context.source
    if (mode === 'upsert' || target.entries.some(({ implied }) => implied) || (mode === 'create') === (target.before === null)) return false
    const problem =
      mode === 'create'
        ? { code: 'already_exists', field: 'external_id', reason: `already there as ${target.id}, and only new records are to be made` }
        : { code: 'not_found', field: 'external_id', reason: 'no such record, and none is to be made' }
    for (const { indexes } of target.entries) for (const index of indexes) this.#outcomes.reject(index, problem)
    target.used = false
    return true
  }

  /** Writes what was decided, with its events. */
  async write(): Promise<void> {
    const { records, provider } = this.#context
    const { entity, object, keys } = this.writer
    const used = this.targets.filter((target) => target.used)
    const stored = used.map((target) => this.#lines?.stored(target))
    // In the order of their keys, so that two batches of different sources cannot wait for each other.
    const order = (target: Target) => String(target.record[keys[0]?.column ?? 'id'] ?? target.newIds[0] ?? target.id)
    const made = sortedBy(
      used.filter(({ before }) => before === null),
      order,
    )
    await records.insert(
      entity,
      made.map(({ record }) => record),
    )
    const updates = used.flatMap(({ before, record, changed, lines }): Update<MatchedRecord>[] =>
      before !== null && changed ? [{ before, changes: record, ...(lines && { besides: ['lines'] }) }] : [],
    )
    await records.update(entity, updates)
    const links = used.flatMap(({ id, newIds }) => newIds.map((external_id) => ({ record_id: id, provider, external_id })))
    await this.#context.references(object).linkMany(sortedBy(links, ({ external_id }) => external_id))
    await this.#lines?.write(used)
    const edits = used.flatMap(({ id, before, lines }, at) =>
      before !== null && lines ? [{ id, before: stored[at] ?? [], after: lines }] : [],
    )
    await noteLines(records, entity, edits)
    await this.#context.keepStates(
      object,
      sortedBy(await this.#sent.after(used), ({ key }) => key),
    )
  }

  /** What is done to each record that is made or changed. */
  get changes(): RecordChange[] {
    const changed = this.targets.filter((target) => target.used && target.changed)
    return changed.map((target) => changeOf(this.writer.object, target, this.#lines?.stored(target)))
  }

  #create(target: Target): void {
    const { writer } = this
    const given = new Set<string>()
    for (const { draft, inferred } of target.entries) {
      fill(target.record, { ...inferred, ...draft.values })
      for (const path of Object.keys(draft.values)) given.add(path)
    }
    if (writer.owner) target.record[writer.owner] ??= this.#context.source.ownerEmail
    this.#addIds(target)
    this.#lines?.plan(target, { own: undefined, others: [] })
    writer.complete(target.record, given, null, target.lines ?? [], null)
    target.record = exactValues(writer.entity.fields, target.record)
    target.changed = true
    this.#report(target)
  }

  #change(target: Target, before: MatchedRecord): void {
    const given = new Set<string>()
    const { conflictPolicy } = this.#context.source
    for (const entry of target.entries) {
      const { own, others } = this.#sent.before(target, entry)
      const { record, taken } = entry.implied
        ? this.#complete(target.record, entry)
        : merged(target.record, entry.draft.values, { own, others }, conflictPolicy)
      target.record = record
      for (const path of taken) given.add(path)
      if (entry.inferred) this.#infer(target, entry.inferred)
      this.#lines?.plan(target, { own, others })
    }
    if (given.size > 0 || target.lines) {
      const record = { ...target.record }
      keepTags(record, given, before)
      this.writer.complete(record, given, before, this.#lines?.of(target) ?? [], this.#sent.pathsOf(target))
      target.record = exactValues(this.writer.entity.fields, record, before)
    }
    const { record } = target
    const differs = Object.keys(record).some((name) => record[name] !== before[name] && !equal(before[name], record[name]))
    target.changed = differs || target.lines !== null || target.newIds.length > 0
    if (target.changed) this.#addIds(target)
    this.#report(target)
  }

  /** An implied record fills empty fields, and names a company that had its domain for a name. */
  #complete(record: MatchedRecord, { draft: { values } }: Entry): { record: MatchedRecord; taken: Set<string> } {
    const unnamed = record.name === record.domain && typeof values.name === 'string'
    const fills = Object.entries(values).filter(([path]) => record[path] === null || (path === 'name' && unnamed))
    return { record: { ...record, ...Object.fromEntries(fills) }, taken: new Set(fills.map(([path]) => path)) }
  }

  #infer(target: Target, inferred: Record<string, unknown>): void {
    const empty = Object.entries(inferred).every(([path]) => path.startsWith('organization_') || target.record[path] === null)
    if (empty) target.record = { ...target.record, ...inferred }
  }

  /** Notes when the source confirmed its ids, whenever there is something to write. */
  #addIds(target: Target): void {
    const { provider, records } = this.#context
    const known = target.record.external_ids
    const synced_at = records.unit.now.toISOString()
    const ids = new Set(target.entries.flatMap(({ externalId }) => externalId ?? []))
    const touched = known.map((each) => (each.provider === provider && ids.has(each.id) ? { ...each, synced_at } : each))
    target.record.external_ids = [...touched, ...target.newIds.map((id) => ({ provider, id, synced_at }))]
  }

  #report({ entries, before, changed }: Target): void {
    const indexes = entries.flatMap(({ indexes }) => indexes).toSorted((a, b) => a - b)
    const adding = new Set(entries.flatMap((entry) => [...entry.adding]))
    indexes.forEach((index, at) => {
      if (!changed || (at > 0 && !adding.has(index))) this.#outcomes.set(index, 'unchanged')
      else this.#outcomes.set(index, before === null && at === 0 ? 'create' : 'update')
    })
  }

  async #live(ids: readonly (string | undefined)[]): Promise<Set<string>> {
    const { records } = this.#context
    const known = ids.filter((id) => id !== undefined)
    if (known.length === 0) return new Set()
    const rows = await records.byIds(this.writer.entity, known).select('id').where('deleted_at', 'is', null).execute()
    return new Set(rows.map(({ id }) => String(id)))
  }
}

function sortedBy<T>(items: readonly T[], key: (item: T) => string): T[] {
  const keyed = items.map((item) => [key(item), item] as const)
  return keyed.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, item]) => item)
}
