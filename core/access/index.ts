import type { Feature } from '../kernel/feature.ts'
import { ApiCall, ApiKey, Organization, QuotaUsage, RateWindow, User } from './entity.ts'

/** Organisations, users, API keys, rate limit, quotas and the log of calls (contract sections 5 and 8.1). */
export const access: Feature = {
  name: 'access',
  version: '1.0.0',
  entities: [Organization, User, ApiKey, ApiCall, RateWindow, QuotaUsage],
}
