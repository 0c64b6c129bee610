import { Type } from '@sinclair/typebox'
import { Registry } from '../../../kernel/feature/registry.ts'
import { Closed, Id } from '../../../kernel/operation/schema/schema.ts'
import { Services } from '../../../kernel/operation/services.ts'
import { sequenceEnrollments } from '../ports.ts'
import { defineAction } from './action.ts'

/** Ends one sequence of the contact, or without an id all of them. */
export const unenrollSequence = defineAction({
  type: 'unenroll_sequence',
  label: 'Unenroll from sequence',
  summary: 'Stop all active sequences, or one',
  config: Closed({ sequence_id: Type.Optional(Id('Default: all of them')) }),
  effect: 'db',
  needs: ['contact'],
  uses: { registry: Registry, services: Services },
  references: ({ sequence_id }) => [{ to: 'sequence', value: sequence_id, at: '/sequence_id' }],
  run: async ({ config, subjects }, { registry, services }) => {
    const [sequences] = registry.attached(sequenceEnrollments)
    return sequences
      ? await sequences(services).unenroll(String(subjects.contact?.id), config.sequence_id)
      : { skipped: 'integration_missing' }
  },
  dryRun: ({ config }) => ({ sequence_id: config.sequence_id ?? null }),
})
