import { type Feature, plugin } from '../kernel/feature.ts'
import { lostReasons } from '../catalog/lists.ts'
import { dealEvents } from './events.ts'
import { pipelineTemplates } from './pipeline-templates.ts'

/** What the contract names of deals: their events, and the pipeline that an organisation begins with. */
export const deals: Feature = plugin({
  name: 'deals',
  version: '1.0.0',
  events: dealEvents,
  catalog: { lost_reasons: lostReasons, pipeline_templates: pipelineTemplates },
})
