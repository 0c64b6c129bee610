import type { PromptType } from '../../kernel/feature/prompt-type.ts'

const RECENT = 15

/** Prompts around conversations. */
export const activityPrompts: readonly PromptType[] = [
  {
    name: 'prepare_call',
    title: 'Prepare a call',
    description: 'A briefing for a call with a contact: who they are, what was said last, what is open, and what to ask',
    arguments: {
      contact: { object: 'contacts', description: 'Whom the call is with', required: true },
      deal: { object: 'deals', description: 'What the call is about' },
    },
    reads: [
      { heading: 'What happened last', operation: 'getContactTimeline', input: ({ contact }) => ({ id: contact, limit: RECENT }) },
      {
        heading: 'Open deals',
        operation: 'listDeals',
        input: ({ contact, deal }) => (deal === undefined ? { contact_id: contact, status: 'open', limit: 10 } : undefined),
      },
      {
        heading: 'Open tasks',
        operation: 'listTasks',
        input: ({ contact }) => ({ contact_id: contact, status: 'open', sort: 'due_at', limit: 10 }),
      },
    ],
    task:
      'Prepare me for a call with this contact. Say in a few lines who they are and where we stand, then what we have promised and what is ' +
      'overdue, then three questions to ask and the next step to agree on. Say what is not known instead of guessing it.',
  },
]
