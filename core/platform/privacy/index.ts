import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { PrivacyRequest } from './entity.ts'
import { PrivacyErasure } from './erasure.ts'
import { PrivacyExport } from './export.ts'
import { privacy as operations } from './operations.ts'

/** The rights of people on their data: export and erasure. */
export const privacy: Feature = plugin({
  name: 'privacy',
  version: '1.0.0',
  requires: { jobs: '^1.0.0' },
  audits: [
    audited(PrivacyRequest, 'privacy_request', {
      only: ['kind', 'contact_id', 'finished_at'],
      action: (changed) => (changed.has('finished_at') ? 'finished' : undefined),
    }),
  ],
  entities: [PrivacyRequest],
  operations: { privacy: operations },
  jobTypes: [PrivacyExport, PrivacyErasure],
})
