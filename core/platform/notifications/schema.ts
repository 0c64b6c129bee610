import { Type } from '@sinclair/typebox'
import { recordSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import { Closed, Count, Cursor, Id, NextCursor, Nullable, Text, NOT_BLANK } from '../../kernel/operation/schema.ts'
import { flag } from '../../kernel/storage/filters.ts'
import { notificationFields } from './entity.ts'

/** One notification, as its recipient sees it. */
export const NotificationRecord = recordSchema(notificationFields)

/** What a list of notifications can be limited to. */
export const notificationFilters = {
  unread: flag('Unread ones; false: read ones', ({ eb }) => eb('read_at', 'is', null)),
}

/** Newest first; the filters add up. */
export const NotificationList = Closed({
  unread: Type.Optional(notificationFilters.unread.schema),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Notifications on a page' })),
  cursor: Type.Optional(Cursor),
})

/** One page, and how many are unread in all. */
export const NotificationPage = Closed({
  notifications: Type.Array(NotificationRecord, { description: 'One page, the newest first' }),
  unread_count: Count('Unread ones in all, whatever the page and filter'),
  next_cursor: NextCursor,
})

/** To `recipient`, or the owner of the record that it is about; refused when that is nobody of the organisation. */
export const NotificationSend = Closed({
  title: Text(255, { minLength: 1, pattern: NOT_BLANK, description: 'Heading', examples: ['Call the Martins'] }),
  body: Type.Optional(Nullable(Text(60_000, { description: 'Message' }))),
  recipient: Type.Optional(
    Type.String({ format: 'email', maxLength: 254, description: 'Teammate; when left out, the owner of the record that it is about' }),
  ),
  entity_type: Type.Optional(Text(100, { description: 'What it is about: contact, company, deal, task, ...' })),
  entity_id: Type.Optional(Id('Id of that record')),
})

/** Marks one as read or unread. */
export const NotificationUpdate = Closed({ id: Id(), read: Type.Boolean({ description: 'false marks it as unread again' }) })
export const MarkedRead = Closed({ updated: Count('How many were unread') })

/** A stored notification as callers see it. */
export const presentNotification = presenter(notificationFields)
