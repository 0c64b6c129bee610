import { Type } from '@sinclair/typebox'
import { Closed, Count, Nullable, OneOf } from '../../kernel/operation/schema/schema.ts'
import { recipientStates } from './states.ts'

const code = Nullable(Type.String({ description: 'Code of the server, such as 550 or 5.1.1' }))
const said = Nullable(Type.String({ description: 'What the server said' }))

/** What became of one address of a message. */
export const RecipientState = Closed({
  address: Type.String({ description: 'E-mail address, in lower case' }),
  status: OneOf(recipientStates, { description: 'What became of it' }),
  code,
  text: said,
})

/** Why a message came back. */
export const Bounce = Closed({
  kind: OneOf(['hard', 'soft', 'blocked'], { description: '`hard`: there is no such address; `soft`: it may pass; `blocked`: refused' }),
  code,
  text: said,
})

/** Why a message failed, was cancelled or is tried again. */
export const EmailFailure = Closed({
  code: Type.String({ description: 'In one word: `expired`, `unsubscribed`, `refused`, ...' }),
  text: Type.String({ description: 'For people' }),
})

/** A link of a message that is counted. */
export const LinkCount = Closed({
  index: Count('Its place among the links'),
  url: Type.String({ description: 'Where it leads' }),
  click_count: Count('How often people followed it'),
})

/** A file of a message. */
export const AttachmentShown = Closed({
  name: Type.String({ description: 'File name' }),
  media_type: Type.String({ description: 'Such as application/pdf' }),
  bytes: Count('Its size'),
})
