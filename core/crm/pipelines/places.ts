import { invalid } from '../../kernel/operation/errors.ts'
import type { Pipeline, Stage, StageType } from './entity.ts'
import { firstOf, stageOf } from './stages.ts'

/** Where a deal is: a pipeline and one of its stages. */
export interface Place {
  readonly pipeline: Pipeline
  readonly stage: Stage
}

/**
 * The place that a pipeline and a stage name: without a pipeline the default one, unless the id of the stage tells it; without a stage,
 * by id or name, the first open one. Throws `unknown_record`, `unknown_stage`, and `required` where there is no default or no open stage.
 */
export function placeIn(all: readonly Pipeline[], pipeline_id?: string, word?: string): Place {
  const named = pipeline_id === undefined ? undefined : knownIn(all, pipeline_id)
  if (word === undefined) return begin(named ?? defaultOf(all))
  // Ids of stages are unique in the organization, so the id of a stage tells its pipeline.
  const byId = named ? undefined : all.find(({ stages }) => stages.some(({ id }) => id === word))
  const pipeline = named ?? byId ?? defaultOf(all)
  const stage = stageOf(pipeline, word)
  if (stage) return { pipeline, stage }
  const allowed = pipeline.stages.map(({ id }) => id)
  throw invalid('/stage_id', 'unknown_stage', `The pipeline ${pipeline.name} has no stage ${word}`, allowed)
}

/**
 * The place in this pipeline of a deal of another one: the stage of the same name and type, else the first of that type. Throws
 * `unknown_stage`.
 */
export function counterpart(pipeline: Pipeline, name: string, status: StageType, path = '/move_to'): Place {
  const stage = counterpartIn(pipeline, name, status)
  if (!stage) throw invalid(path, 'unknown_stage', `The pipeline ${pipeline.name} has no stage for deals that are ${status}`)
  return { pipeline, stage }
}

/** The stage of a pipeline for what was in a stage of this name and type in another; undefined where it has none of the type. */
export function counterpartIn(pipeline: Pipeline, name: string, type: StageType): Stage | undefined {
  const named = stageOf(pipeline, name)
  return named?.type === type ? named : firstOf(pipeline, type)
}

/** The pipeline with this id; throws `unknown_record`. */
export function knownIn(all: readonly Pipeline[], pipeline_id: string): Pipeline {
  const pipeline = all.find(({ id }) => id === pipeline_id)
  if (!pipeline) throw invalid('/pipeline_id', 'unknown_record', `There is no pipeline with the id ${pipeline_id}`)
  return pipeline
}

/** The pipeline of deals that name none; throws `required` where there is no pipeline. */
export function defaultOf(all: readonly Pipeline[]): Pipeline {
  const pipeline = all.find(({ is_default }) => is_default) ?? all[0]
  if (!pipeline) throw invalid('/pipeline_id', 'required', 'pipeline_id is required: no pipeline is the default')
  return pipeline
}

/** Where deals begin in a pipeline: its first open stage; throws `required` where there is none. */
export function begin(pipeline: Pipeline): Place {
  const stage = firstOf(pipeline, 'open')
  if (!stage) throw invalid('/stage_id', 'required', `The pipeline ${pipeline.name} has no open stage in which a deal could begin`)
  return { pipeline, stage }
}
