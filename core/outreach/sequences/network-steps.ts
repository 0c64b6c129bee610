import { Type } from '@sinclair/typebox'
import { Registry } from '../../kernel/feature/registry.ts'
import { Closed } from '../../kernel/operation/schema/schema.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { membersOf } from '../../kernel/values/is-object.ts'
import { type Action, defineAction } from '../../automation/workflows/actions/action.ts'
import { Rendered } from '../../automation/workflows/actions/config.ts'
import { sendLinkedinInvite } from '../../automation/workflows/actions/send-linkedin-invite.ts'
import { sendLinkedinMessage } from '../../automation/workflows/actions/send-linkedin-message.ts'
import { Enrollment } from './entity.ts'
import { historyWith, partsOf } from './step-parts.ts'
import type { SequenceStep } from './step-schema.ts'

/** Characters of a message on the professional network. */
export const MOST_MESSAGE = 8000

const step = Type.Unsafe<SequenceStep>(Type.Unknown())

/** The step of a workflow as one of a sequence: what became of it stands in the history of the enrollment. */
function inSequence(type: string, own: Action, texts: { readonly message?: ReturnType<typeof Rendered> } = {}): Action {
  if (own.effect !== 'external') throw new TypeError(`${own.type} asks nobody outside`)
  return defineAction({
    type,
    label: own.label,
    summary: own.summary,
    config: Closed({ ...texts, step }),
    effect: 'external',
    needs: ['contact'],
    uses: { registry: Registry, records: Records },
    prepare: async (call, services) => {
      const { records } = services
      const found = await partsOf(records, call)
      if (!found) return { skipped: 'no_record' }
      const { enrollment: before } = found
      const prepared = (await own.prepare?.(call, services)) ?? { effect: null }
      // What the call is made with, and in whose history its end is written.
      if ('effect' in prepared) return { effect: { enrollment: before.id, effect: prepared.effect } }
      await records.update(Enrollment, [{ before, changes: historyWith(before, call, { result: prepared.skipped }) }])
      return prepared
    },
    run: async (call, services) => {
      const result = await own.run({ ...call, prepared: membersOf(call.prepared)['effect'] }, services)
      // Kept like any other end of the call.
      return 'skipped' in result ? { done: { skipped: result.skipped } } : result
    },
    keep: async ({ prepared, done, ...call }, { records }) => {
      const [before] = await records.findBy(Enrollment, 'id', [String(membersOf(prepared)['enrollment'])])
      const result = typeof done['skipped'] === 'string' ? done['skipped'] : 'sent'
      if (before) await records.update(Enrollment, [{ before, changes: historyWith(before, call, { result }) }])
    },
  })
}

/** The steps of sequences on the professional network. */
export const networkSteps = [
  inSequence('sequence_invite', sendLinkedinInvite),
  inSequence('sequence_message', sendLinkedinMessage, { message: Rendered(MOST_MESSAGE) }),
]
