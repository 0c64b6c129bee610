import { Type } from '@sinclair/typebox'
import { Closed, Count, Nullable, OneOf } from '../../kernel/operation/schema/schema.ts'

/** How a trial of a mailbox went, step by step. */
export const MailboxTrialResult = Closed({
  ok: Type.Boolean({ description: 'Every step has worked' }),
  steps: Type.Array(
    Closed({
      step: OneOf(['dns', 'connect', 'tls', 'auth', 'folder', 'send'], { description: 'What was tried' }),
      ok: Type.Boolean({ description: 'It has worked' }),
      code: Nullable(Type.String({ description: 'Code of the server' })),
      text: Type.String({ description: 'For people' }),
      ms: Count('Milliseconds that it took'),
    }),
    { description: 'In their order; after one that fails there is none' },
  ),
  warnings: Type.Array(Type.String({ description: 'For people' }), { description: 'What makes others distrust its messages' }),
})
