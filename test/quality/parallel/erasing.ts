import { Type } from '@sinclair/typebox'
import { type Engine, operation, plugin } from 'rapport-crm'
import { PrivacyErasure } from '../../../core/platform/privacy/erasure.ts'
import { ada } from '../../support/storages.ts'

const NOBODY = '01900000-0000-7000-8000-ffffffffffff'

/** Does the steps of an erasure one by one, without the loops of the background. */
export const erasing = plugin({
  name: 'erasing',
  version: '1.0.0',
  operations: {
    erasing: {
      step: operation({
        id: 'eraseStep',
        summary: 'Do one step of an erasure',
        scope: 'write',
        route: 'POST /probe/erasing',
        input: Type.Object({ contact_id: Type.String(), at: Type.Unknown() }),
        output: Type.Unknown(),
        uses: { erasure: PrivacyErasure },
        handle: async ({ contact_id, at }, { erasure }) => {
          const job = { id: NOBODY, input: { request_id: NOBODY }, record_id: contact_id, at: at ?? null, done: 0, result: null }
          return (await erasure.step(job as never)) as never
        },
      }),
    },
  },
})

/** Erases a contact, step by step. */
export async function erase(engine: Engine, contact_id: string): Promise<void> {
  const step = engine.registry.byId.get('eraseStep')!
  for (let at: unknown = null; at !== undefined;) at = ((await engine.call(step, { contact_id, at }, ada)) as { next?: unknown }).next
}
