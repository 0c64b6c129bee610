import { eventTypes } from '../kernel/catalog.ts'
import { type Feature, plugin } from '../kernel/feature.ts'

/** What the contract names of e-mails that the engine sends: their events, which belong to no group. */
export const emails: Feature = plugin({
  name: 'emails',
  version: '1.0.0',
  events: eventTypes({
    'email.sent': 'Email sent (campaign or workflow)',
    'email.opened': 'Email opened',
    'email.clicked': 'Link clicked in an email',
    'email.failed': 'Email could not be sent',
    'contact.unsubscribed': 'Contact unsubscribed',
  }),
})
