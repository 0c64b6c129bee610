import { eventTypes } from '../../kernel/operation/catalog.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Email } from './entity.ts'
import { emailAnalytics } from './operations.ts'

/** E-mails of the engine: their record, their events and their analysis. */
export const emails: Feature = plugin({
  name: 'emails',
  version: '1.0.0',
  requires: { analytics: '^1.0.0', activities: '^1.0.0' },
  entities: [Email],
  operations: { analytics: emailAnalytics },
  events: eventTypes({
    'email.sent': 'Email sent (campaign or workflow)',
    'email.opened': 'Email opened',
    'email.clicked': 'Link clicked in an email',
    'email.failed': 'Email could not be sent',
    'contact.unsubscribed': 'Contact unsubscribed',
  }),
})
