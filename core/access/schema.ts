import { type Static, Type } from '@sinclair/typebox'
import { scopes, visibilities } from '../kernel/actor.ts'
import { createSchema, recordSchema, updateSchema } from '../kernel/fields.ts'
import { presenter } from '../kernel/present.ts'
import { Closed, Nullable, OneOf, Text, described } from '../kernel/schema.ts'
import { before, flag, is, listSchema, refersTo, since } from '../storage/filters.ts'
import { apiCallFields, apiKeyFields, organizationFields, plans, roles } from './entity.ts'
import type { KeyRecord } from './records.ts'

const states = ['active', 'expired', 'revoked'] as const

export const ApiKeyRecord = Closed({
  ...recordSchema(apiKeyFields).properties,
  status: OneOf(states),
})
/** An API key as it is shown: never with its secret. */
export type ApiKeyView = Static<typeof ApiKeyRecord>

export const ApiKeyWithSecret = Closed({
  ...ApiKeyRecord.properties,
  key: Nullable(Type.String({ description: 'The key itself, shown this once; null when an idempotent call is repeated' })),
})

const { scopes: Scopes, ...creatable } = createSchema(apiKeyFields).properties
export const ApiKeyCreate = Closed({
  ...creatable,
  scopes: Type.Optional(described(Scopes, 'None wider than those of the caller')),
})
export const ApiKeyUpdate = updateSchema(apiKeyFields)

export const keyFilters = {
  name: is('name'),
  revoked: flag('Revoked keys instead of the others', ({ eb }) => eb('revoked_at', 'is not', null)),
}
export const keySorts = ['created_at', 'name'] as const
export const ApiKeyList = paged(listSchema(keyFilters, keySorts))

export const ApiCallRecord = recordSchema(apiCallFields)
export const presentApiCall = presenter(apiCallFields)
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
export const callSorts = ['created_at'] as const
export const ApiCallList = paged(listSchema(callFilters, callSorts))

export const OrganizationRecord = recordSchema(organizationFields)
const { id: _id, ...organizationChanges } = updateSchema(organizationFields).properties
export const OrganizationUpdate = Closed(organizationChanges)
export const presentOrganization = presenter(organizationFields)

const Left = { limit: Type.Integer(), remaining: Type.Integer(), reset: Type.Integer({ description: 'Seconds until it starts anew' }) }
const QuotaLeft = Closed({ period: OneOf(['day', 'month']), used: Type.Integer(), ...Left })

export const Me = Closed({
  user: Closed({ id: Type.String(), email: Type.String(), name: Nullable(Text()), role: OneOf(roles) }),
  organization: Closed({ id: Type.String(), name: Text(), plan: OneOf(plans), currency: Text(), locale: Text(), timezone: Text() }),
  key: Nullable(Closed({ id: Type.String(), name: Text() }, { description: 'The API key of this call; null without one' })),
  scopes: Type.Array(OneOf(scopes)),
  visibility: OneOf(visibilities, { description: 'Which records of the organisation the user sees' }),
  rate_limit: Nullable(Closed(Left, { description: 'Calls of this key in the running minute; null = not limited' })),
  quota: Nullable(described(QuotaLeft, 'Calls of the organisation in this period of its plan; null = unlimited')),
})

const present = presenter(apiKeyFields)

/** The key as the API answers it, never with its secret. */
export function presentApiKey(key: KeyRecord, now: Date): ApiKeyView {
  const status = key.revoked_at ? 'revoked' : isUsable(key, now) ? 'active' : 'expired'
  return { ...present(key, now), status } as ApiKeyView
}

export function isUsable({ revoked_at, expires_at }: KeyRecord, now: Date): boolean {
  return !revoked_at && !(expires_at && expires_at <= now)
}

// These rows are no records: they are not deleted softly, and not every one of their lists knows when they were changed.
export function paged<T extends ReturnType<typeof listSchema>>({ properties }: T) {
  const { deleted: _deleted, updated_since: _since, fields: _fields, ...rest } = properties
  return Closed(rest)
}
