import { invalid } from '../../kernel/operation/errors.ts'
import type { Pipeline, Stage, StageType } from './entity.ts'
import { firstOf, stageOf } from './stages.ts'

/** Where a deal is: a pipeline and one of its stages. */
export interface Place {
  readonly pipeline: Pipeline
  readonly stage: Stage
}

/** Where a deal is to be: in this pipeline, or the default one, and in this stage (by id or name), or the first open one. */
export function placeIn(all: readonly Pipeline[], pipeline_id?: string, word?: string): Place {
  const named = pipeline_id === undefined ? undefined : knownIn(all, pipeline_id)
  if (word === undefined) return begin(named ?? defaultOf(all))
  // Ids of stages are unique in the organisation: one that is given without its pipeline names it.
  const byId = named ? undefined : all.find(({ stages }) => stages.some(({ id }) => id === word))
  const pipeline = named ?? byId ?? defaultOf(all)
  const stage = stageOf(pipeline, word)
  if (stage) return { pipeline, stage }
  const allowed = pipeline.stages.map(({ id }) => id)
  throw invalid('/stage_id', 'unknown_stage', `The pipeline ${pipeline.name} has no stage ${word}`, allowed)
}

/** Where a deal of another pipeline belongs in this one: in the stage of the same name and type, else the first of that type. */
export function counterpart(pipeline: Pipeline, name: string, status: StageType, path = '/move_to'): Place {
  const named = stageOf(pipeline, name)
  const stage = named?.type === status ? named : firstOf(pipeline, status)
  if (!stage) throw invalid(path, 'unknown_stage', `The pipeline ${pipeline.name} has no stage for deals that are ${status}`)
  return { pipeline, stage }
}

/** The pipeline with this id; throws `invalid_input` when there is none. */
export function knownIn(all: readonly Pipeline[], pipeline_id: string): Pipeline {
  const pipeline = all.find(({ id }) => id === pipeline_id)
  if (!pipeline) throw invalid('/pipeline_id', 'unknown_record', `There is no pipeline with the id ${pipeline_id}`)
  return pipeline
}

/** The pipeline of what names none. */
export function defaultOf(all: readonly Pipeline[]): Pipeline {
  const pipeline = all.find(({ is_default }) => is_default) ?? all[0]
  if (!pipeline) throw invalid('/pipeline_id', 'required', 'pipeline_id is required: no pipeline is the default')
  return pipeline
}

/** Where a deal of the pipeline begins. */
export function begin(pipeline: Pipeline): Place {
  const stage = firstOf(pipeline, 'open')
  if (!stage) throw invalid('/stage_id', 'required', `The pipeline ${pipeline.name} has no open stage in which a deal could begin`)
  return { pipeline, stage }
}
