import { Type } from '@sinclair/typebox'
import { scopes } from '../kernel/actor.ts'
import {
  bigInteger,
  boolean,
  choice,
  defaulted,
  email,
  hidden,
  integer,
  json,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../kernel/fields.ts'
import { OneOf, Texts } from '../kernel/schema.ts'
import { entity, ownFields } from '../storage/entity.ts'

export const plans = ['unlimited', 'free', 'starter', 'growth', 'scale', 'scale_automation'] as const
export const roles = ['admin', 'member'] as const

const organization = entity(
  'Organization',
  'organizations',
  {
    ...ownFields,
    name: text(),
    plan: readOnly(defaulted(choice(plans), 'unlimited')),
    currency: defaulted(text({ max: 3 }), 'EUR'),
    locale: defaulted(text({ max: 35 }), 'en'),
    timezone: defaulted(text({ max: 64 }), 'UTC'),
    created_at: readOnly(timestamp()),
  },
  { global: [['user_from']] },
)

/** A workspace; its identifier is `user_from` on every other row. */
export class Organization extends organization.class {}
organization.setClass(Organization)

const user = entity(
  'User',
  'users',
  {
    ...ownFields,
    email: email(),
    name: optional(text()),
    role: defaulted(choice(roles), 'member'),
    active: defaulted(boolean(), true),
    created_at: readOnly(timestamp()),
    updated_at: readOnly(timestamp()),
  },
  { uniques: [['email']] },
)

/** A teammate. */
export class User extends user.class {}
user.setClass(User)

export const apiKeyFields = {
  ...ownFields,
  user_id: readOnly(uuid('The teammate as whom the key acts')),
  name: text({ min: 1 }),
  prefix: readOnly(text({ description: 'First characters of the key, to tell keys apart' })),
  hash: hidden(text()),
  /** Hash of the key before the last rotation, accepted until its grace ends. */
  previous_hash: hidden(optional(text())),
  previous_until: readOnly(optional(timestamp())),
  scopes: json(Type.Array(OneOf(scopes))),
  widget: defaulted(boolean(), false),
  expires_at: optional(timestamp()),
  allowed_ips: defaulted(json(Texts({ description: 'CIDRs from which the key may be used; empty = any' })), []),
  revoked_at: readOnly(optional(timestamp())),
  last_used_at: readOnly(optional(timestamp())),
  created_by: readOnly(text()),
  created_at: readOnly(timestamp()),
}
const apiKey = entity('ApiKey', 'api_keys', apiKeyFields, { global: [['hash'], ['previous_hash']], indexes: [['created_at']] })

/** An API key: only its hash is stored (contract section 5). */
export class ApiKey extends apiKey.class {}
apiKey.setClass(ApiKey)

const apiCall = entity(
  'ApiCall',
  'api_calls',
  {
    ...ownFields,
    api_key_id: readOnly(optional(uuid())),
    user_email: readOnly(text()),
    operation: readOnly(text()),
    method: readOnly(text()),
    path: readOnly(text()),
    status: readOnly(integer()),
    code: readOnly(optional(text())),
    duration_ms: readOnly(integer()),
    request_id: readOnly(optional(text())),
    created_at: readOnly(timestamp()),
  },
  { indexes: [['created_at'], ['api_key_id', 'created_at']] },
)

/** One call, with the key that made it (contract 5.2). */
export class ApiCall extends apiCall.class {}
apiCall.setClass(ApiCall)

const window = entity(
  'RateWindow',
  'rate_windows',
  {
    key: readOnly(text()),
    points: readOnly(integer()),
    /** Milliseconds since 1970, compared by the engine's clock on every process. */
    expires: readOnly(bigInteger()),
  },
  { key: ['key'] },
)

/** Calls of one key in its running minute (contract 8.1). */
export class RateWindow extends window.class {}
window.setClass(RateWindow)

const usage = entity(
  'QuotaUsage',
  'quota_usage',
  {
    user_from: readOnly(text()),
    period: readOnly(text()),
    calls: readOnly(integer()),
  },
  { key: ['user_from', 'period'] },
)

/** Calls of one organisation in one day or month (contract 8.1). */
export class QuotaUsage extends usage.class {}
usage.setClass(QuotaUsage)
