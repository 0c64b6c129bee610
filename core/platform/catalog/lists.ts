/** Types of tasks. */
export const taskTypes = ['todo', 'call', 'email', 'meeting', 'linkedin', 'follow_up'] as const
/** Types of activities. */
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
/** Outcomes of calls. */
export const callOutcomes = ['connected', 'positive', 'negative', 'scheduled', 'no_answer', 'voicemail', 'busy', 'wrong_number'] as const
/** Priorities of tasks. */
export const priorities = ['low', 'medium', 'high'] as const
