import { audited } from '../../kernel/storage/schema/changes.ts'
import { eventTypes } from '../../kernel/operation/catalog.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { EmailChanges } from './changes.ts'
import { ContactAddresses } from './contact-addresses.ts'
import { timelineSources } from '../../records/timeline/sources.ts'
import { emailsOnTimelines } from './on-timelines.ts'
import { Outbox } from './outbox.ts'
import { Email, EmailContact, EmailFile } from './entity.ts'
import { emailListing } from './listing-migration.ts'
import { emailTables } from './migration.ts'
import { emailAnalytics, emailOperations } from './operations.ts'

/** Events of e-mails that no change of a record makes. */
export const emailEvents = {
  'email.sent': 'Email sent (campaign or workflow)',
  'email.opened': 'Email opened',
  'email.clicked': 'Link clicked in an email',
  'email.failed': 'Email could not be sent',
  'contact.unsubscribed': 'Contact unsubscribed',
}

/** E-mails of the engine: their record, their events and their analysis. */
export const emails: Feature = plugin({
  name: 'emails',
  version: '1.0.0',
  requires: { analytics: '^1.0.0', activities: '^1.0.0', mailboxes: '^1.0.0', suppressions: '^1.0.0', contacts: '^1.0.0', deals: '^1.0.0' },
  entities: [Email, EmailFile, EmailContact],
  audits: [audited(Email, 'email', { notesOnly: true })],
  migrations: [emailTables, emailListing],
  operations: { analytics: emailAnalytics, emails: emailOperations },
  services: [Outbox, EmailChanges, ContactAddresses],
  hooks: [timelineSources.attach(emailsOnTimelines)],
  events: eventTypes(emailEvents),
})
