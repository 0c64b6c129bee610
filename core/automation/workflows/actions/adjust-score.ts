import { Type } from '@sinclair/typebox'
import { ContactService } from '../../../crm/contacts/service.ts'
import { ContactStages, scoreAfter } from '../../../crm/sales-cycles/contact-stages.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { defineAction } from './action.ts'
import { changeContacts, setTools } from './sets.ts'

// More is no score.
const MOST_POINTS = 1_000_000_000_000_000

/** Changes the lead score, as `ContactStages.score` does for callers. */
export const adjustScore = defineAction({
  type: 'adjust_score',
  label: 'Adjust score',
  summary: 'Increase or decrease the lead score',
  config: Closed({ points: Type.Integer({ minimum: -MOST_POINTS, maximum: MOST_POINTS, description: 'Negative = decrease' }) }),
  effect: 'db',
  holdsContacts: true,
  needs: ['contact'],
  uses: { ...setTools, stages: ContactStages, contacts: ContactService },
  run: async ({ config: { points }, subjects }, { stages }) => {
    if (points === 0) return { skipped: 'no_change' }
    const { lead_score } = await stages.score({ id: String(subjects.contact?.id), points }, new Reply())
    return { done: { lead_score } }
  },
  runMany: async (calls, services) =>
    await changeContacts(services, calls, (contact, at) => {
      const { points = 0 } = calls[at]?.config ?? {}
      if (points === 0) return { result: { skipped: 'no_change' } }
      const lead_score = scoreAfter(contact, points)
      return { result: { done: { lead_score } }, changes: { lead_score } }
    }),
  dryRun: ({ config }) => ({ points: config.points }),
})
