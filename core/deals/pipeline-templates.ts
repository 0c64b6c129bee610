interface StageTemplate {
  readonly id: string
  readonly name: string
  /** Percent. */
  readonly probability: number
  /** What it means for the deals in it. */
  readonly type: 'open' | 'won' | 'lost'
  /** Days after which a deal in it is stuck; `null`: never. */
  readonly stuck_after_days: number | null
}

export interface PipelineTemplate {
  readonly id: string
  readonly name: string
  readonly stages: readonly StageTemplate[]
}

const stage = (id: string, name: string, probability: number, stuck_after_days: number): StageTemplate => ({
  id,
  name,
  probability,
  type: 'open',
  stuck_after_days,
})

/** Pipelines that an organisation can begin with; the first is the default one (contract 2.13). */
export const pipelineTemplates: readonly PipelineTemplate[] = [
  {
    id: 'default',
    name: 'Default',
    stages: [
      stage('qualification', 'Qualification', 10, 14),
      stage('discovery', 'Discovery call', 20, 14),
      stage('demo', 'Demo / Meeting', 40, 10),
      stage('proposal', 'Proposal sent', 60, 10),
      stage('negotiation', 'Negotiation', 80, 7),
      { id: 'won', name: 'Closed won', probability: 100, type: 'won', stuck_after_days: null },
      { id: 'lost', name: 'Closed lost', probability: 0, type: 'lost', stuck_after_days: null },
    ],
  },
]
