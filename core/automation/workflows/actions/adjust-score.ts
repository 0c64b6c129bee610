import { Type } from '@sinclair/typebox'
import { ContactStages } from '../../../crm/sales-cycles/contact-stages.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { defineAction } from './action.ts'

/** Changes the lead score, as `ContactStages.score` does for callers. */
export const adjustScore = defineAction({
  type: 'adjust_score',
  label: 'Adjust score',
  summary: 'Increase or decrease the lead score',
  config: Closed({ points: Type.Integer({ description: 'Negative = decrease' }) }),
  effect: 'db',
  needs: ['contact'],
  uses: { stages: ContactStages },
  run: async ({ config: { points }, subjects }, { stages }) => {
    if (points === 0) return { skipped: 'no_change' }
    const { lead_score } = await stages.score({ id: String(subjects.contact?.id), points }, new Reply())
    return { done: { lead_score } }
  },
  dryRun: ({ config }) => ({ points: config.points }),
})
