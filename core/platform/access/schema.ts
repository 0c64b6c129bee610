import { type Static, Type } from '@sinclair/typebox'
import { scopes, visibilities } from '../../kernel/operation/actor.ts'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, described, Nullable, OneOf, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { before, flag, is, listSchema, refersTo, since } from '../../kernel/storage/records/filters.ts'
import { withoutChanges, withoutDeleted } from '../../kernel/storage/records/list-schema.ts'
import { apiCallFields, apiKeyFields, organizationFields, plans, roles } from './entity.ts'
import type { KeyRecord } from './new-records.ts'

const states = ['active', 'expired', 'revoked'] as const

/** A key as the API shows it; its `status` follows from `revoked_at` and `expires_at`. */
export const ApiKeyRecord = Closed({
  ...recordSchema(apiKeyFields).properties,
  status: OneOf(states, { description: 'Whether the key works' }),
})
/** An API key as the API shows it: never with its secret. */
export type ApiKeyView = Static<typeof ApiKeyRecord>

/** Answer of create and rotate, the only operations that show the secret. */
export const ApiKeyWithSecret = Closed({
  ...ApiKeyRecord.properties,
  key: Nullable(Type.String({ description: 'The key itself, shown only once; null when an idempotent call is repeated' })),
})

const { scopes: Scopes, ...creatable } = createSchema(apiKeyFields).properties
/** Input of create; only a widget key (`widget: true`) may have no scopes. */
export const ApiKeyCreate = Closed({
  ...creatable,
  scopes: Type.Optional(described(Scopes, 'Only scopes that the caller has')),
})
/** Input of update. */
export const ApiKeyUpdate = updateSchema(apiKeyFields)

/** Filters of the list of keys; without `revoked` it shows those that are not revoked. */
export const keyFilters = {
  name: is('name'),
  revoked: flag('Revoked keys instead of the others', ({ eb }) => eb('revoked_at', 'is not', null)),
}
/** Orders of the list of keys. */
export const keySorts = ['created_at', 'updated_at', 'name'] as const
/** Query of the list of keys. */
export const ApiKeyList = withoutDeleted(listSchema(keyFilters, keySorts))

/** A line of the log of calls. */
export const ApiCallRecord = recordSchema(apiCallFields)
/** A stored line as callers see it. */
export const presentApiCall = presenter(apiCallFields)
/** Filters of the log of calls. */
export const callFilters = {
  api_key_id: refersTo('api_key_id'),
  user: is('user_email'),
  operation: is('operation'),
  status: is('status', Type.Integer({ minimum: 100, maximum: 599 })),
  code: is('code'),
  request_id: is('request_id'),
  since: since('created_at'),
  before: before('created_at'),
}
/** Orders of the log of calls. */
export const callSorts = ['created_at'] as const
/** Query of the log of calls. */
export const ApiCallList = withoutChanges(listSchema(callFilters, callSorts))

/** The organization as the API shows it. */
export const OrganizationRecord = recordSchema(organizationFields)
const { id: _id, ...organizationChanges } = updateSchema(organizationFields).properties
/** The fields of the organization that can be changed. */
export const OrganizationUpdate = Closed(organizationChanges)
/** A stored organization as callers see it. */
export const presentOrganization = presenter(organizationFields)

// Shared by rate limit and quota.
const Left = {
  limit: Count('Calls in all'),
  remaining: Count('Calls left'),
  reset: Count('Seconds until the next period'),
}
const QuotaLeft = Closed({
  period: OneOf(['day', 'month'], { description: 'Period of the quota' }),
  used: Count('Calls made'),
  ...Left,
})

/** Answer of `GET /me`. */
export const Me = Closed({
  user: Closed(
    {
      id: Type.String({ description: 'Id of the user' }),
      email: Type.String({ description: 'E-mail address of the user' }),
      name: Nullable(Text(255, { description: 'Name of the user' })),
      role: OneOf(roles, { description: 'What the user may do' }),
    },
    { description: 'The user of this call' },
  ),
  organization: Closed(
    {
      id: Type.String({ description: 'Id of the organization' }),
      name: Text(255, { description: 'Name of the organization' }),
      plan: OneOf(plans, { description: 'What it may use' }),
      currency: Text(255, { description: 'ISO 4217' }),
      locale: Text(255, { description: 'BCP 47' }),
      timezone: Text(255, { description: 'IANA time zone' }),
    },
    { description: 'The organization of this call' },
  ),
  key: Nullable(
    Closed(
      {
        id: Type.String({ description: 'Id of the key' }),
        name: Text(255, { description: 'What the key is for' }),
        administration: Type.Boolean({ description: 'Whether the key may administrate, if the user is an administrator' }),
      },
      { description: 'The API key of this call; null without one' },
    ),
  ),
  scopes: Type.Array(OneOf(scopes), { description: 'What this call may do' }),
  visibility: OneOf(visibilities, { description: 'Which records of the organization the user sees' }),
  rate_limit: Nullable(Closed(Left, { description: 'Calls of this key in the running minute; null = not limited' })),
  quota: Nullable(described(QuotaLeft, 'Calls of the organization in this period of its plan; null = unlimited')),
})

/** Answer of `GET /organization/usage`; storage is an estimate, see `StorageUsage`. */
export const OrganizationUsage = Closed({
  plan: OneOf(plans, { description: 'What the organization has booked' }),
  quota: Nullable(described(QuotaLeft, 'Calls of the organization in this period of its plan; null = unlimited')),
  records: Type.Record(Type.String(), Closed({ live: Count('Records'), deleted: Count('Deleted ones that can be restored') }), {
    description: 'By object: contacts, companies, ...; of the whole organization, also those that the caller does not see',
  }),
  total_records: Count('Live records of all objects'),
  storage: Closed(
    { bytes: Count('Records and their lines as JSON; of large tables by a sample') },
    { description: 'Storage that the data takes' },
  ),
  measured_at: Timestamp('When records and storage were counted, at most a minute ago'),
})

const present = presenter(apiKeyFields)

/** A stored key as callers see it, never with its secret. */
export function presentApiKey(key: KeyRecord, now: Date): ApiKeyView {
  const status = key.revoked_at ? 'revoked' : isUsable(key, now) ? 'active' : 'expired'
  return { ...present(key, now), status }
}

/** Whether a key is neither revoked nor expired; sign-in also requires that its user is active. */
export function isUsable({ revoked_at, expires_at }: KeyRecord, now: Date): boolean {
  return !revoked_at && !(expires_at && expires_at <= now)
}
