import type { PromptType } from '../../kernel/feature/prompt-type.ts'

const ofPipeline = ({ pipeline }: Readonly<Record<string, string | undefined>>) => (pipeline === undefined ? {} : { pipeline_id: pipeline })

/** Prompts around the pipeline. */
export const analyticsPrompts: readonly PromptType[] = [
  {
    name: 'review_pipeline',
    title: 'Review a pipeline',
    description: 'Where a pipeline stands: value by stage, stuck deals, the forecast, and what to do about it this week',
    arguments: { pipeline: { object: 'pipelines', description: 'The pipeline; the default one when left out' } },
    reads: [
      { heading: 'Value by stage and owner', operation: 'getPipelineAnalytics', input: ofPipeline },
      { heading: 'Stuck deals', operation: 'getStuckDeals', input: (given) => ({ ...ofPipeline(given), limit: 20 }) },
      { heading: 'Forecast', operation: 'getForecast', input: ofPipeline },
      {
        heading: 'Largest open deals',
        operation: 'listDeals',
        input: (given) => ({ ...ofPipeline(given), status: 'open', sort: '-amount', limit: 15 }),
      },
    ],
    task:
      'Review this pipeline with me. Say in a few lines what it is worth and where it is stuck, name the deals at risk with the reason for ' +
      'each, and propose at most five actions for this week, each with its owner. Base every figure on what is shown.',
  },
]
