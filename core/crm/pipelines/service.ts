import type { Static } from '@sinclair/typebox'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import type { ListQuery } from '../../kernel/storage/records/filters.ts'
import type { Page } from '../../kernel/storage/records/listing.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { StoredFilters } from '../../records/record-type/stored-filters.ts'
import { beginningId, pipelinesName, pipelinesOf } from './default.ts'
import { Pipeline, type StageInput } from './entity.ts'
import { noMembers, pipelineMembers, type PipelineMembers } from './members.ts'
import { checkRequired } from './required-fields.ts'
import { type PipelineCreate, type PipelineDelete, pipelineFilters, pipelineSorts, type PipelineUpdate } from './schema.ts'
import { counterpart, counterpartIn, defaultOf, knownIn, type Place, placeIn } from './places.ts'
import { stagesFrom } from './stages.ts'
import { pipelineTemplates } from './templates.ts'

type Changes = Omit<Static<typeof PipelineUpdate>, 'id'>

/** Pipelines of deals; one of them is the default. */
export class PipelineService extends RecordStore<typeof Pipeline.fields> {
  static readonly uses = { ...storeParts, registry: Registry, conditions: StoredFilters }
  /** The deals in the pipelines. */
  readonly members: PipelineMembers
  readonly #conditions: StoredFilters

  constructor(uses: Resolved<typeof PipelineService.uses>) {
    super(uses, { entity: Pipeline, object: 'pipelines', keys: [], filters: pipelineFilters, sorts: pipelineSorts })
    const [membersOf] = uses.registry.attached(pipelineMembers)
    this.members = membersOf?.(uses.records) ?? noMembers
    this.#conditions = uses.conditions
  }

  /** All live pipelines in their order, of which the first one of the organization is made with the first look-up. */
  all(): Promise<Pipeline[]> {
    return pipelinesOf(this.records)
  }

  /** The place of a deal: this pipeline or the default one, and in it this stage, by id or name, or the first open one. */
  async place(pipeline_id?: string, word?: string): Promise<Place> {
    return placeIn(await this.all(), pipeline_id, word)
  }

  /** The pipeline with this id; throws `invalid_input` when there is none. */
  async known(pipeline_id: string): Promise<Pipeline> {
    return knownIn(await this.all(), pipeline_id)
  }

  /** The pipeline with this id, or the default one. */
  async knownOrDefault(pipeline_id: string | undefined): Promise<Pipeline> {
    const all = await this.all()
    return pipeline_id === undefined ? defaultOf(all) : knownIn(all, pipeline_id)
  }

  override async list(query: ListQuery): Promise<Page<Pipeline>> {
    await this.all()
    return await super.list(query.sort === undefined ? { ...query, sort: 'position' } : query)
  }

  override async get(id: string): Promise<Pipeline> {
    if (id === this.#beginning) await this.all()
    return await super.get(id)
  }

  override async forChange(id: string, reply?: Reply): Promise<Pipeline> {
    await this.records.locks.hold(pipelinesName)
    if (id === this.#beginning) await this.all()
    return await super.forChange(id, reply)
  }

  /**
   * A new pipeline with its stages, those of a template or none, or the one that has the same external id, completed. Throws `ambiguous`
   * for a template together with stages, and as `stagesFrom` and `checkRequired` do.
   */
  async create({ template, stages, ...given }: Static<typeof PipelineCreate>, reply: Reply): Promise<Pipeline> {
    await this.records.locks.hold(pipelinesName)
    const known = await this.references.findAny(given.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      const pipeline = await this.forChange(known)
      const { external_ids, ...changes } = given
      await this.complete(pipeline, external_ids ? { external_ids } : {})
      return await this.#apply(pipeline, changes)
    }
    if (template !== undefined && stages) throw invalid('/template', 'ambiguous', 'Give template or stages, not both')
    const all = await this.all()
    const taken = stageIds(all)
    const inputs = template === undefined ? (stages ?? []) : templateStages(template, taken)
    inputs.forEach(({ required_fields }, at) => checkRequired(this.members.fields, required_fields, `/stages/${at}/required_fields`))
    if (given.is_default) await this.#releaseDefault()
    return await this.add({ position: all.length, ...given, stages: stagesFrom(inputs, taken) })
  }

  /**
   * Changes name, position, default and required fields; deals copy the name. Throws `not_found`, `version_mismatch`, `unknown_stage`, and
   * `conflict` where no pipeline would be the default.
   */
  async update(id: string, changes: Changes, reply: Reply): Promise<Pipeline> {
    return await this.#apply(await this.forChange(id, reply), changes)
  }

  async #apply(pipeline: Pipeline, { required_fields, is_default, ...changes }: Changes): Promise<Pipeline> {
    if (is_default === false && pipeline.is_default)
      throw new CrmError('conflict', 'One pipeline is the default: make another one the default instead')
    this.change(pipeline, changes)
    if (required_fields) pipeline.stages = this.#withRequired(pipeline, required_fields)
    if (changes.name !== undefined) await this.members.copyName(pipeline)
    if (is_default && !pipeline.is_default) {
      await this.#releaseDefault()
      pipeline.is_default = true
    }
    return pipeline
  }

  /**
   * Deletes a pipeline; its deals, and conditions that name it or its stages, go to `move_to`. Throws `conflict` for the default one, and for
   * one with deals or in conditions (`in_use`, with which) without `move_to`; `invalid_input` where that pipeline is unknown or has no stage
   * for one of the deals.
   */
  async discard({ id, move_to, purge = false }: Static<typeof PipelineDelete>, reply: Reply): Promise<void> {
    // Without its row the first pipeline of the organization would be made again.
    if (purge && id === this.#beginning)
      throw new CrmError('conflict', 'The first pipeline of the organization cannot be deleted for good: delete it without purge')
    if (purge && !(await this.find({ id }))) return await this.purge(id, reply)
    const pipeline = await this.forChange(id, reply)
    if (pipeline.is_default) throw new CrmError('conflict', 'The default pipeline cannot be deleted: make another one the default first')
    const deals = await this.members.count(id)
    if (deals > 0 && move_to === undefined)
      throw new CrmError('conflict', `${deals} deals are in this pipeline: give move_to, the pipeline that takes them`)
    const target = (await this.all()).find((each) => each.id === move_to?.toLowerCase() && each.id !== id)
    if (move_to !== undefined && !target) throw invalid('/move_to', 'unknown_record', `There is no other pipeline with the id ${move_to}`)
    const stages = new Map(pipeline.stages.map(({ id, name, type }) => [id, (target && counterpartIn(target, name, type)?.id) ?? null]))
    await this.#conditions.followGone([
      { object: 'deals', field: 'pipeline_id', values: new Map([[id, target?.id ?? null]]) },
      { object: 'deals', field: 'stage_id', values: stages },
    ])
    if (target) await this.members.move({ pipeline_id: id }, ({ stage_name, status }) => counterpart(target, stage_name, status))
    await (purge ? this.purge(id) : this.remove(id))
  }

  /** Undoes a delete; stages whose ids another pipeline has taken get new ones. */
  override async restore(id: string, reply?: Reply): Promise<Pipeline> {
    await this.records.locks.hold(pipelinesName)
    const pipeline = await super.restore(id, reply)
    const taken = stageIds((await this.all()).filter((each) => each.id !== id))
    if (pipeline.stages.some((each) => taken.has(each.id))) pipeline.stages = stagesFrom(free(pipeline.stages, taken), taken)
    return pipeline
  }

  async #releaseDefault(): Promise<void> {
    const defaults = (await this.all()).filter((each) => each.is_default)
    await this.records.update(
      Pipeline,
      defaults.map((before) => ({ before, changes: { is_default: false } })),
    )
  }

  #withRequired(pipeline: Pipeline, required: Readonly<Record<string, readonly string[] | undefined>>): Pipeline['stages'] {
    for (const [id, fields] of Object.entries(required)) {
      if (!pipeline.stages.some((each) => each.id === id))
        throw invalid(`/required_fields/${id}`, 'unknown_stage', `The pipeline ${pipeline.name} has no stage with the id ${id}`)
      checkRequired(this.members.fields, fields, `/required_fields/${id}`)
    }
    return pipeline.stages.map((stage) => ({ ...stage, required_fields: [...(required[stage.id] ?? stage.required_fields)] }))
  }

  get #beginning(): string {
    return beginningId(this.actor.organization)
  }
}

/** The ids of all stages, which no new stage may have. */
export function stageIds(pipelines: readonly Pipeline[]): ReadonlySet<string> {
  return new Set(pipelines.flatMap(({ stages }) => stages.map(({ id }) => id)))
}

function templateStages(template: string, taken: ReadonlySet<string>): StageInput[] {
  const found = pipelineTemplates.find(({ id }) => id === template)
  return free(found?.stages ?? [], taken)
}

// The stages, without those ids that other stages have.
function free(stages: readonly (StageInput & { readonly id: string })[], taken: ReadonlySet<string>): StageInput[] {
  return stages.map(({ id, ...stage }) => (taken.has(id) ? stage : { id, ...stage }))
}
