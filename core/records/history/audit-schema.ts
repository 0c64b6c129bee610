import { Type } from '@sinclair/typebox'
import {
  Closed,
  Cursor,
  described,
  FieldNames,
  IdOf,
  NextCursor,
  Nullable,
  OneOf,
  Text,
  Timestamp,
} from '../../kernel/operation/schema/schema.ts'
import { Actor } from '../../kernel/operation/schema/values.ts'

// The types of `Via`: how a call came in.
const actors = ['user', 'api_key', 'grant', 'workflow', 'sync', 'form', 'plugin', 'system'] as const

/** Query of `listAuditLog`; conditions are joined by and. `since` includes its own moment, `before` does not. */
export const AuditQuery = Closed({
  actor: Type.Optional(
    Text(255, {
      minLength: 1,
      description: 'Who: the id or the label (e-mail, name of the key); a user with all of their keys and programs',
    }),
  ),
  actor_type: Type.Optional(OneOf(actors, { description: 'By what they came in' })),
  object: Type.Optional(
    Text(60, {
      minLength: 1,
      description:
        'What it was done with: contact, deal, order, organization, user, team, api_key, webhook, export, import, merge, job, privacy_request, ...',
    }),
  ),
  record_id: Type.Optional(IdOf({ by: 'object' }, 'Only what was done with this one')),
  action: Type.Optional(
    Text(30, {
      minLength: 1,
      description:
        'What was done: created, updated, deleted, restored, purged, rotated, revoked, revealed, downloaded, started, reverted, finished, undone, ...',
    }),
  ),
  request_id: Type.Optional(Text(255, { minLength: 1, description: 'Only what was changed by the call that was answered with this id' })),
  since: Type.Optional(Timestamp('At or after this time')),
  before: Type.Optional(Timestamp('Before this time')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Entries on a page, at most' })),
  cursor: Type.Optional(Cursor),
  fields: Type.Optional(FieldNames),
})

/** One write of one record. */
export const AuditEntry = Closed({
  id: Type.String({ description: 'Of the entry; that of the record where it tells of its creation' }),
  at: Timestamp('When it was done'),
  actor: described(Actor, 'Who did it'),
  action: Type.String({ description: 'What was done' }),
  object: Type.String({ description: 'What it was done with: contact, api_key, ...' }),
  record_id: Type.String({ description: 'Which one' }),
  operation: Nullable(
    Type.String({
      description: 'The call that did it or asked for it; null of what the engine does by itself',
    }),
  ),
  request_id: Nullable(Type.String({ description: 'By which the log of calls knows that call' })),
  changes: Type.Array(
    Closed({
      field: Type.String({ description: 'The field' }),
      from: Type.Unknown({ description: 'The value before', examples: ['lead'] }),
      to: Type.Unknown({ description: 'The value after', examples: ['customer'] }),
    }),
    { description: 'Field by field; never a secret; of a creation of a record none, because its history begins with them' },
  ),
})

/** Answer of `listAuditLog`: each entry is one write of one record. */
export const AuditPage = Closed({
  audit_log: Type.Array(AuditEntry, {
    description:
      'The newest first; there may be few on a page of a log that is long and of which little fits, so go on while there is a cursor',
  }),
  next_cursor: NextCursor,
})
