import type { Static } from '@sinclair/typebox'
import { checkSelection, countOfSelection, meaningSurvivors, nextOfSelection } from '../bulk/selection.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import type { RunningJob, Step, JobHandler } from '../../kernel/feature/job-handler.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { refuseTooMany } from '../../kernel/storage/records/most-items.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { tagKey, uniqueTags } from '../../kernel/values/tags.ts'
import { RecordTypes } from '../record-type/record-types.ts'
import { searchOf, taggedObject } from './objects.ts'
import { AT_ONCE } from './renaming.ts'
import type { TagAssignment } from './schema.ts'

type Assignment = Static<typeof TagAssignment>

/** Adds and removes tags on many records of one object, some in a step. */
export class TagAssignments implements JobHandler {
  static readonly kind = 'assign_tags'
  static readonly uses = { records: Records, registry: Registry, jobs: Jobs, types: RecordTypes }
  readonly #uses: Resolved<typeof TagAssignments.uses>

  constructor(uses: Resolved<typeof TagAssignments.uses>) {
    this.#uses = uses
  }

  /**
   * Of up to 500 records at once; more are a job. A record that has the tags already is matched and not updated. Throws `not_allowed` for
   * an object without tags, and `required` without a tag or a selection.
   */
  async assign(given: Assignment): Promise<{ matched: number; updated?: number; job_id?: string }> {
    const { object, add_tags = [], remove_tags = [], dry_run, ...selection } = given
    const of = taggedObject(this.#uses.registry, object)
    checkSelection(selection)
    if (add_tags.length + remove_tags.length === 0) throw invalid('/add_tags', 'required', 'Give add_tags or remove_tags')
    const assignment = await meaningSurvivors(this.#uses.records, searchOf(this.#uses.types, of), given)
    const matched = await countOfSelection(this.#uses.records, searchOf(this.#uses.types, of), assignment)
    if (dry_run) return { matched }
    if (matched <= AT_ONCE) return { matched, updated: (await this.#next(assignment, null)).updated }
    return { matched, job_id: (await this.#uses.jobs.start(TagAssignments, { input: assignment, total: matched })).id }
  }

  async step({ input, at, done, result }: RunningJob<Assignment, string, { updated: number }>): Promise<Step> {
    const { found, updated } = await this.#next(input, at)
    const sum = { updated: (result?.updated ?? 0) + updated }
    return { done: done + found.length, result: sum, ...(found.length === AT_ONCE && { next: found.at(-1)?.id }) }
  }

  async #next({ object, add_tags = [], remove_tags = [], ...selection }: Assignment, after: string | null) {
    const of = taggedObject(this.#uses.registry, object)
    const found = await nextOfSelection(
      this.#uses.records,
      { ...searchOf(this.#uses.types, of), entity: of.entity },
      selection,
      after,
      AT_ONCE,
    )
    const removed = new Set(remove_tags.map(tagKey))
    const updates = found.map((before) => {
      const kept = before.tags.filter((each) => !removed.has(tagKey(each)))
      const tags = uniqueTags([...kept, ...add_tags])
      refuseTooMany(of.entity.fields, { tags }, before)
      return { before, changes: { tags } }
    })
    return { found, updated: await this.#uses.records.update(of.entity, updates) }
  }
}
