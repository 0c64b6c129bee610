import { Turns } from '../../kernel/values/turns.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import { Reply } from '../../kernel/operation/reply.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import { newExternalIds } from '../../kernel/storage/schema/external-id.ts'
import { type Judged, judgeCustom } from '../../records/bulk/custom.ts'
import { judgeOwners } from '../../records/bulk/owners.ts'
import { heedUnseen, ownersOf } from '../../records/bulk/matching.ts'
import { refusalOf, rejectedOf } from '../../records/bulk/read.ts'
import type { Draft, SetRules } from '../../records/record-type/set-rules.ts'
import type { BulkOptions, BulkResult } from '../../records/bulk/schema.ts'
import type { Line } from './lines.ts'
import type { DocumentInput } from './schema.ts'
import type { DocumentService } from './service.ts'
import { documentKeys, entangledOf, SetKeys } from './set-keys.ts'
import { type Decision, type DocumentChange, headerOf, type HeaderFields } from './document-kind.ts'

type Outcome = BulkResult['results'][number]
/** What was written of a record, or would be. */
interface Written {
  readonly id: string | null
  readonly status: 'created' | 'updated' | 'unchanged'
}

/** What is to become of one record of a set; `change` is null where nothing of a known document differs. */
type Planned<F extends Fields> =
  | { readonly draft: Draft; readonly isNew: true; readonly decision: Decision<F> }
  | { readonly draft: Draft; readonly isNew: false; readonly change: DocumentChange<F> | null }

/** How a set of documents is read. */
export function documentRules(entity: SetRules['entity'], object: string): SetRules {
  return { entity, object, keys: documentKeys, links: {}, normalize: (each) => withoutAliases<Row>(each, { custom_properties: 'custom' }) }
}

/**
 * Writes documents as a set: matched, decided and written in statements that do not grow with it. A record that takes from other documents
 * or changes them, or has a key of another record of the set, is written alone after the others, as a call for it would. A record that is
 * rejected keeps no other from being written.
 */
export class DocumentSet<F extends HeaderFields & Fields, I extends Partial<DocumentInput>, X> {
  readonly #documents: DocumentService<F, I, X>
  readonly #rules: SetRules
  readonly #options: BulkOptions
  readonly #keys: SetKeys
  readonly #outcomes = new Map<Draft, Written>()

  constructor(documents: DocumentService<F, I, X>, rules: SetRules, options: BulkOptions) {
    this.#documents = documents
    this.#rules = rules
    this.#options = options
    this.#keys = new SetKeys(options)
  }

  /** Writes them and answers what became of each, in the order sent. */
  async write(drafts: readonly Draft[]): Promise<BulkResult> {
    const { dry_run = false, on_error } = this.#options
    const { together, alone } = await this.#plan(drafts)
    // What one record makes impossible for another shows only when they are written.
    if (dry_run || on_error === 'abort') await this.#foresee(together, alone)
    const aborted = on_error === 'abort' && drafts.some(({ refusal }) => refusal)
    if (!dry_run && !aborted) {
      await this.#writeTogether(together)
      for (const draft of alone) await this.#judged(draft, () => this.#writeAlone(draft))
    }
    return this.#result(drafts, aborted)
  }

  /** Parts the set: what is written together is decided in look-ups for all, the rest waits for its turn. */
  async #plan(drafts: readonly Draft[]): Promise<{ together: readonly Planned<F>[]; alone: readonly Draft[] }> {
    const { store } = this.#documents
    const given = drafts.filter(({ refusal }) => !refusal)
    const owners = await ownersOf(store.records, store.references, this.#rules, given)
    await heedUnseen(store.records, store.references, this.#rules, given, { seen: owners, ids: store.ids })
    const live = given.filter(({ refusal }) => !refusal)
    const known = new Map(live.map((draft) => [draft, this.#keys.ownerOf(draft, owners)] as const))
    const records = await this.#load(known.values())
    const recordOf = (draft: Draft) => records.get(known.get(draft) ?? '')
    const alone = entangledOf(live, owners, known)
    for (const [draft, id] of known) {
      const record = recordOf(draft)
      if ((id !== undefined && !record) || !this.#documents.standsAlone(inputOf<I>(draft), record)) alone.add(draft)
    }
    const others = live.filter((draft) => !alone.has(draft))
    const targets = others.map((draft): Judged => {
      const id = known.get(draft) ?? `new ${draft.index}`
      return { id, before: recordOf(draft) ?? null, drafts: [draft] }
    })
    await judgeCustom(store.records, store.entity, targets)
    await judgeOwners(store.records, store.entity, targets)
    const lines = await store.lines.of([...records.keys()])
    const together: Planned<F>[] = []
    // Lines that are not given may be priced again.
    const inputs = others.map((draft): Partial<DocumentInput> => ({
      lines: (lines.get(known.get(draft) ?? '') ?? []).map(({ product_id, sku }) => ({ product_id, sku })),
      ...recordOf(draft),
      ...draft.values,
    }))
    await this.#documents.ahead(inputs, async () => {
      const turns = new Turns()
      for (const draft of others) {
        if (turns.areOver()) await turns.next()
        const planned = await this.#judged(draft, () => this.#planned(draft, recordOf(draft), lines.get(known.get(draft) ?? '') ?? []))
        if (planned) together.push(planned)
        else if (!draft.refusal) alone.add(draft)
      }
    })
    return { together, alone: live.filter((draft) => alone.has(draft)) }
  }

  async #load(ids: Iterable<string | undefined>): Promise<ReadonlyMap<string, RecordOf<F>>> {
    const { records, entity } = this.#documents.store
    const named = new Set([...ids].filter((id) => id !== undefined))
    const found = await records.findBy(entity, 'id', named, { lock: this.#options.dry_run !== true })
    return new Map(found.map((record) => [headerOf<F>(record).id, record]))
  }

  /** Undefined for a change of what is frozen, which is written alone. */
  async #planned(draft: Draft, record: RecordOf<F> | undefined, lines: readonly Line[]): Promise<Planned<F> | undefined> {
    const known = record && headerOf<F>(record).id
    this.#refuseMode(known)
    if (!record) {
      const { external_ids = [] }: Partial<AnyRecord> = draft.values
      newExternalIds([], external_ids, this.#documents.store.records.unit)
      const decision = await this.#documents.decideNew(inputOf<I>(draft))
      this.#outcomes.set(draft, { id: null, status: 'created' })
      return { draft, isNew: true, decision }
    }
    const decision = await this.#documents.decideChange(inputOf<I>(draft), record, lines)
    if (!decision) return undefined
    const change = this.#documents.store.changeOf(record, lines, decision)
    this.#outcomes.set(draft, { id: known ?? null, status: change ? 'updated' : 'unchanged' })
    return { draft, isNew: false, change }
  }

  /** New documents, then changed ones: headers, lines and references, a few statements each. */
  async #writeTogether(planned: readonly Planned<F>[]): Promise<void> {
    const { store } = this.#documents
    const fresh = planned.filter((each) => each.isNew)
    const made = await store.insert(fresh.map(({ decision }) => decision))
    made.forEach((record, at) => {
      const draft = fresh[at]?.draft
      if (draft) this.#outcomes.set(draft, { id: headerOf<F>(record).id, status: 'created' })
    })
    await store.updateAll(planned.flatMap((each) => (each.isNew ? [] : (each.change ?? []))))
  }

  /** As a call for this one document would, within the unit of work of the set. */
  async #writeAlone(draft: Draft): Promise<void> {
    const known = await this.#known(draft)
    if (known) {
      const { id } = headerOf<F>(await this.#documents.update(known, inputOf<I>(draft), new Reply()))
      this.#outcomes.set(draft, { id, status: this.#documents.store.changed.has(id) ? 'updated' : 'unchanged' })
      return
    }
    const { id } = headerOf<F>(await this.#documents.create(inputOf<I>(draft), new Reply()))
    this.#outcomes.set(draft, { id, status: 'created' })
  }

  /** What a dry run says of documents that are written alone; what an earlier record of the set would make counts as known. */
  async #foresee(together: readonly Planned<F>[], alone: readonly Draft[]): Promise<void> {
    const earlier = new Map<string, Draft>()
    const remember = (draft: Draft) => this.#keys.namesOf(draft).forEach((name) => earlier.set(name, draft))
    for (const { draft, isNew } of together) if (isNew) remember(draft)
    for (const draft of alone) {
      const same = this.#keys.namesOf(draft).flatMap((name) => earlier.get(name) ?? [])[0]
      await this.#judged(draft, () => this.#foreseeOne(draft, same))
      if (!draft.refusal) remember(draft)
    }
  }

  async #foreseeOne(draft: Draft, same: Draft | undefined): Promise<void> {
    const known = same ? undefined : await this.#known(draft)
    if (same && this.#options.mode === 'create') throw new CrmError('already_exists', 'An earlier record of the set has this key')
    if (!same && !known) await this.#documents.check(inputOf<I>(draft))
    const isSame = same !== undefined && JSON.stringify(same.values) === JSON.stringify(draft.values)
    this.#outcomes.set(draft, { id: known ?? null, status: isSame ? 'unchanged' : same || known ? 'updated' : 'created' })
  }

  /** Id of the document that is meant, as it is now; throws where `mode` does not allow it, or its absence. */
  async #known(draft: Draft): Promise<string | undefined> {
    const { store } = this.#documents
    if (draft.id) await store.get(draft.id)
    const known = draft.id ?? (await store.match(this.#keys.matching(draft)))?.id
    this.#refuseMode(known)
    return known
  }

  #refuseMode(known: string | undefined): void {
    const { mode } = this.#options
    if (known && mode === 'create') throw new CrmError('already_exists', 'The record is known already', { existing_id: known })
    if (!known && mode === 'update') throw new CrmError('not_found', 'No known record has one of these keys')
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
      counts[outcome.status] += 1
      return { index, ...outcome }
    })
    return { ...counts, rejected: rejectedOf(drafts), results }
  }
}

/** The values of a record as the input of its document: the schema of the set has checked them. */
function inputOf<I>({ values }: Draft): I {
  return values as I
}
