/** A type of step, as the catalog lists it. */
export interface StepType {
  readonly type: string
  readonly label: string
  /** `creates_task`: a teammate completes the step. */
  readonly runs: 'automatically' | 'creates_task'
}

/** Types of steps in sequences. */
export const stepTypes: readonly StepType[] = [
  { type: 'email', label: 'Automated email', runs: 'automatically' },
  { type: 'manual_email', label: 'Manual email', runs: 'creates_task' },
  { type: 'linkedin_invite', label: 'Professional-network invitation', runs: 'automatically' },
  { type: 'linkedin_message', label: 'Professional-network message', runs: 'automatically' },
  { type: 'call', label: 'Call task', runs: 'creates_task' },
  { type: 'task', label: 'Generic task', runs: 'creates_task' },
]
