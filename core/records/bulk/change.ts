import { type TObject, Type } from '@sinclair/typebox'
import { invalid, CrmError } from '../../kernel/operation/errors.ts'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import { camel } from '../record-type/resource.ts'
import { Closed, Count, Id, Texts } from '../../kernel/operation/schema.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import type { RunningJob, Step, JobHandler, JobType } from '../../kernel/feature/job-handler.ts'
import { Filter } from '../search/condition.ts'
import type { Searchable } from '../search/searchable.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import { linked } from '../../kernel/storage/links.ts'
import { Records } from '../../kernel/storage/records.ts'
import { References } from '../../kernel/storage/references.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import { customRefusal } from './custom.ts'
import type { Draft, SetRules } from './rules.ts'
import { checkSelection, countOfSelection, meaningSurvivors, nextOfSelection, type Selection } from './selection.ts'
import { BulkWriter } from './writer.ts'

// What is done at once; more is a job, whose steps are of this size.
const AT_ONCE = 500

// What of a record type its bulk operations are made from.
interface Changeable<U extends TObject> {
  readonly plural: string
  readonly update: U
  readonly store: Token<{ readonly sets: SetRules }>
}
/** A selection, and what is changed in it. */
export type Change = Selection & { readonly set?: Row; readonly add_tags?: readonly string[]; readonly remove_tags?: readonly string[] }

const selection = {
  ids: Type.Optional(Type.Array(Id(), { maxItems: 5000, description: 'Records, by id' })),
  filter: Type.Optional(Filter),
}
const job = { job_id: Type.Optional(Id('Where the progress is read, when there are more than 500')) }

/** A change of all records of a selection, as far as it is made at once. */
export interface BulkChange<S extends Selection> {
  count(selection: Selection): Promise<number>
  /** How many were changed, of the first 500. */
  all(selection: S): Promise<number>
}

/** `POST /things/bulk-update` and `/bulk-delete` (operations.md 1), and the jobs that do the large ones. */
export function bulkChanging<U extends TObject>({ plural, update, store }: Changeable<U>, of: Searchable, mcp?: true) {
  const { id: _, ...values } = update.properties
  const words = plural.replaceAll('_', ' ')
  const path = `/${plural.replaceAll('_', '-')}` as const
  class BulkUpdate extends Steps<Change> {
    static readonly kind = `bulk_update_${plural}`
    static readonly inject = [store, Records, BulkWriter] as const
    constructor(store: { readonly sets: SetRules }, records: Records, writer: BulkWriter) {
      super(records, of, (found, change) => apply(records, writer, store.sets, found, change))
    }
  }
  class BulkDelete extends Steps<Selection> {
    static readonly kind = `bulk_delete_${plural}`
    static readonly inject = [store, Records, Ids] as const
    constructor(store: { readonly sets: SetRules }, records: Records, ids: Ids) {
      super(records, of, (found) => remove(records, ids, store.sets, found))
    }
  }
  const work: readonly JobType[] = [BulkUpdate, BulkDelete]
  const operations = {
    bulkUpdate: operation({
      id: `bulkUpdate${camel(plural)}`,
      summary: `Make the same change to ${words}, by ids or by a filter; more than 500 are a job`,
      scope: 'write',
      route: `POST ${path}/bulk-update`,
      ...(mcp && { mcp }),
      input: Closed({
        ...selection,
        set: Type.Optional(Closed(values as TObject['properties'], { description: 'New values of fields' })),
        add_tags: Type.Optional(Texts({ description: 'Tags that they get', examples: [['vip']] })),
        remove_tags: Type.Optional(Texts({ description: 'Tags that they lose' })),
      }),
      output: Closed({ matched: Count('Records that were found'), updated: Type.Optional(Count('Records that were changed')), ...job }),
      uses: { work: BulkUpdate as unknown as Token<BulkChange<Change>>, jobs: Jobs, store, records: Records },
      async handle(given, { work, jobs, store, records }) {
        checkSelection(given as Change)
        const change = await meaningSurvivors(records, of, given as Change)
        await checkChange(records, store.sets, change)
        const matched = await work.count(change)
        if (matched > AT_ONCE) return { matched, job_id: (await jobs.start(BulkUpdate, { input: change, total: matched })).id }
        return { matched, updated: await work.all(change) }
      },
    }),
  }
  const deletion = {
    bulkDelete: operation({
      id: `bulkDelete${camel(plural)}`,
      summary: `Delete ${words} softly, by ids or by a filter; confirm_count must be their number, more than 500 are a job`,
      scope: 'delete',
      route: `POST ${path}/bulk-delete`,
      input: Closed({
        ...selection,
        confirm_count: Type.Integer({
          minimum: 0,
          maximum: 2_147_483_647,
          description: 'How many there are: another number deletes nothing',
        }),
      }),
      output: Closed({ matched: Count('Records that were found'), deleted: Type.Optional(Count('Records that were deleted')), ...job }),
      uses: { work: BulkDelete as unknown as Token<BulkChange<Selection>>, jobs: Jobs },
      async handle({ confirm_count, ...given }, { work, jobs }) {
        const chosen = given as Selection
        checkSelection(chosen)
        const matched = await work.count(chosen)
        if (matched !== confirm_count) {
          const message = `${matched} ${words} are selected, not ${confirm_count}`
          throw new CrmError('conflict', message, { errors: [{ path: '/confirm_count', code: 'mismatch', message }] })
        }
        if (matched > AT_ONCE) return { matched, job_id: (await jobs.start(BulkDelete, { input: chosen, total: matched })).id }
        return { matched, deleted: await work.all(chosen) }
      },
    }),
  }
  return { operations, deletion, work }
}

/** A change of many records, 500 in a step, in the order of their ids; what comes into the selection on the way is left alone. */
class Steps<S extends Selection> implements JobHandler, BulkChange<S> {
  readonly #records: Records
  readonly #of: Searchable
  readonly #change: (found: Row[], selection: S) => Promise<number>

  constructor(records: Records, of: Searchable, change: (found: Row[], selection: S) => Promise<number>) {
    this.#records = records
    this.#of = of
    this.#change = change
  }

  count(selection: Selection): Promise<number> {
    return countOfSelection(this.#records, this.#of, selection)
  }

  async all(selection: S): Promise<number> {
    return await this.#change(await nextOfSelection(this.#records, this.#of, selection, null, AT_ONCE), selection)
  }

  async step({ input, at, done, result }: RunningJob): Promise<Step> {
    const selection = input as S
    const found = await nextOfSelection(this.#records, this.#of, selection, (at as string | null) ?? null, AT_ONCE)
    const changed = Number(result?.['changed'] ?? 0) + (found.length > 0 ? await this.#change(found, selection) : 0)
    const last = found.at(-1)?.['id']
    return { done: done + found.length, result: { changed }, ...(found.length === AT_ONCE && { next: String(last) }) }
  }
}

/** Throws before anything is counted or started: a change of nothing, of a key, or to what no record could have. */
async function checkChange(records: Records, rules: SetRules, { set = {}, add_tags, remove_tags }: Change): Promise<void> {
  if (Object.keys(set).length === 0 && !add_tags && !remove_tags) throw invalid('/set', 'required', 'Give set, add_tags or remove_tags')
  const values = await valuesOf(records, rules, set)
  const key = rules.keys.find(({ field, shared }) => !shared && (values[field] ?? null) !== null)
  if (key) throw invalid(`/set/${key.field}`, 'not_allowed', `${key.field} belongs to one record: change it there`)
}

// What is stored for what was given; throws for what no record could be given, such as a link to a record that is not there.
async function valuesOf(records: Records, rules: SetRules, set: Row): Promise<Row> {
  const values = await linked(records, await rules.normalised(set), rules.links, { path: '/set' })
  const draft: Draft = { index: 0, id: null, refusal: null, values }
  await rules.prepare?.([draft], new Set(), new Map())
  const refusal = draft.refusal ?? (await customRefusal(records, rules.entity, draft.values))
  if (refusal) throw invalid(`/set/${(refusal.field ?? '').replaceAll('.', '/')}`, refusal.code, refusal.reason)
  return draft.values
}

async function apply(
  records: Records,
  writer: BulkWriter,
  rules: SetRules,
  found: Row[],
  { set = {}, add_tags = [], remove_tags = [] }: Change,
): Promise<number> {
  const { tags, ...values } = await valuesOf(records, rules, set)
  const removed = new Set(remove_tags.map((each) => each.trim().toLowerCase()))
  return await writer.update(rules, found, (record) => {
    const kept = ((tags ?? record['tags']) as readonly string[] | undefined)?.filter((each) => !removed.has(each.toLowerCase()))
    return { ...(rules.follow?.(record, values, null) ?? values), ...(kept && { tags: uniqueTags([...kept, ...add_tags]) }) }
  })
}

/** Softly; their keys and external ids are free at once. */
async function remove(records: Records, ids: Ids, rules: SetRules, found: Row[]): Promise<number> {
  const references = new References(records, ids, rules.object)
  await records.update(
    rules.entity,
    found.map((before) => ({ before, changes: { deleted_at: records.unit.now } })),
  )
  for (const { id } of found) await references.release(String(id))
  return found.length
}
