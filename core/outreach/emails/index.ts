import { eventTypes } from '../../kernel/operation/catalog.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Email } from './entity.ts'

/** E-mails of the engine: their record and their events. */
export const emails: Feature = plugin({
  name: 'emails',
  version: '1.0.0',
  entities: [Email],
  events: eventTypes({
    'email.sent': 'Email sent (campaign or workflow)',
    'email.opened': 'Email opened',
    'email.clicked': 'Link clicked in an email',
    'email.failed': 'Email could not be sent',
    'contact.unsubscribed': 'Contact unsubscribed',
  }),
})
