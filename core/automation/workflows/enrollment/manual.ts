import type { Static } from '@sinclair/typebox'
import { CrmError, invalid } from '../../../kernel/operation/errors.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { survivorsOf } from '../../../kernel/storage/records/references.ts'
import { draftOf } from '../../../kernel/storage/schema/event-draft.ts'
import { requestIdOf } from '../../../kernel/storage/schema/unit.ts'
import { checkSelection, countOfSelection, nextOfIds, nextOfSelection } from '../../../records/bulk/selection.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { ListMember } from '../../../records/lists/entity.ts'
import { ListService } from '../../../records/lists/service.ts'
import { CompiledVersions } from '../definition/compiled.ts'
import { recordTypeOf } from '../definition/record-type.ts'
import { Workflow } from '../entity.ts'
import { RunWriter } from '../runs/run-writer.ts'
import type { EnrollInput, EnrollResult } from '../schema.ts'
import { type ActiveWorkflow, callMemory, type Candidate } from './candidates.ts'
import { Enrollment, type Outcome } from './enrollment.ts'
import { recordsOfEvents } from './event-records.ts'

// Records that one call enrolls.
const MOST = 5000
// Records that one step of a job enrolls.
const PART = 500

/** What became of one record. */
type Result = Outcome & { readonly id: string }

/** Enrolls records because somebody says so: a caller, or another workflow. Triggers and conditions are not asked. */
export class WorkflowEnrollment {
  static readonly uses = {
    records: Records,
    types: RecordTypes,
    versions: CompiledVersions,
    enrollment: Enrollment,
    writer: RunWriter,
    lists: ListService,
  }
  readonly #uses: Resolved<typeof WorkflowEnrollment.uses>

  constructor(uses: Resolved<typeof WorkflowEnrollment.uses>) {
    this.#uses = uses
  }

  /**
   * What became of each record, or with `dry_run` how many are meant; undefined for more than 5,000 of them, which are enrolled in parts. Throws `not_found`, `conflict` for a
   * workflow that is not active, and `invalid_input` unless exactly one of ids, list and filter is given.
   */
  async enroll({ id, ids, dry_run, ...given }: Static<typeof EnrollInput>): Promise<Static<typeof EnrollResult> | undefined> {
    if ([ids, given.list_id, given.filter].filter((each) => each !== undefined).length !== 1)
      throw invalid('/ids', 'required', 'Give ids, a list or a filter: one of them')
    if (given.filter !== undefined) checkSelection({ filter: given.filter })
    const active = await this.#active(id)
    if (!active && (await this.#uses.records.findBy(Workflow, 'id', [id])).length === 0)
      throw new CrmError('not_found', `No workflow has the id ${id}`)
    if (!active) throw new CrmError('conflict', 'The workflow is not active: activate it first')
    if (dry_run) return { results: [], matched: ids ? new Set(ids).size : await this.#countOf(active, given) }
    const chosen = ids ?? (await this.#chosen(active, given, null, MOST + 1))
    if (chosen.length > MOST) return undefined
    const results = await this.#enrollAll(active, chosen)
    return {
      results: results.map((each) =>
        each.enrolled ? { id: each.id, enrolled: true, run_id: each.run_id } : { id: each.id, enrolled: false, reason: each.reason },
      ),
    }
  }

  /** The next part of ids, a list or a filter, in the order of the ids; `next` is the last of them, absent after the last part. */
  async enrollPart(
    { id, ids, ...given }: Static<typeof EnrollInput>,
    after: string | null,
  ): Promise<{ readonly found: number; readonly enrolled: number; readonly next?: string | undefined }> {
    const active = await this.#active(id)
    if (!active) throw new CrmError('conflict', 'The workflow is not active anymore')
    const chosen = ids ? nextOfIds(ids, after, PART) : await this.#chosen(active, given, after, PART)
    const results = await this.#enrollAll(active, chosen)
    const enrolled = results.filter((each) => each.enrolled).length
    return { found: chosen.length, enrolled, ...(chosen.length === PART && { next: chosen.at(-1) }) }
  }

  async #enrollAll(active: ActiveWorkflow, chosen: readonly string[]): Promise<readonly Result[]> {
    const { records, types } = this.#uses
    const type = recordTypeOf(active.version.definition, types) ?? 'contact'
    const entity = types.all.find((each) => each.watch?.entityType === type)?.entity
    const survivors = entity ? await survivorsOf(records, entity, chosen) : new Map<string, string>()
    const meant = new Map([...new Set(chosen)].map((id) => [id, survivors.get(id) ?? id]))
    const results = await this.#enrollIn(active, type, [...new Set(meant.values())])
    const outcomes = new Map(results.map((each) => [each.id, each]))
    const enrolled = results.filter((each) => each.enrolled).length
    await records.note(Workflow, [active.workflow.id], 'enrolled', { records: [null, enrolled] })
    return [...meant].map(([id, own]) => {
      const outcome = outcomes.get(own)
      // The ids of merged records mean the same one again.
      outcomes.delete(own)
      return { ...(outcome ?? { enrolled: false, reason: 'already_active' }), id }
    })
  }

  /** The same for a workflow that hands records on; nothing where the other workflow is not active or takes other records. */
  async enrollByWorkflow(id: string, type: string, ids: readonly string[]): Promise<readonly Result[]> {
    const active = await this.#active(id)
    if (!active || recordTypeOf(active.version.definition, this.#uses.types) !== type) return []
    return await this.#enrollIn(active, type, ids)
  }

  async #enrollIn(active: ActiveWorkflow, type: string, ids: readonly string[]): Promise<readonly Result[]> {
    const { records, types, enrollment, writer } = this.#uses
    const { unit } = records
    const asked = ids.map((entity_id, at) => ({ id: at, entity_type: type, entity_id, payload: '{}' }))
    const entity = types.all.find((each) => each.watch?.entityType === type)?.entity
    const known = new Set(entity ? (await records.findBy(entity, 'id', ids)).map((each) => each.id) : [])
    const own = await recordsOfEvents(
      records,
      types,
      asked.filter(({ entity_id }) => known.has(entity_id)),
    )
    const payload = { automation_id: active.workflow.id }
    const candidates = new Map<string, Candidate>()
    for (const { id, entity_id } of asked) {
      const found = own.get(id)
      const event = { type: 'workflow.enrolled', payload, at: unit.now.toISOString() }
      const memory = { event, ...callMemory(requestIdOf(unit, entity_id)) }
      if (found) candidates.set(entity_id, { ...active, ids: found, event_id: null, cause_chain: unit.causes ?? [], memory, manual: true })
    }
    const outcomes = await enrollment.enroll(records, [...candidates.values()])
    const results = ids.map((id): Result => {
      const candidate = candidates.get(id)
      const outcome = candidate && outcomes.get(candidate)
      return { id, ...(outcome ?? { enrolled: false, reason: 'no_record' }) }
    })
    const enrolled = results.filter((each) => each.enrolled)
    await records.append(enrolled.map(({ id }) => draftOf('workflow.enrolled', { type, id }, payload, null, unit)))
    await writer.count(new Map([[active.workflow.id, new Map([['enrolled', enrolled.length]])]]))
    return results
  }

  async #active(id: string): Promise<ActiveWorkflow | undefined> {
    const { records, versions } = this.#uses
    const [workflow] = (await records.findBy(Workflow, 'id', [id.toLowerCase()])).filter(({ managed_by }) => managed_by === null)
    const version =
      workflow?.status === 'active' && workflow.published_version !== null
        ? await versions.get(records, workflow.id, workflow.published_version)
        : undefined
    return workflow && version && { workflow, version }
  }

  async #countOf(active: ActiveWorkflow, given: Pick<Static<typeof EnrollInput>, 'list_id' | 'filter'>): Promise<number> {
    const { records, lists } = this.#uses
    const { list, type } = await this.#source(active, given.list_id)
    return list ? await lists.count(list) : await countOfSelection(records, type.search, { filter: given.filter })
  }

  async #chosen(
    active: ActiveWorkflow,
    { list_id, filter }: Pick<Static<typeof EnrollInput>, 'list_id' | 'filter'>,
    after: string | null,
    limit: number,
  ): Promise<string[]> {
    const { list, type } = await this.#source(active, list_id)
    if (list?.type === 'static') return await this.#membersOf(list.id, after, limit)
    // Its words are checked where it is read as a condition.
    const selection = { filter: list?.filter ?? filter }
    const found = await nextOfSelection(this.#uses.records, { ...type.search, entity: type.entity }, selection, after, limit)
    return found.map((each) => each.id)
  }

  async #source({ version }: ActiveWorkflow, list_id: string | undefined) {
    const { types, lists } = this.#uses
    const own = recordTypeOf(version.definition, types) ?? 'contact'
    const type = types.all.find((each) => each.watch?.entityType === own)
    if (!type) throw invalid('/filter', 'not_allowed', `Records of the type ${own} cannot be searched`)
    const list = list_id === undefined ? undefined : await lists.get(list_id)
    if (list && list.object !== type.plural)
      throw invalid('/list_id', 'not_allowed', `The list is of ${list.object}, and the workflow enrolls ${type.plural}`)
    return { list, type }
  }

  async #membersOf(list_id: string, after: string | null, limit: number): Promise<string[]> {
    const rows = await this.#uses.records.columns(ListMember, ['record_id'], (query) => {
      const own = query.where('list_id', '=', list_id)
      return (after === null ? own : own.where('record_id', '>', after)).orderBy('record_id').limit(limit)
    })
    return rows.map(({ record_id }) => record_id)
  }
}
