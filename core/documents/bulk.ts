import type { Static, TObject } from '@sinclair/typebox'
import { readDrafts, refusalOf } from '../bulk/read.ts'
import { type Draft, externalId, type SetRules } from '../bulk/rules.ts'
import { type BulkOptions, BulkResult, bulkInput, partial } from '../bulk/schema.ts'
import { CrmError } from '../kernel/errors.ts'
import { operation, type Token } from '../kernel/operation.ts'
import { Reply } from '../kernel/reply.ts'
import { camel } from '../kernel/resource.ts'
import type { AnyEntityClass } from '../storage/entity.ts'
import type { DocumentInput } from './schema.ts'

/** What a bulk write asks of the service of a type of document. */
export interface Documents {
  readonly store: {
    readonly entity: AnyEntityClass
    match(input: Partial<DocumentInput>): Promise<{ id: string; by: string } | null>
    get(id: string): Promise<unknown>
    /** Documents that were changed in this unit of work. */
    readonly changed: ReadonlySet<unknown>
  }
  create(input: never, reply: Reply): Promise<{ readonly id: unknown }>
  update(id: string, input: never, reply: Reply): Promise<{ readonly id: unknown }>
  /** Fails where a new one could not be written, and writes nothing. */
  check(input: never): Promise<void>
}

const keys = ['external_id', 'number'] as const
type Outcome = BulkResult['results'][number]

/** `POST /things/bulk` of documents (operations.md 1): with their lines, each by the rules of a single one. */
export function bulkDocuments<const P extends string, C extends TObject>({
  plural,
  create,
  service,
}: {
  readonly plural: P
  readonly create: C
  readonly service: Token<Documents>
}) {
  const schema = partial(create)
  return {
    bulkUpsert: operation({
      id: `bulkUpsert${camel(plural)}`,
      summary: `Create or complete up to 5,000 ${plural.replaceAll('_', ' ')} with their lines by ${keys.join(', ')}; answers what came of each`,
      scope: 'write',
      route: `POST /${plural.replaceAll('_', '-') as P}/bulk`,
      batch: true,
      foreign: ['records'],
      input: bulkInput(create, keys),
      output: BulkResult,
      uses: { documents: service },
      async handle(input, { documents }) {
        const { records, ...options } = input as unknown as Static<ReturnType<typeof bulkInput<TObject>>>
        const rules = {
          entity: documents.store.entity,
          object: plural,
          keys: [externalId],
          links: {},
          normalised: (each) => each,
        } satisfies SetRules
        const drafts = await readDrafts(rules, schema, records)
        return await new DocumentSet(documents, options).write(drafts)
      },
    }),
  }
}

class DocumentSet {
  readonly #documents: Documents
  readonly #options: BulkOptions

  constructor(documents: Documents, options: BulkOptions) {
    this.#documents = documents
    this.#options = options
  }

  async write(drafts: readonly Draft[]): Promise<BulkResult> {
    const { dry_run = false, on_error } = this.#options
    const results: Outcome[] = []
    // What one record makes impossible for another shows only when they are written.
    if (dry_run || on_error === 'abort') for (const draft of drafts) await this.#judged(draft, () => this.#checked(draft))
    const aborted = on_error === 'abort' && drafts.some(({ refusal }) => refusal)
    for (const draft of drafts) results.push(await this.#outcome(draft, dry_run || aborted))
    const counts = { created: 0, updated: 0, unchanged: 0 }
    const shown = aborted
      ? results.map((each) => (each.status === 'rejected' ? each : { ...each, status: 'not_written' as const }))
      : results
    for (const { status } of shown) if (status in counts) counts[status as keyof typeof counts] += 1
    const rejected = drafts.flatMap(({ index, refusal }) => (refusal ? [{ index, ...refusal }] : []))
    return { ...counts, rejected, results: shown }
  }

  async #outcome(draft: Draft, dry: boolean): Promise<Outcome> {
    const { index } = draft
    const outcome = draft.refusal ? undefined : await this.#judged(draft, () => (dry ? this.#foreseen(draft) : this.#written(draft)))
    return { index, ...(outcome ?? { id: null, status: 'rejected' }) }
  }

  async #written(draft: Draft): Promise<Omit<Outcome, 'index'>> {
    const known = await this.#known(draft)
    const values = draft.values as never
    if (!known) {
      const made = await this.#documents.create(values, new Reply())
      return { id: String(made.id), status: 'created' }
    }
    const id = String((await this.#documents.update(known, values, new Reply())).id)
    return { id, status: this.#documents.store.changed.has(id) ? 'updated' : 'unchanged' }
  }

  async #foreseen(draft: Draft): Promise<Omit<Outcome, 'index'>> {
    const known = await this.#known(draft)
    return known ? { id: known, status: 'updated' } : { id: null, status: 'created' }
  }

  async #checked(draft: Draft): Promise<void> {
    if (!(await this.#known(draft))) await this.#documents.check(draft.values as never)
  }

  /** Id of the document that is meant; throws where `mode` does not allow it, or its absence. */
  async #known({ id, values }: Draft): Promise<string | undefined> {
    const { match_on, mode } = this.#options
    const input = values as Partial<DocumentInput>
    const { external_ids, number } = input
    const meant = {
      ...(external_ids && (match_on ?? 'external_id') === 'external_id' && { external_ids }),
      ...(number !== undefined && (match_on ?? 'number') === 'number' && { number }),
    }
    if (id) await this.#documents.store.get(id)
    const known = id ?? (await this.#documents.store.match(meant))?.id
    if (known && mode === 'create') throw new CrmError('already_exists', 'The record is known already', { existing_id: known })
    if (!known && mode === 'update') throw new CrmError('not_found', 'No known record has one of these keys')
    return known
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
}
