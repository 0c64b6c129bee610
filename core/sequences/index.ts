import { eventTypes } from '../kernel/catalog.ts'
import { type Feature, plugin } from '../kernel/feature.ts'
import { stepTypes } from './step-types.ts'

/** What the contract names of sequences: their events and types of steps. */
export const sequences: Feature = plugin({
  name: 'sequences',
  version: '1.0.0',
  events: eventTypes(
    {
      'sequence.enrolled': 'Enrolled in a sequence',
      'sequence.completed': 'Sequence completed',
      'sequence.exited': 'Exited a sequence',
    },
    'Sequences',
  ),
  catalog: { sequence_step_types: stepTypes },
})
