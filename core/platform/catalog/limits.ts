import { limits } from '../../kernel/operation/limits.ts'
import { quotas } from '../access/quotas.ts'
import type { Registry } from '../../kernel/feature/registry.ts'
import { bodyRoom } from '../../kernel/operation/body-room.ts'
import type { Settings } from '../../kernel/operation/settings.ts'

/** What integrations must stay within: of the installation, of each feature, and the table of all sizes; `null` = unlimited. */
export function limitsOf({ features }: Registry, { rateLimit }: Settings): Readonly<Record<string, unknown>> {
  const own = {
    requests_per_minute: rateLimit,
    large_bodies_bytes: bodyRoom.total,
    large_bodies_bytes_per_organization: bodyRoom.organization,
    quotas: Object.entries(quotas).map(([plan, quota]) => ({ plan, requests: quota?.limit ?? null, period: quota?.period ?? null })),
  }
  const table = Object.entries(limits).map(([name, limit]) => ({ name, ...limit }))
  return Object.assign(own, ...features.map(({ limits }) => limits ?? {}), { table })
}
