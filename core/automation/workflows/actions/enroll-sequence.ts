import { Registry } from '../../../kernel/feature/registry.ts'
import { Closed, Id } from '../../../kernel/operation/schema/schema.ts'
import { Services } from '../../../kernel/operation/services.ts'
import { sequenceEnrollments } from '../ports.ts'
import { defineAction } from './action.ts'

/** Enrolls the contact in a sequence. */
export const enrollSequence = defineAction({
  type: 'enroll_sequence',
  label: 'Enroll in sequence',
  summary: 'Start a sequence',
  config: Closed({ sequence_id: Id() }),
  effect: 'db',
  needs: ['contact'],
  uses: { registry: Registry, services: Services },
  references: ({ sequence_id }) => [{ to: 'sequence', value: sequence_id, at: '/sequence_id' }],
  run: async ({ config, subjects }, { registry, services }) => {
    const [sequences] = registry.attached(sequenceEnrollments)
    return sequences
      ? await sequences(services).enroll(String(subjects.contact?.id), config.sequence_id)
      : { skipped: 'integration_missing' }
  },
  dryRun: ({ config }) => ({ sequence_id: config.sequence_id }),
})
