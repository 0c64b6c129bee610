import { Type } from '@sinclair/typebox'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, Cursor, Id, NextCursor, Nullable, OwnerText, Text, NOT_BLANK } from '../../kernel/operation/schema/schema.ts'
import { flag } from '../../kernel/storage/records/filters.ts'
import { notificationFields } from './entity.ts'

/** One notification, as its recipient sees it. */
export const NotificationRecord = Closed({
  ...recordSchema(notificationFields).properties,
  // The first user of a host has an address without a domain.
  recipient: Type.String({ description: 'Address of the teammate who gets it' }),
})

/** Filters of the list. */
export const notificationFilters = {
  unread: flag('Only unread ones; false: only read ones', ({ eb }) => eb('read_at', 'is', null)),
}

/** Query of the list, newest first. */
export const NotificationList = Closed({
  unread: Type.Optional(notificationFilters.unread.schema),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Notifications on a page' })),
  cursor: Type.Optional(Cursor),
})

/** One page, and the number of unread notifications. */
export const NotificationPage = Closed({
  notifications: Type.Array(NotificationRecord, { description: 'One page, the newest first' }),
  unread_count: Count('All unread notifications, on every page'),
  next_cursor: NextCursor,
})

/** A notification to `recipient`, or to the owner of the record that it is about. */
export const NotificationSend = Closed({
  title: Text(255, { minLength: 1, pattern: NOT_BLANK, description: 'Heading', examples: ['Call the Martins'] }),
  body: Type.Optional(Nullable(Text(60_000, { description: 'Message' }))),
  recipient: Type.Optional(OwnerText('Teammate: address, name or me; by default the owner of the record that it is about')),
  entity_type: Type.Optional(Text(100, { description: 'What it is about: contact, company, deal, task, ...' })),
  entity_id: Type.Optional(Id('Id of that record')),
})

/** Marks a notification as read or unread. */
export const NotificationUpdate = Closed({ id: Id(), read: Type.Boolean({ description: 'false marks it as unread again' }) })
/** How many notifications were marked as read. */
export const MarkedRead = Closed({ updated: Count('Notifications that were unread') })

/** A stored notification as callers see it. */
export const presentNotification = presenter(notificationFields)

/** Which kinds of notifications the caller wants. */
export const NotificationSettings = Closed({
  settings: Type.Array(
    Closed({
      type: Type.String({ description: 'The `type` of such notifications', examples: ['task.overdue'] }),
      label: Type.String({ description: 'What they tell' }),
      enabled: Type.Boolean({ description: 'Whether you get them' }),
    }),
    { description: 'All kinds that the engine sends by itself' },
  ),
})

/** Switches kinds of notifications on or off; those that it does not name stay as they are. */
export const NotificationSettingsUpdate = Closed({
  settings: Type.Array(
    Closed({
      type: Text(100, { description: 'The `type` of such notifications', examples: ['task.overdue'] }),
      enabled: Type.Boolean({ description: 'Whether you get them' }),
    }),
    { maxItems: 100, description: 'The kinds that change' },
  ),
})
