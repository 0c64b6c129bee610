/** Kinds of task. */
export const taskTypes = ['todo', 'call', 'email', 'meeting', 'linkedin', 'follow_up'] as const
/** Kinds of activity. */
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
/** How a call went; the only outcomes that a call may have. */
export const callOutcomes = ['connected', 'positive', 'negative', 'scheduled', 'no_answer', 'voicemail', 'busy', 'wrong_number'] as const
/** How much a task matters. */
export const priorities = ['low', 'medium', 'high'] as const
