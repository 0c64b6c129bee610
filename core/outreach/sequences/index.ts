import { eventTypes } from '../../kernel/operation/catalog.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { sequencesOfContacts } from './contributions.ts'
import { Enrollment } from './entity.ts'
import { contactEnrollments } from './operations.ts'
import { stepTypes } from './step-types.ts'

/** Enrollments of contacts in sequences, with the events and step types of sequences. */
export const sequences: Feature = plugin({
  name: 'sequences',
  version: '1.0.0',
  requires: { contacts: '^1.0.0' },
  contributes: [sequencesOfContacts],
  entities: [Enrollment],
  operations: { contacts: contactEnrollments },
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
