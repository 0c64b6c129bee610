import type { Stage } from './entity.ts'

type StageTemplate = Omit<Stage, 'required_fields'>

/** Stages to begin a pipeline with, as the catalog lists them. */
export interface PipelineTemplate {
  readonly id: string
  readonly name: string
  readonly stages: readonly StageTemplate[]
}

// Probability in percent, and the days after which a deal in the stage is stuck.
const open = (id: string, name: string, probability: number, stuck_after_days: number): StageTemplate => ({
  id,
  name,
  probability,
  type: 'open',
  stuck_after_days,
})

/** The pipeline that every organization begins with; the ids of its stages are fixed. */
export const defaultPipeline: PipelineTemplate = {
  id: 'default',
  name: 'Default',
  stages: [
    open('qualification', 'Qualification', 10, 14),
    open('discovery', 'Discovery call', 20, 14),
    open('demo', 'Demo / Meeting', 40, 10),
    open('proposal', 'Proposal sent', 60, 10),
    open('negotiation', 'Negotiation', 80, 7),
    { id: 'won', name: 'Closed won', probability: 100, type: 'won', stuck_after_days: null },
    { id: 'lost', name: 'Closed lost', probability: 0, type: 'lost', stuck_after_days: null },
  ],
}

/** All templates; the first is that of the default pipeline. */
export const pipelineTemplates: readonly PipelineTemplate[] = [defaultPipeline]
