import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { listMembership } from '../../records/lists/membership.ts'
import { companiesChanged } from '../companies/changes.ts'
import { updateCompanyCopies } from './company-copies.ts'
import { contactsOfCompanies } from './contributions.ts'
import { consentOperations } from './consent-operations.ts'
import { contactJobs, contactOperations } from './operations.ts'
import { contactType } from './record-type.ts'

/** People: records, their events, bulk changes as jobs, consents. */
export const contacts: Feature = plugin({
  name: 'contacts',
  version: '1.0.0',
  requires: { companies: '^1.0.0' },
  recordTypes: [contactType],
  contributes: [contactsOfCompanies, listMembership('contacts')],
  hooks: [companiesChanged.attach(updateCompanyCopies)],
  operations: (types: RecordTypes) => ({ contacts: contactOperations(types.of(contactType)), privacy: consentOperations }),
  jobTypes: [contactJobs.update, contactJobs.delete],
})
