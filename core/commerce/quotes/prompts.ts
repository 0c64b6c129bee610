import type { PromptType } from '../../kernel/feature/prompt-type.ts'

const RECENT = 15

/** Prompts around quotes. */
export const quotePrompts: readonly PromptType[] = [
  {
    name: 'follow_up_quote',
    title: 'Follow up a quote',
    description: 'What became of the quotes of a deal, and a message that takes the latest one further',
    arguments: {
      deal: { object: 'deals', description: 'The deal that was quoted', required: true },
      contact: { object: 'contacts', description: 'Whom the message goes to' },
    },
    reads: [
      { heading: 'Quotes, newest first', operation: 'listQuotes', input: ({ deal }) => ({ deal_id: deal, sort: '-created_at', limit: 5 }) },
      { heading: 'What happened last', operation: 'getDealTimeline', input: ({ deal }) => ({ id: deal, limit: RECENT }) },
      {
        heading: 'Open tasks',
        operation: 'listTasks',
        input: ({ deal }) => ({ deal_id: deal, status: 'open', sort: 'due_at', limit: 10 }),
      },
    ],
    task:
      'Look at what became of the latest quote: whether it was sent, viewed, or is about to expire, and what was said since. Then write a ' +
      'short follow-up message in the language of the contact that names one concrete next step, and say when to send it. Do not promise ' +
      'prices or discounts that no quote has. Do not send anything.',
  },
]
