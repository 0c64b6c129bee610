import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Pipeline } from './entity.ts'
import { pipelines as operations } from './operations.ts'
import { pipelineTemplates } from './templates.ts'

/** Pipelines of deals, with templates to begin with. */
export const pipelines: Feature = plugin({
  name: 'pipelines',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  audits: [audited(Pipeline, 'pipeline')],
  entities: [Pipeline],
  operations: { pipelines: operations },
  catalog: { pipeline_templates: pipelineTemplates },
})
