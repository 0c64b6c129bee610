import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { consentFollowers } from '../../crm/contacts/consent-followers.ts'
import { refusalKeepers } from '../../platform/privacy/refusals.ts'
import { Suppression } from './entity.ts'
import { suppressions as operations } from './operations.ts'
import { keepRefusals } from './erased-people.ts'
import { followConsents } from './said-consents.ts'

/** Addresses and domains to which nothing is sent, and the consent of recipients. */
export const suppressions: Feature = plugin({
  name: 'suppressions',
  version: '1.0.0',
  requires: { contacts: '^1.0.0' },
  audits: [audited(Suppression, 'suppression')],
  entities: [Suppression],
  operations: { suppressions: operations },
  hooks: [consentFollowers.attach(followConsents), refusalKeepers.attach(keepRefusals)],
})
