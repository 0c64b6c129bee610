import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { StoredFilters } from '../../records/record-type/stored-filters.ts'
import type { Pipeline, Stage } from './entity.ts'
import { checkRequired } from './required-fields.ts'
import type { StageCreate, StageDelete, StageOrder, StageUpdate } from './schema.ts'
import { PipelineService, stageIds } from './service.ts'
import { probabilityOf, stageFrom, stageOf } from './stages.ts'

/** A stage with its position: what the operations of stages answer. */
export type StageView = Stage & { readonly pipeline_id: string; readonly position: number; readonly version: number }

/** A stage in its pipeline; the version of the pipeline is known once it is stored. */
export interface Placed {
  readonly pipeline: Pipeline
  readonly stageId: string
}

/** The stages of a pipeline; deals follow what is changed in the stage where they are. */
export class StageService {
  static readonly uses = { pipelines: PipelineService, conditions: StoredFilters }
  readonly #pipelines: PipelineService
  readonly #conditions: StoredFilters

  constructor({ pipelines, conditions }: Resolved<typeof StageService.uses>) {
    this.#pipelines = pipelines
    this.#conditions = conditions
  }

  /**
   * Adds a stage at a position, by default the last. Throws `not_found`, and `invalid_input` for a name or id that is `taken`, a
   * probability that does not fit the type, and a required field that deals do not have. It is a change of the pipeline, with its version.
   */
  async create({ id, stage_id, position, ...input }: Static<typeof StageCreate>, reply: Reply): Promise<Placed> {
    const pipeline = await this.#pipelines.forChange(id, reply)
    refuseNamesake(pipeline, input.name)
    checkRequired(this.#pipelines.members.fields, input.required_fields)
    const stage = stageFrom({ ...input, ...(stage_id !== undefined && { id: stage_id }) }, stageIds(await this.#pipelines.all()))
    const stages = [...pipeline.stages]
    stages.splice(position === undefined ? stages.length : position - 1, 0, stage)
    pipeline.stages = stages
    return { pipeline, stageId: stage.id }
  }

  /** Changes a stage; its deals copy the name and follow its days, type and probability. Throws as `create` does. */
  async update({ id, stageId, position, ...changes }: Static<typeof StageUpdate>, reply: Reply): Promise<Placed> {
    const pipeline = await this.#pipelines.forChange(id, reply)
    const old = known(pipeline, stageId)
    if (changes.name !== undefined) refuseNamesake(pipeline, changes.name, stageId)
    checkRequired(this.#pipelines.members.fields, changes.required_fields)
    const stage = changed(old, changes)
    const others = pipeline.stages.filter((each) => each.id !== stageId)
    const at = position === undefined ? pipeline.stages.indexOf(old) : position - 1
    pipeline.stages = [...others.slice(0, at), stage, ...others.slice(at)]
    if (stage.name !== old.name || stage.stuck_after_days !== old.stuck_after_days)
      await this.#pipelines.members.copyStage({ pipeline, stage })
    await this.#pipelines.members.followStage({ pipeline, stage }, old)
    return { pipeline, stageId }
  }

  /**
   * Deletes a stage; its deals, and conditions that name it, go to the stage `move_to`, by id or name. Throws `not_found`, `unknown_stage`,
   * and `conflict` for a stage with deals or in conditions (`in_use`, with which) without `move_to`.
   */
  async remove({ id, stageId, move_to }: Static<typeof StageDelete>, reply: Reply): Promise<void> {
    const pipeline = await this.#pipelines.forChange(id, reply)
    const gone = known(pipeline, stageId)
    const deals = await this.#pipelines.members.count(id, stageId)
    const rest = pipeline.stages.filter((each) => each !== gone)
    const target = move_to === undefined ? undefined : stageOf({ stages: rest }, move_to)
    if (move_to !== undefined && !target)
      throw invalid(
        '/move_to',
        'unknown_stage',
        `The pipeline ${pipeline.name} has no other stage ${move_to}`,
        rest.map((each) => each.id),
      )
    if (deals > 0 && !target) throw new CrmError('conflict', `${deals} deals are in this stage: give move_to, the stage that takes them`)
    await this.#conditions.followGone([{ object: 'deals', field: 'stage_id', values: new Map([[stageId, target?.id ?? null]]) }])
    if (target) await this.#pipelines.members.move({ pipeline_id: id, stage_id: stageId }, () => ({ pipeline, stage: target }))
    pipeline.stages = rest
  }

  /** Puts the stages in another order. Throws `not_found`, `version_mismatch`, and `not_allowed` where it does not name each stage once. */
  async reorder({ id, stages: order }: Static<typeof StageOrder>, reply: Reply): Promise<Pipeline> {
    const pipeline = await this.#pipelines.forChange(id, reply)
    const byId = new Map(pipeline.stages.map((stage) => [stage.id, stage]))
    const ordered = order.flatMap((stageId) => byId.get(stageId) ?? [])
    if (new Set(order).size !== order.length || ordered.length !== order.length || order.length !== byId.size)
      throw invalid('/stages', 'not_allowed', 'Name every stage of the pipeline once', [...byId.keys()])
    pipeline.stages = ordered
    return pipeline
  }
}

// In a stage that is closed from now on, the probability is certain and no deal can be stuck.
function changed(old: Stage, { probability, type = old.type, ...changes }: Partial<Stage>): Stage {
  const given = probability ?? (type === 'open' && old.type === 'open' ? old.probability : undefined)
  const stage = { ...old, ...changes, type, probability: probabilityOf(type, given) }
  return type === 'open' ? stage : { ...stage, stuck_after_days: null }
}

function known(pipeline: Pipeline, stageId: string): Stage {
  const stage = pipeline.stages.find(({ id }) => id === stageId)
  if (!stage) throw new CrmError('not_found', `The pipeline ${pipeline.name} has no stage with the id ${stageId}`)
  return stage
}

function refuseNamesake(pipeline: Pipeline, name: string, self?: string): void {
  const other = stageOf({ stages: pipeline.stages.filter(({ id }) => id !== self) }, name)
  if (other) throw invalid('/name', 'taken', `The stage ${other.id} of this pipeline is called ${other.name} already`)
}

/** A stage as its operations answer it. */
export function stageView({ pipeline, stageId }: Placed): StageView {
  const position = pipeline.stages.findIndex(({ id }) => id === stageId) + 1
  return { ...known(pipeline, stageId), pipeline_id: pipeline.id, position, version: pipeline.version }
}
