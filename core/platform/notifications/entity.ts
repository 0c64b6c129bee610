import { email, longText, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/fields.ts'
import { entity, ownFields } from '../../kernel/storage/entity.ts'

/** Fields of a notification; each is for one teammate. */
export const notificationFields = {
  ...ownFields,
  recipient: readOnly(email({ description: 'Teammate to whom it is shown' })),
  type: readOnly(text({ description: '`message` from a teammate or workflow, else what happened, such as `webhook.deactivated`' })),
  title: readOnly(text({ min: 1, description: 'Heading' })),
  body: readOnly(optional(longText('What happened'))),
  entity_type: readOnly(optional(text({ max: 100, description: 'What it is about: contact, deal, webhook, ...' }))),
  entity_id: readOnly(optional(uuid('Id of what it is about'))),
  read_at: readOnly(optional(timestamp({ description: 'Null while it is unread' }))),
  created_by: readOnly(text('E-mail address of the user whose doing it is')),
  created_at: readOnly(timestamp('When it happened')),
}
const schema = entity('Notification', 'notifications', notificationFields, {
  indexes: [
    ['recipient', 'created_at', 'id'],
    ['recipient', 'read_at'],
  ],
})

/** Something that one teammate should know, shown in the application until it is read. */
export class Notification extends schema.class {}
schema.setClass(Notification)
