import { boolean, email, longText, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** Fields of a notification, which one teammate gets. */
export const notificationFields = {
  ...ownFields,
  recipient: readOnly(email({ description: 'Teammate who gets it' })),
  type: readOnly(text({ description: '`message` from a teammate or workflow, otherwise what happened, such as `webhook.deactivated`' })),
  title: readOnly(text({ min: 1, description: 'Heading' })),
  body: readOnly(optional(longText('What happened'))),
  entity_type: readOnly(optional(text({ max: 100, description: 'What it is about: contact, deal, webhook, ...' }))),
  entity_id: readOnly(optional(uuid('Id of what it is about'))),
  read_at: readOnly(optional(timestamp({ description: 'Null while it is unread' }))),
  created_by: readOnly(text('E-mail address of the user who caused it')),
  created_at: readOnly(timestamp('When it happened')),
}
const schema = entity('Notification', 'notifications', notificationFields, {
  indexes: [
    ['recipient', 'created_at', 'id'],
    ['recipient', 'read_at'],
  ],
})

/** A notification for one teammate, shown in the application until it is read. */
export class Notification extends schema.class {}
schema.setClass(Notification)

const setting = entity(
  'NotificationSetting',
  'notification_settings',
  {
    ...ownFields,
    /** E-mail of the teammate. */
    recipient: readOnly(text()),
    /** The `type` of notifications. */
    type: readOnly(text()),
    enabled: readOnly(boolean()),
  },
  { uniques: [['recipient', 'type']], privacy: 'kept' },
)

/** Whether a teammate wants notifications of one kind; without a row they do. */
export class NotificationSetting extends setting.class {}
setting.setClass(NotificationSetting)
