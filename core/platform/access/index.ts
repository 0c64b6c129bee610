import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { CallLog } from './call-log.ts'
import { CallMetrics } from './call-metrics.ts'
import { AccessGenerationRow, ApiCall, ApiKey, ApiKeySecret, Organization, QuotaUsage, RateWindow, Team, User } from './entity.ts'
import { loadCalendar } from './day-calendar.ts'
import { apiKeys, audit } from './operations.ts'
import { me, organization } from './organization-operations.ts'
import { Reassignment } from './reassignment.ts'
import { CallRetention } from './retention.ts'
import { teams, users } from './user-operations.ts'

/** Organizations, users, API keys, rate limit, quotas and the log of calls. */
export const access: Feature = plugin({
  name: 'access',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  audits: [
    audited(Organization, 'organization'),
    audited(User, 'user'),
    audited(Team, 'team'),
    audited(ApiKey, 'api_key', {
      action: (changed) => (changed.has('revoked_at') ? 'revoked' : changed.has('prefix') ? 'rotated' : undefined),
    }),
  ],
  entities: [Organization, User, Team, ApiKey, ApiKeySecret, ApiCall, RateWindow, QuotaUsage, AccessGenerationRow],
  creators: [
    { via: 'user', entity: User, label: 'email' },
    { via: 'api_key', entity: ApiKey, label: 'name', user: 'user_id' },
  ],
  prepareConditions: loadCalendar,
  operations: { me, organization, apiKeys, audit, users, teams },
  jobTypes: [Reassignment],
  loops: [CallLog, CallRetention],
  meters: [CallMetrics],
})
