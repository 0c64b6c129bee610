import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Contact } from './entity.ts'
import { companiesChanged } from '../companies/changes.ts'
import { updateCompanyCopies } from './company-copies.ts'
import { contactEvents } from './events.ts'
import { contacts as operations, contactsWork } from './operations.ts'

/** People: records, their events, bulk changes as jobs (contract 4.2). */
export const contacts: Feature = plugin({
  name: 'contacts',
  version: '1.0.0',
  requires: { companies: '^1.0.0' },
  entities: [Contact],
  watches: [contactEvents],
  hooks: [companiesChanged.attach(updateCompanyCopies)],
  operations: { contacts: operations },
  jobTypes: contactsWork,
})
