import { audited } from '../../kernel/storage/changes.ts'
import { Property } from '../../kernel/storage/custom/property.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { properties as operations } from './operations.ts'
import { ArchivedValues } from './retention.ts'
import { PropertyValues } from './values.ts'

/** Definitions of custom properties; the storage checks and indexes their values on every write. */
export const properties: Feature = plugin({
  name: 'properties',
  version: '1.0.0',
  requires: { storage: '^1.0.0', jobs: '^1.0.0', lists: '^1.0.0' },
  audits: [audited(Property, 'property')],
  operations: { properties: operations },
  loops: [ArchivedValues],
  jobTypes: [PropertyValues],
})
