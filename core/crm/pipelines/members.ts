import { Hook } from '../../kernel/operation/hook.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Pipeline, Stage, StageType } from './entity.ts'
import type { Place } from './places.ts'

/** What a pipeline knows of a record in it. */
export interface Member {
  readonly stage_name: string
  readonly status: StageType
}

/** The records in pipelines, which are deals, as far as a change of a pipeline concerns them. */
export interface PipelineMembers {
  /** The fields that a stage can require of them. */
  readonly fields: readonly string[]
  /** How many live ones are in a pipeline, or in one stage of it. */
  count(pipeline_id: string, stage_id?: string): Promise<number>
  /** Moves all of a pipeline, or of one stage of it, to where `placeOf` says. */
  move(from: { readonly pipeline_id: string; readonly stage_id?: string }, placeOf: (member: Member) => Place): Promise<void>
  /** Lets those in a stage follow its type and probability, which were those of `old`. */
  followStage(place: Place, old: Stage): Promise<void>
  /** Copies the name of a stage, and when its records are stuck, to those in it. */
  copyStage(place: Place): Promise<void>
  /** Copies the name of a pipeline to those in it. */
  copyName(pipeline: Pipeline): Promise<void>
}

/** Where deals take part in changes of their pipelines. */
export const pipelineMembers = new Hook<(records: Records) => PipelineMembers>('members of pipelines')

/** What is in pipelines where no feature puts anything in. */
export const noMembers: PipelineMembers = {
  fields: [],
  count: async () => 0,
  move: async () => {},
  followStage: async () => {},
  copyStage: async () => {},
  copyName: async () => {},
}
