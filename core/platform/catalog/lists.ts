/** Values of contract 2.13, in its order. */
export const lifecycleStages = ['subscriber', 'lead', 'mql', 'sql', 'opportunity', 'customer', 'evangelist', 'churned', 'other'] as const

/** What people read for each lifecycle stage (contract 2.13). */
export const lifecycleLabels: Readonly<Record<(typeof lifecycleStages)[number], string>> = {
  subscriber: 'Subscriber',
  lead: 'Lead',
  mql: 'Marketing Qualified',
  sql: 'Sales Qualified',
  opportunity: 'Opportunity',
  customer: 'Customer',
  evangelist: 'Evangelist',
  churned: 'Churned',
  other: 'Other',
}

/** Kinds of task (contract 2.13). */
export const taskTypes = ['todo', 'call', 'email', 'meeting', 'linkedin', 'follow_up'] as const
/** Kinds of activity (contract 2.13). */
export const activityTypes = [
  'note',
  'call',
  'meeting',
  'email',
  'linkedin',
  'whatsapp',
  'stage_change',
  'task',
  'quote',
  'system',
] as const
/** How a call went (contract 2.13); the only outcomes that a call may have. */
export const callOutcomes = ['connected', 'positive', 'negative', 'scheduled', 'no_answer', 'voicemail', 'busy', 'wrong_number'] as const
/** Labels that the picklist `lost_reasons` begins with (contract 2.13); an organisation may have its own. */
export const lostReasons = [
  'Price too high',
  'Chose a competitor',
  'No budget',
  'No decision / stalled',
  'Bad timing',
  'Missing feature',
  'Unresponsive',
  'Not a fit',
  'Other',
] as const

/** How much a task matters (contract 2.10). */
export const priorities = ['low', 'medium', 'high'] as const
