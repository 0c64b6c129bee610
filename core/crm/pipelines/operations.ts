import { type Methods, operation, sharedReadGroup } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { standard } from '../../records/record-type/standard.ts'
import { Deleted } from '../../kernel/operation/schema/schema.ts'
import {
  PipelineCreate,
  PipelineDelete,
  PipelineList,
  PipelineRecord,
  PipelineUpdate,
  presentPipeline,
  StageCreate,
  StageDelete,
  StageOrder,
  StageRecord,
  StageUpdate,
} from './schema.ts'
import { PipelineService } from './service.ts'
import { StageService, stageView } from './stage-service.ts'

const { list, get, create, update, restore } = standard({
  singular: 'pipeline',
  plural: 'pipelines',
  record: PipelineRecord,
  create: PipelineCreate,
  update: PipelineUpdate,
  list: PipelineList,
  store: PipelineService,
  present: presentPipeline,
  summary: { create: 'Create a deal pipeline: empty, with these stages, or from a template of the catalog' },
  mcp: { list: true, get: true, create: true },
})

const uses = { stages: StageService }

/** Operations on pipelines and their stages; deals follow changes of the stage that they are in. */
export const pipelines = sharedReadGroup('Pipelines', {
  list,
  get,
  create: { ...create, admin: true },
  update: { ...update, summary: 'Rename a pipeline, make it the default, or say what its stages require of a deal', admin: true },
  delete: operation({
    id: 'deletePipeline',
    summary: 'Delete a pipeline; one with deals or in conditions of lists is refused unless `move_to` names the pipeline that takes them',
    scope: 'delete',
    admin: true,
    route: 'DELETE /pipelines/{id}',
    input: PipelineDelete,
    output: Deleted,
    uses: { pipelines: PipelineService },
    async handle(input, { pipelines, reply }) {
      await pipelines.discard(input, reply)
      return { deleted: true as const }
    },
  }),
  restore: {
    ...restore,
    summary: 'Undo the delete of one pipeline; the deals that it had stay where they are, and a stage whose id was taken gets another',
    admin: true,
  },
  createStage: operation({
    id: 'createPipelineStage',
    summary: 'Add a stage to a pipeline, at a place in its order or at the end',
    scope: 'write',
    admin: true,
    creates: 'always',
    route: 'POST /pipelines/{id}/stages',
    mcp: true,
    input: StageCreate,
    output: StageRecord,
    uses,
    async handle(input, { stages, reply }) {
      const placed = await stages.create(input, reply)
      return afterFlush(() => stageView(placed))
    },
  }),
  updateStage: operation({
    id: 'updatePipelineStage',
    summary: 'Rename a stage or change its probability, type, place or when a deal in it is stuck; its deals follow',
    scope: 'write',
    admin: true,
    route: 'PATCH /pipelines/{id}/stages/{stageId}',
    input: StageUpdate,
    output: StageRecord,
    uses,
    async handle(input, { stages, reply }) {
      const placed = await stages.update(input, reply)
      return afterFlush(() => stageView(placed))
    },
  }),
  deleteStage: operation({
    id: 'deletePipelineStage',
    summary: 'Delete a stage; one with deals or in conditions of lists is refused unless `move_to` names the stage that takes them',
    scope: 'delete',
    admin: true,
    route: 'DELETE /pipelines/{id}/stages/{stageId}',
    input: StageDelete,
    output: Deleted,
    uses,
    async handle(input, { stages, reply }) {
      await stages.remove(input, reply)
      return { deleted: true as const }
    },
  }),
  reorderStages: operation({
    id: 'reorderPipelineStages',
    summary: 'Set the order of the stages of a pipeline',
    scope: 'write',
    admin: true,
    route: 'PUT /pipelines/{id}/stages/order',
    input: StageOrder,
    output: PipelineRecord,
    uses: { stages: StageService, pipelines: PipelineService },
    async handle(input, { stages, pipelines, reply }) {
      const pipeline = await stages.reorder(input, reply)
      return afterFlush(() => presentPipeline(pipeline, pipelines.now))
    },
  }),
})

/** The typed methods of the group. */
export interface Pipelines extends Methods<typeof pipelines> {}
