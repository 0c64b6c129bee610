import { ownersOf, type Owners } from '../../records/bulk/matching.ts'
import { judgeCustom } from '../../records/bulk/custom.ts'
import { refusalOf } from '../../records/bulk/read.ts'
import type { Draft, SetRules } from '../../records/record-type/set-rules.ts'
import type { BulkOptions, BulkResult } from '../../records/bulk/schema.ts'
import type { Target } from '../../records/bulk/target.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { Reply } from '../../kernel/operation/reply.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Records } from '../../kernel/storage/records.ts'
import type { References } from '../../kernel/storage/references.ts'
import type { Drafts } from './drafts.ts'
import type { Line, Lines } from './lines.ts'
import type { DocumentInput } from './schema.ts'

/** What a set asks of the service of a type of document. */
export interface Documents {
  readonly store: {
    readonly entity: EntityTable
    readonly records: Records
    readonly references: References
    readonly lines: Lines
    readonly drafts: Drafts
    match(input: Partial<DocumentInput>): Promise<{ id: string; by: string } | null>
    get(id: string): Promise<unknown>
    addAll(drafts: readonly never[]): Promise<string[]>
    applyAll(changes: readonly never[]): Promise<void>
    applied(before: never, known: readonly Line[], planned: never): object | null
    /** Documents that were changed in this unit of work. */
    readonly changed: ReadonlySet<unknown>
  }
  create(input: never, reply: Reply): Promise<{ readonly id: unknown }>
  update(id: string, input: never, reply: Reply): Promise<{ readonly id: unknown }>
  standsAlone(input: never, known?: never): boolean
  planned(input: never, known?: { readonly record: never; readonly lines: readonly Line[] }): Promise<object | null>
  /** Fails where a new one could not be written, and writes nothing. */
  check(input: never): Promise<void>
}

type Outcome = BulkResult['results'][number]

/** What is to become of one record of a set. */
interface Decided {
  readonly draft: Draft
  readonly isNew: boolean
  readonly planned: object
  /** Null where nothing differs. */
  readonly applied: object | null
}

/**
 * Writes documents as a set: matched, decided and written in statements that do not grow with it. What takes from other documents or
 * changes them, and what another record of the set has a key of, is written by itself behind the others. Rejects are told by index
 * and keep no other back (operations.md 1).
 */
export class DocumentSet {
  readonly #documents: Documents
  readonly #rules: SetRules
  readonly #options: BulkOptions
  readonly #outcomes = new Map<Draft, Omit<Outcome, 'index'>>()

  constructor(documents: Documents, rules: SetRules, options: BulkOptions) {
    this.#documents = documents
    this.#rules = rules
    this.#options = options
  }

  /** Writes them and answers what became of each, in the order sent. */
  async write(drafts: readonly Draft[]): Promise<BulkResult> {
    const { dry_run = false, on_error } = this.#options
    const { together, alone } = await this.#decide(drafts)
    // What one record makes impossible for another shows only when they are written.
    if (dry_run || on_error === 'abort') await this.#foresee(together, alone)
    const aborted = on_error === 'abort' && drafts.some(({ refusal }) => refusal)
    if (!dry_run && !aborted) {
      await this.#writeTogether(together)
      for (const draft of alone) await this.#judged(draft, () => this.#writeAlone(draft))
    }
    return this.#result(drafts, aborted)
  }

  /** Parts the set: what is written together is planned in look-ups for all, the rest waits for its turn. */
  async #decide(drafts: readonly Draft[]): Promise<{ together: readonly Decided[]; alone: readonly Draft[] }> {
    const { store } = this.#documents
    const live = drafts.filter(({ refusal }) => !refusal)
    const owners = await ownersOf(store.records, store.references, this.#rules, live)
    const known = new Map(live.map((draft) => [draft, this.#ownerOf(draft, owners)] as const))
    const records = await this.#load(known.values())
    const alone = this.#entangled(live, owners, known)
    for (const [draft, id] of known) {
      const record = id === undefined ? undefined : records.get(id)
      if ((id !== undefined && !record) || !this.#documents.standsAlone(draft.values as never, record as never)) alone.add(draft)
    }
    const others = live.filter((draft) => !alone.has(draft))
    const targets = others.map((draft): Target & { readonly draft: Draft } => {
      const id = known.get(draft)
      const before = (id === undefined ? undefined : records.get(id)) ?? null
      return { id: id ?? `new ${draft.index}`, before, record: draft.values, by: null, changed: false, drafts: [draft], draft }
    })
    await judgeCustom(store.records, store.entity, targets)
    const lines = await store.lines.of([...records.keys()])
    const together: Decided[] = []
    const asked = targets.map(({ before, draft }) => ({ ...before, ...draft.values }) as Partial<DocumentInput>)
    await store.drafts.ahead(asked, async () => {
      for (const { draft, before, id } of targets) {
        const decided = await this.#judged(draft, () => this.#planned(draft, before, lines.get(id) ?? []))
        if (decided) together.push(decided)
        else if (!draft.refusal) alone.add(draft)
      }
    })
    return { together, alone: live.filter((draft) => alone.has(draft)) }
  }

  async #load(ids: Iterable<string | undefined>): Promise<ReadonlyMap<string, Row>> {
    const { records, entity } = this.#documents.store
    const rows = await records.findBy(entity, 'id', new Set([...ids].filter((id) => id !== undefined)), {
      lock: this.#options.dry_run !== true,
    })
    return new Map(rows.map((row) => [String(row['id']), row]))
  }

  /** Records that have a key of an earlier one of the set, or of another document than their own. */
  #entangled(drafts: readonly Draft[], owners: Owners<string>, known: ReadonlyMap<Draft, string | undefined>): Set<Draft> {
    const entangled = new Set<Draft>()
    const seen = new Set<string>()
    for (const draft of drafts) {
      const id = known.get(draft)
      const values = this.#rules.keys.flatMap((key) => key.of(draft.values).map((value) => [key, value] as const))
      const names = [...values.map(([key, value]) => `${key.name}\0${value}`), ...(id === undefined ? [] : [`id\0${id}`])]
      const foreign = values.some(([key, value]) => (owners.of(key, value) ?? id) !== id)
      if (foreign || names.some((name) => seen.has(name))) entangled.add(draft)
      for (const name of names) seen.add(name)
    }
    return entangled
  }

  /** Undefined for a document that only the way of a single one can change: one that is frozen. */
  async #planned(draft: Draft, before: Row | null, lines: readonly Line[]): Promise<Decided | undefined> {
    const known = before ? String(before['id']) : undefined
    this.#refuseMode(known)
    const planned = await this.#documents.planned(draft.values as never, before ? { record: before as never, lines } : undefined)
    if (!planned) return undefined
    const applied = before && this.#documents.store.applied(before as never, lines, planned as never)
    this.#outcomes.set(draft, { id: known ?? null, status: !known ? 'created' : applied ? 'updated' : 'unchanged' })
    return { draft, planned, applied, isNew: known === undefined }
  }

  /** New documents, then changed ones: headers, lines and references, a few statements each. */
  async #writeTogether(decided: readonly Decided[]): Promise<void> {
    const { store } = this.#documents
    const made = decided.filter(({ isNew }) => isNew)
    const ids = await store.addAll(made.map(({ planned }) => planned as never))
    made.forEach(({ draft }, at) => this.#outcomes.set(draft, { id: ids[at] ?? null, status: 'created' }))
    await store.applyAll(decided.flatMap(({ applied }) => applied ?? []) as never)
  }

  /** As a call for this one document would, within the unit of work of the set. */
  async #writeAlone(draft: Draft): Promise<void> {
    const known = await this.#known(draft)
    const values = draft.values as never
    if (!known) {
      const made = await this.#documents.create(values, new Reply())
      this.#outcomes.set(draft, { id: String(made.id), status: 'created' })
      return
    }
    const id = String((await this.#documents.update(known, values, new Reply())).id)
    this.#outcomes.set(draft, { id, status: this.#documents.store.changed.has(id) ? 'updated' : 'unchanged' })
  }

  /** What a dry run says of documents that are written by themselves; what an earlier one of the set would be, they find. */
  async #foresee(together: readonly Decided[], alone: readonly Draft[]): Promise<void> {
    const earlier = new Map<string, Draft>()
    const remember = (draft: Draft) => this.#namesOf(draft).forEach((name) => earlier.set(name, draft))
    for (const { draft, isNew } of together) if (isNew) remember(draft)
    for (const draft of alone) {
      const same = this.#namesOf(draft).flatMap((name) => earlier.get(name) ?? [])[0]
      await this.#judged(draft, () => this.#foreseen(draft, same))
      if (!draft.refusal) remember(draft)
    }
  }

  async #foreseen(draft: Draft, same: Draft | undefined): Promise<void> {
    const known = same ? undefined : await this.#known(draft)
    if (same && this.#options.mode === 'create') throw new CrmError('already_exists', 'An earlier record of the set has this key')
    if (!same && !known) await this.#documents.check(draft.values as never)
    const isSame = same !== undefined && JSON.stringify(same.values) === JSON.stringify(draft.values)
    this.#outcomes.set(draft, { id: known ?? null, status: isSame ? 'unchanged' : same || known ? 'updated' : 'created' })
  }

  #namesOf({ values }: Draft): string[] {
    return this.#rules.keys.filter(({ name }) => this.#takes(name)).flatMap((key) => key.of(values).map((value) => `${key.name}\0${value}`))
  }

  /** Id of the document that is meant, as it is now; throws where `mode` does not allow it, or its absence. */
  async #known(draft: Draft): Promise<string | undefined> {
    const { external_ids, number } = draft.values as Partial<DocumentInput>
    const meant = {
      ...(external_ids && this.#takes('external_id') && { external_ids }),
      ...(number !== undefined && this.#takes('number') && { number }),
    }
    if (draft.id) await this.#documents.store.get(draft.id)
    const known = draft.id ?? (await this.#documents.store.match(meant))?.id
    this.#refuseMode(known)
    return known
  }

  #refuseMode(known: string | undefined): void {
    const { mode } = this.#options
    if (known && mode === 'create') throw new CrmError('already_exists', 'The record is known already', { existing_id: known })
    if (!known && mode === 'update') throw new CrmError('not_found', 'No known record has one of these keys')
  }

  /** Whether known documents are found by this key. */
  #takes(name: string): boolean {
    return (this.#options.match_on ?? name) === name
  }

  #ownerOf({ id, values }: Draft, owners: Owners<string>): string | undefined {
    if (id) return id
    const taken = this.#rules.keys.filter(({ name }) => this.#takes(name))
    return taken.flatMap((key) => key.of(values).flatMap((value) => owners.of(key, value) ?? []))[0]
  }

  // Rules are asked before anything is written, so that a record that fails leaves nothing behind.
  async #judged<T>(draft: Draft, work: () => Promise<T>): Promise<T | undefined> {
    if (draft.refusal) return undefined
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CrmError)) throw error
      draft.refusal = refusalOf(error)
      return undefined
    }
  }

  #result(drafts: readonly Draft[], aborted: boolean): BulkResult {
    const counts = { created: 0, updated: 0, unchanged: 0 }
    const results = drafts.map((draft): Outcome => {
      const { index } = draft
      const outcome = this.#outcomes.get(draft)
      if (draft.refusal || !outcome) return { index, id: null, status: 'rejected' }
      if (aborted) return { index, id: outcome.id, status: 'not_written' }
      if (outcome.status in counts) counts[outcome.status as keyof typeof counts] += 1
      return { index, ...outcome }
    })
    const rejected = drafts.flatMap(({ index, refusal }) => (refusal ? [{ index, ...refusal }] : []))
    return { ...counts, rejected, results }
  }
}
