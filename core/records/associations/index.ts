import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Association } from './entity.ts'
import { associations as operations } from './operations.ts'

/** Links of any two records, with labels. */
export const associations: Feature = plugin({
  name: 'associations',
  version: '1.0.0',
  entities: [Association],
  audits: [audited(Association, 'association')],
  operations: { associations: operations },
})
