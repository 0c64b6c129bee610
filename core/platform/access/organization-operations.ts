import type { Static } from '@sinclair/typebox'
import { scopes as allScopes } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { Closed } from '../../kernel/operation/schema/schema.ts'
import { checkVersion } from '../../kernel/storage/records/record-reader.ts'
import { isIban } from './iban.ts'
import { isLocale, isTimeZone } from './locale.ts'
import { Quotas } from './quotas.ts'
import { Me, OrganizationRecord, OrganizationUpdate, OrganizationUsage, presentOrganization } from './schema.ts'
import { Teammates } from './teammates.ts'
import { StorageUsage } from './usage.ts'

/** The organization of the caller. Its plan is set by the installation, not by a call. */
export const organization = group('Organization', {
  get: operation({
    id: 'getOrganization',
    summary:
      'Read name, currency, locale, time zone, fiscal year, business hours, holidays, seller and demand for a second factor of the organization',
    scope: 'read',
    mcp: true,
    route: 'GET /organization',
    input: Closed({}),
    output: OrganizationRecord,
    uses: { teammates: Teammates },
    async handle(_, { teammates, actor }) {
      const found = await teammates.organization()
      if (!found) throw new CrmError('not_found', `The organization ${actor.organization} is not stored yet: PATCH /organization adds it`)
      return presentOrganization(found, found.updated_at)
    },
  }),
  update: operation({
    id: 'updateOrganization',
    summary:
      'Change name, currency, locale, time zone, fiscal year, business hours, holidays, seller or demand for a second factor of the organization',
    scope: 'write',
    admin: true,
    route: 'PATCH /organization',
    input: OrganizationUpdate,
    output: OrganizationRecord,
    uses: { teammates: Teammates },
    async handle(changes, { teammates, reply }) {
      checkLocal(changes)
      const found = await teammates.ensureOrganization()
      checkVersion(found, reply)
      Object.assign(found, changes)
      return afterFlush(() => presentOrganization(found, found.updated_at))
    },
  }),
  usage: operation({
    id: 'getOrganizationUsage',
    // Its figures include records of all users.
    requiresFullVisibility: true,
    summary: 'Read the calls used and left of the quota, the number of records and the storage they take',
    scope: 'read',
    readsMany: true,
    route: 'GET /organization/usage',
    input: Closed({}),
    output: OrganizationUsage,
    uses: { usage: StorageUsage, quotas: Quotas },
    async handle(_, { usage, quotas, actor: { organization: id } }) {
      const { measured_at, records, bytes } = await usage.read()
      return {
        plan: await quotas.planOf(id),
        quota: await quotas.left(id),
        records: { ...records },
        total_records: Object.values(records).reduce((sum, { live }) => sum + live, 0),
        storage: { bytes },
        measured_at: measured_at.toISOString(),
      }
    },
  }),
})

/** Who is calling. */
export const me = group('Catalog', {
  get: operation({
    id: 'getMe',
    summary: 'Read who the key acts as: user, organization, scopes, visibility, and what is left of rate limit and quota',
    scope: 'read',
    mcp: 'default',
    route: 'GET /me',
    tellsLimits: true,
    input: Closed({}),
    output: Me,
    uses: { teammates: Teammates, quotas: Quotas },
    async handle(_, { teammates, quotas, actor, reply }) {
      const { organization: id, user: email, user_id, role, scopes, via } = actor
      const [found, self, quota] = [await teammates.organization(), await teammates.self(), await quotas.left(id)]
      const { name, plan, currency, locale, timezone } = found ?? teammates.newOrganization()
      return {
        user: { id: user_id, email, name: self?.name ?? null, role },
        organization: { id, name, plan, currency, locale, timezone },
        key: via.type === 'api_key' ? { id: via.id, name: via.label, administration: actor.administration } : null,
        scopes: allScopes.filter((scope) => scopes.has(scope)),
        visibility: actor.visibility ?? ('all' as const),
        rate_limit: reply.rateLimit ?? null,
        quota,
      }
    },
  }),
})

/** `api.organization` in process. */
export interface OrganizationMethods extends Methods<typeof organization> {}
/** `api.me` in process. */
export interface MeMethods extends Methods<typeof me> {}

/** Throws `invalid_input` (`not_allowed`) for an unknown locale, time zone or IBAN, and for business hours that end before they begin. */
function checkLocal({ locale, timezone, seller, business_hours = [] }: Static<typeof OrganizationUpdate>): void {
  if (locale !== undefined && !isLocale(locale))
    throw invalid('/locale', 'not_allowed', `"${locale}" is not a language tag such as en or de-AT`)
  if (timezone !== undefined && !isTimeZone(timezone))
    throw invalid('/timezone', 'not_allowed', `"${timezone}" is not an IANA time zone such as Europe/Vienna`)
  if (seller?.bank?.iban && !isIban(seller.bank.iban))
    throw invalid('/seller/bank/iban', 'not_allowed', `"${seller.bank.iban}" is not an IBAN: its check digits do not fit`)
  // A night shift is two entries: one that ends at 23:59, and one that begins at 00:00.
  const late = business_hours.findIndex(({ from, to }) => from >= to)
  if (late >= 0) throw invalid(`/business_hours/${late}/to`, 'not_allowed', '`to` must be later than `from`')
}
