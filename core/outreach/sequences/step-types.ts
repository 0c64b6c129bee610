/** A kind of step, as the catalog lists it (contract 4.1). */
export interface StepType {
  readonly type: string
  readonly label: string
  /** `automatically`, or as a task that a teammate completes. */
  readonly runs: 'automatically' | 'creates_task'
}

/** Steps of sequences (contract 2.11). */
export const stepTypes: readonly StepType[] = [
  { type: 'email', label: 'Automated email', runs: 'automatically' },
  { type: 'manual_email', label: 'Manual email', runs: 'creates_task' },
  { type: 'linkedin_invite', label: 'Professional-network invitation', runs: 'automatically' },
  { type: 'linkedin_message', label: 'Professional-network message', runs: 'automatically' },
  { type: 'call', label: 'Call task', runs: 'creates_task' },
  { type: 'task', label: 'Generic task', runs: 'creates_task' },
]
