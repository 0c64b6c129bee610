import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { limits } from '../../kernel/operation/limits.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { checkVersion, storeParts } from '../../kernel/storage/records/record-reader.ts'
import { sql, type SqlBool } from 'kysely'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { RecordTypes } from '../../records/record-type/record-types.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import { ActionTypes } from './actions/action-types.ts'
import { bytesOf, type CheckedDefinition, checkDefinition, refuseFaults, tooLarge } from './definition/check.ts'
import { DefinitionConditions } from './definition/conditions.ts'
import { normalizeDefinition } from './definition/normalize.ts'
import { recordTypeOf } from './definition/record-type.ts'
import { type Definition, emptyDefinition, MAX_BYTES } from './definition/schema.ts'
import { withoutSecrets } from './definition/without-secrets.ts'
import { Workflow, WorkflowVersion } from './entity.ts'
import { fromRecipe } from './recipes/recipes.ts'
import { RunControl } from './runs/run-control.ts'
import { WorkflowSchedules } from './schedules.ts'
import { WorkflowTimers } from './timers/timers.ts'
import { type WorkflowCreate, workflowFilters, workflowSorts, type WorkflowUpdate, type WorkflowValidate } from './schema.ts'

type Given = Static<typeof WorkflowValidate>

/** Workflows: their drafts, their published versions, and what of them is active. */
export class WorkflowService extends RecordStore<typeof Workflow.fields> {
  static readonly uses = {
    ...storeParts,
    actions: ActionTypes,
    conditions: DefinitionConditions,
    runs: RunControl,
    schedules: WorkflowSchedules,
    timers: WorkflowTimers,
    types: RecordTypes,
  }
  readonly #uses: Resolved<typeof WorkflowService.uses>

  constructor(uses: Resolved<typeof WorkflowService.uses>) {
    super(uses, {
      entity: Workflow,
      object: 'workflows',
      keys: [],
      filters: workflowFilters,
      sorts: workflowSorts,
      where: sql<SqlBool>`managed_by is null`,
    })
    this.#uses = uses
  }

  /**
   * A new draft, from a definition or a recipe; or the workflow that has the same external id, changed. Throws `invalid_input` with a
   * pointer into what was given.
   */
  async create(input: Static<typeof WorkflowCreate>, reply: Reply): Promise<Workflow> {
    const { name, description, external_ids, ...given } = withRecipe(input)
    if (name === undefined) throw invalid('/name', 'required', 'is required')
    const known = await this.references.findAny(external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      return await this.update(known, { name, ...(description !== undefined && { description }), ...given }, reply)
    }
    const draft = await this.#checked(given, emptyDefinition)
    return await this.add({
      name,
      description: description ?? null,
      external_ids: external_ids ?? [],
      status: 'draft',
      draft_version: 1,
      draft,
    })
  }

  /** Changes the draft; runs stay on their version. Throws `not_found`, `version_mismatch`, and `invalid_input` with a pointer into the definition. */
  async update(id: string, { name, description, ...given }: Changes<typeof WorkflowUpdate>, reply?: Reply): Promise<Workflow> {
    const workflow = await this.forChange(id, reply)
    const draft = await this.#checked(given, workflow.draft ?? workflow.definition ?? emptyDefinition)
    this.change(workflow, {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...this.#draftOf(workflow, draft),
    })
    return workflow
  }

  override async get(id: string): Promise<Workflow> {
    return this.#own(await super.get(id))
  }

  override async forChange(id: string, reply?: Reply): Promise<Workflow> {
    return this.#own(await super.forChange(id, reply))
  }

  // What does the steps of a sequence is none for people.
  #own(workflow: Workflow): Workflow {
    if (workflow.managed_by !== null) throw this.missing(workflow.id)
    return workflow
  }

  /** What the caller may see of a definition: those who cannot change it see no headers and addresses that open something elsewhere. */
  readonly show = (definition: Definition): Definition =>
    this.actor.scopes.has('write') ? definition : withoutSecrets(definition, this.#uses.actions)

  /** Type of the records that a definition enrolls, as events name it; undefined where its triggers say different ones. */
  readonly recordType = (definition: Definition): string | undefined => recordTypeOf(definition, this.#uses.types)

  /** The faults of a definition that is not saved. */
  async faultsOf(given: Given): Promise<CheckedDefinition> {
    return await this.#checkGiven(given, emptyDefinition)
  }

  /** Publishes the draft as a new version, or goes on after a pause. Throws `invalid_input` for what cannot run (any more). */
  async activate(id: string, reply?: Reply): Promise<Workflow> {
    const workflow = await this.forChange(id, reply)
    const definition = workflow.draft ?? workflow.definition ?? emptyDefinition
    // What it names may be gone since it was saved.
    refuseFaults((await this.#check(definition)).faults)
    if (definition.steps.length === 0)
      throw new CrmError('invalid_input', 'A workflow without steps does nothing: add a step', {
        errors: [{ path: '/steps', code: 'required', message: 'is required for an active workflow' }],
      })
    if (workflow.status !== 'active') await this.#refuseOneMore()
    const isNew = workflow.draft !== null || workflow.published_version === null
    if (isNew) await this.#publish(workflow, definition)
    const wasPaused = workflow.status === 'paused'
    this.change(workflow, { status: 'active' })
    await this.#uses.schedules.set(workflow, definition)
    await this.#uses.timers.set(workflow, definition)
    if (wasPaused) await this.#uses.runs.thaw(id)
    return workflow
  }

  // Two at once may pass it by one: it keeps events from being judged by any number of workflows, not by exactly so many.
  async #refuseOneMore(): Promise<void> {
    const { value } = limits.active_workflows
    const active = await this.#uses.records
      .from(Workflow)
      .select(sql<number>`count(*)`.as('count'))
      .where('status', '=', 'active')
      .where('managed_by', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (Number(active?.count) >= value)
      throw new CrmError('conflict', `At most ${value} workflows of an organization are active: pause one that is not needed`)
  }

  /** Nothing is enrolled anymore; runs freeze before their next step. */
  async pause(id: string, reply?: Reply): Promise<Workflow> {
    const workflow = await this.forChange(id, reply)
    if (workflow.status === 'draft') throw new CrmError('conflict', 'The workflow was never active: there is nothing to pause')
    this.change(workflow, { status: 'paused' })
    await this.#uses.schedules.clear(id)
    return workflow
  }

  /** Deletes a workflow and stops its runs. */
  override async remove(id: string, reply?: Reply): Promise<void> {
    await super.remove(id, reply)
    await this.#uses.schedules.clear(id)
    await this.#uses.runs.cancelAll(id, 'workflow_deleted')
  }

  /** A copy of what the workflow would be with its draft, as a draft. */
  async duplicate(id: string, reply?: Reply): Promise<Workflow> {
    const workflow = await this.get(id)
    checkVersion(workflow, reply)
    const { name, description, draft, definition } = workflow
    return await this.add({
      name: `${name} (copy)`.slice(0, 255),
      description,
      status: 'draft',
      draft_version: 1,
      draft: draft ?? definition ?? emptyDefinition,
    })
  }

  /** The published versions, the newest first. Throws `not_found`. */
  async versions(id: string): Promise<readonly WorkflowVersion[]> {
    await this.get(id)
    const versions = await this.records.findBy(WorkflowVersion, 'workflow_id', [id])
    return versions.toSorted((left, right) => right.version - left.version)
  }

  /** Makes an old version the draft. Throws `not_found` for a version that was never published. */
  async restoreVersion(id: string, version: number, reply?: Reply): Promise<Workflow> {
    const workflow = await this.forChange(id, reply)
    const old = (await this.versions(id)).find((each) => each.version === version)
    if (!old) throw new CrmError('not_found', `The workflow has no version ${version}`)
    this.change(workflow, this.#draftOf(workflow, old.definition))
    return workflow
  }

  async #publish(workflow: Workflow, definition: Definition): Promise<void> {
    const version = workflow.draft_version
    await this.records.insert(WorkflowVersion, [
      {
        id: this.made({}).id,
        user_from: workflow.user_from,
        workflow_id: workflow.id,
        version,
        definition,
        parsed: await this.#uses.conditions.parsed(definition),
        created_by: this.actor.user,
        created_at: this.now,
      },
    ])
    this.change(workflow, { definition, draft: null, published_version: version, draft_version: version + 1, published_at: this.now })
  }

  #draftOf({ definition }: Workflow, draft: Definition): Partial<Workflow> {
    return { draft: definition !== null && equal(definition, draft) ? null : draft }
  }

  async #checked(given: Given, known: Definition): Promise<Definition> {
    const { definition, faults } = await this.#checkGiven(given, known)
    refuseFaults(faults)
    return definition
  }

  // A single trigger is named as it was given.
  async #checkGiven(given: Given, known: Definition): Promise<CheckedDefinition> {
    // Before its steps are walked, of which it may have ten thousands.
    if (bytesOf(given) > 2 * MAX_BYTES) return { definition: known, faults: [tooLarge] }
    const checked = await this.#check(normalizeDefinition(withTriggers(given), known, this.#uses.actions))
    if (given.trigger === undefined || given.triggers !== undefined) return checked
    return { ...checked, faults: checked.faults.map((each) => ({ ...each, path: each.path.replace(/^\/triggers\/0\//, '/trigger/') })) }
  }

  async #check(definition: Definition): Promise<CheckedDefinition> {
    return await checkDefinition(definition, this.#uses.actions, this.#uses.conditions)
  }
}

// A recipe says what else a definition says; a name and a description of its own come first.
function withRecipe({ recipe, values, ...given }: Static<typeof WorkflowCreate>): Omit<Static<typeof WorkflowCreate>, 'recipe' | 'values'> {
  if (recipe === undefined) {
    if (values) throw invalid('/values', 'not_allowed', 'Values are for a recipe: name one')
    return given
  }
  const other = (['trigger', 'triggers', 'conditions', 'steps', 'settings'] as const).find((part) => given[part] !== undefined)
  if (other) throw invalid(`/${other}`, 'not_allowed', 'Give a recipe or a definition; a workflow that was made from one can be edited')
  const { steps, ...made } = fromRecipe(recipe, values)
  return { ...made, steps: [...steps], ...given }
}

function withTriggers({ trigger, triggers = trigger && [trigger], ...given }: Given) {
  return { ...given, ...(triggers && { triggers }) }
}
