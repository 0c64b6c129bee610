import { type Static, Type } from '@sinclair/typebox'
import { scopes, visibilities } from '../../kernel/operation/actor.ts'
import {
  bigInteger,
  boolean,
  choice,
  createOnly,
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
} from '../../kernel/operation/schema/fields.ts'
import { Closed, described, exemplified, Nullable, OneOf, Text, Texts } from '../../kernel/operation/schema/schema.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'
import { Address } from '../../kernel/operation/schema/values.ts'
import { currency } from '../../kernel/values/currency.ts'

// Local time of the organization; a day that ends at midnight ends at 23:59.
const Time = Text(5, { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM', examples: ['09:00'] })
const BusinessHours = Closed({
  weekday: Type.Integer({ minimum: 1, maximum: 7, description: 'Monday = 1' }),
  from: Time,
  to: exemplified(Time, '17:30'),
})

const said = (most: number, description: string, example: string) =>
  Type.Optional(Nullable(Text(most, { description, examples: [example] })))

/** Who sells, as quotes, orders, invoices and credit notes say it. */
export const Seller = Closed({
  name: said(200, 'Legal name; that of the organization when left out', 'Lovelace Ltd'),
  address: Type.Optional(Nullable(described(Address, 'Where it has its seat'))),
  vat_number: said(40, 'VAT number', 'FR40303265045'),
  registration: said(200, 'Register and number', 'RCS Paris 303 265 045'),
  bank: Type.Optional(
    Nullable(
      Closed(
        {
          name: said(200, 'Bank', 'Banque de France'),
          iban: said(42, 'IBAN, with or without spaces', 'FR76 3000 1007 9412 3456 7890 185'),
          bic: said(11, 'BIC', 'BDFEFRPP'),
        },
        { description: 'Where its money goes' },
      ),
    ),
  ),
  email: Type.Optional(
    Nullable(Type.String({ format: 'idn-email', maxLength: 254, description: 'For questions', examples: ['billing@lovelace.example'] })),
  ),
  phone: said(40, 'For questions', '+33 1 42 92 42 92'),
  footer: said(500, 'At the foot of each page', 'Share capital 10,000 EUR'),
})
/** Who sells. */
export type Seller = Static<typeof Seller>

/** What an organization can book; quotas follow from it. */
export const plans = ['unlimited', 'free', 'starter', 'growth', 'scale', 'scale_automation'] as const
/** Who must have a second factor to sign in. */
export const factorDemands = ['optional', 'administrators', 'everybody'] as const
/** Administrators also manage users, teams and keys, and see all records. */
export const roles = ['admin', 'member'] as const

const stamps = {
  created_at: readOnly(timestamp('When it was made')),
  updated_at: readOnly(timestamp('When it was changed last')),
  version: readOnly(integer({ description: 'Bumps on each write; for `If-Match`' })),
}

/** Fields of an organization; all reports use its `currency` and `timezone`. */
export const organizationFields = {
  ...ownFields,
  name: text({ min: 1, description: 'Name of the organization', example: 'Lovelace Ltd' }),
  plan: readOnly(defaulted(choice(plans, 'What it may use'), 'unlimited')),
  currency: defaulted(currency(), 'EUR'),
  locale: defaulted(text({ max: 35, description: 'BCP 47' }), 'en'),
  timezone: defaulted(text({ max: 64, description: 'IANA time zone' }), 'UTC'),
  fiscal_year_start: defaulted(
    integer({ minimum: 1, maximum: 12, description: 'Month in which the fiscal year begins, and its quarters with it' }),
    1,
  ),
  business_hours: defaulted(json(Type.Array(BusinessHours, { maxItems: 28, description: 'Local time; empty = always' })), []),
  holidays: defaulted(
    json(
      Type.Array(Type.String({ format: 'date', examples: ['2026-12-25'] }), {
        maxItems: 500,
        uniqueItems: true,
        description: 'Days that are no business days, beside Saturdays and Sundays',
      }),
    ),
    [],
  ),
  catalog_events: optional(boolean('Whether changes of products and price rules are events; null = no')),
  second_factor: defaulted(
    choice(factorDemands, {
      description:
        'Who must have a second factor (an authenticator app or a passkey) before they are let in: nobody (`optional`), `administrators` or `everybody`; API keys and tokens of an identity provider outside are not concerned',
    }),
    'optional',
  ),
  seller: optional(json(Seller, 'Who sells, as the PDFs of documents say it; replaced as a whole')),
  /** Since when its keys, sessions and pages are refused, and its background work waits; null = it works. */
  suspended_at: hidden(optional(timestamp())),
  ...stamps,
}
const organization = entity('Organization', 'organizations', organizationFields, { global: [['user_from']], privacy: 'kept' })

/** A workspace; its identifier is `user_from` on every other row. */
export class Organization extends organization.class {}
organization.setClass(Organization)

/** Fields of a user; `email` is the identity by which records name an owner, so it never changes. */
export const userFields = {
  ...ownFields,
  email: createOnly(email({ description: 'Address with which the user signs in', example: 'grace@lovelace.example' })),
  name: optional(text({ max: 200, description: 'Name of the user', example: 'Grace Hopper' })),
  role: defaulted(choice(roles, 'What the user may do; administrators also manage users and keys'), 'member'),
  visibility: defaulted(
    choice(visibilities, {
      description: 'Whose records the user sees: `own`, those of the `team`, or `all`; of administrators always `all`',
    }),
    'all',
  ),
  team_id: optional(uuid('Team of the user')),
  active: defaulted(boolean({ description: 'Only active users can sign in and their keys work' }), true),
  timezone: optional(text({ max: 64, description: 'IANA time zone; null = that of the organization' })),
  language: optional(text({ max: 35, description: 'BCP 47; null = that of the organization' })),
  /** The account with which the user signs in; set when they accept the invitation of this organization. */
  account_id: hidden(optional(uuid())),
  /** When an administrator has signed the user out: whoever has not proved who they are since then is asked again before they are let in. */
  signed_out_at: hidden(optional(timestamp())),
  ...stamps,
}
const user = entity('User', 'users', userFields, {
  uniques: [['email']],
  indexes: [['created_at', 'id'], ['team_id']],
  global: [['account_id', 'id']],
  privacy: 'kept',
  teammates: true,
})

/**
 * A teammate with a unique e-mail in the organization. Users who leave are deactivated and not deleted, because records name
 * their owner.
 */
export class User extends user.class {}
user.setClass(User)

/** Fields of a team; its members are the users whose `team_id` it is. */
export const teamFields = {
  ...ownFields,
  name: text({ min: 1, max: 200, description: 'Name of the team', example: 'Sales North' }),
  manager_id: optional(uuid('User who leads the team')),
  created_by: readOnly(text('E-mail address of the user who made it')),
  ...stamps,
}
const team = entity('Team', 'teams', teamFields, { uniques: [['name']], indexes: [['created_at', 'id']], privacy: 'kept' })

/** A team; members with the visibility `team` see the records of one another. */
export class Team extends team.class {}
team.setClass(Team)

/** Fields of an API key. */
export const apiKeyFields = {
  ...ownFields,
  user_id: { ...createOnly(uuid('The teammate as whom the key acts; the user who adds it unless given')), optional: true as const },
  name: text({ min: 1, description: 'What the key is for', example: 'ERP sync' }),
  prefix: readOnly(text({ description: 'First characters of the key, to tell keys apart' })),
  previous_until: readOnly(optional(timestamp({ description: 'Until then the key before the last rotation works, too' }))),
  scopes: json(Type.Array(OneOf(scopes), { maxItems: scopes.length, uniqueItems: true }), 'What the key may do'),
  widget: createOnly(defaulted(boolean({ description: 'For public forms and tracking only; such a key has no scopes' }), false)),
  administration: defaulted(
    boolean({
      description:
        'Whether it may administrate, if its user may: users, teams, keys, the organization; only a key that may or a session gives it',
    }),
    false,
  ),
  expires_at: optional(timestamp('When it stops working; null = never; unless given, when the key that makes it does')),
  allowed_ips: defaulted(
    json(
      Texts({
        description: 'Addresses and CIDR blocks from which it works; empty = any; unless given, those of the key that makes it',
      }),
    ),
    [],
  ),
  allowed_origins: optional(
    json(
      Type.Array(
        Type.String({
          maxLength: 300,
          pattern: '^https?://[A-Za-z0-9.:\\[\\]-]+$',
          description: 'Scheme, host and port',
          examples: ['https://www.lovelace.example'],
        }),
        { maxItems: 100, uniqueItems: true },
      ),
      'Sites whose pages may use it, for widget-only keys; null or empty = any',
    ),
  ),
  revoked_at: readOnly(optional(timestamp('When it was revoked'))),
  last_used_at: readOnly(optional(timestamp('When it was used last'))),
  created_by: readOnly(text('E-mail address of the user who made it')),
  ...stamps,
}
const apiKey = entity('ApiKey', 'api_keys', apiKeyFields, { indexes: [['created_at', 'id']], privacy: 'kept' })

/** An API key without its secret. */
export class ApiKey extends apiKey.class {}
apiKey.setClass(ApiKey)

const secret = entity(
  'ApiKeySecret',
  'api_key_secrets',
  {
    ...ownFields,
    api_key_id: readOnly(uuid()),
    hash: hidden(text()),
    /** End of the grace period after a rotation; null for the current secret. */
    until: readOnly(optional(timestamp())),
  },
  { global: [['hash']], indexes: [['api_key_id']], privacy: 'kept' },
)

/** The hash of the current secret of a key, or of an earlier one; all are kept, so that none can be used again. */
export class ApiKeySecret extends secret.class {}
secret.setClass(ApiKeySecret)

/** Fields of a line of the log of calls. */
export const apiCallFields = {
  ...ownFields,
  api_key_id: readOnly(optional(uuid('The key that made the call; null for a user of the embedding app'))),
  user_email: readOnly(text('The user as whom the call was made')),
  operation: readOnly(text({ description: 'operationId' })),
  method: readOnly(text('HTTP method')),
  path: readOnly(text({ description: 'As declared, with the names of its parameters' })),
  status: readOnly(integer({ description: 'HTTP status, for every transport' })),
  code: readOnly(optional(text({ description: 'Error code' }))),
  duration_ms: readOnly(integer('Milliseconds that it took')),
  request_id: readOnly(optional(text('As the answer showed it'))),
  created_at: readOnly(timestamp('When it was made')),
}
const apiCall = entity('ApiCall', 'api_calls', apiCallFields, {
  indexes: [
    ['created_at', 'id'],
    ['api_key_id', 'created_at'],
  ],
})

/** One call, with the key that made it. Written after the call by `CallLog`, kept for 90 days. */
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
  { key: ['key'], privacy: 'kept' },
)

/** Calls of one key in its running minute. */
export class RateWindow extends window.class {}
window.setClass(RateWindow)

const generation = entity(
  'AccessGenerationRow',
  'access_generation',
  { name: readOnly(text()), number: readOnly(bigInteger()) },
  { key: ['name'], privacy: 'kept' },
)

/** The one row that counts the changes of keys, users and teams of all organizations. */
export class AccessGenerationRow extends generation.class {}
generation.setClass(AccessGenerationRow)

const usage = entity(
  'QuotaUsage',
  'quota_usage',
  {
    user_from: readOnly(text()),
    period: readOnly(text()),
    calls: readOnly(integer()),
  },
  { key: ['user_from', 'period'], privacy: 'kept' },
)

/** Calls of one organization in one day or month. */
export class QuotaUsage extends usage.class {}
usage.setClass(QuotaUsage)
