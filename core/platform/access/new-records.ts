import { type Role, type Scope, scopes as allScopes } from '../../kernel/operation/actor.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { email as emailField, type RecordOf } from '../../kernel/operation/fields.ts'
import { faultsOf } from '../../kernel/operation/validate.ts'
import type { Ids } from '../../kernel/ports/ids.ts'
import type { Random } from '../../kernel/ports/random.ts'
import { parseAddresses } from './allowed-addresses.ts'
import type { ApiKey, ApiKeySecret, Organization, User } from './entity.ts'
import { generateKey, hashKey, prefixOf } from './key.ts'

/** Rows as they are stored, by field. */
export type KeyRecord = RecordOf<typeof ApiKey.fields>
export type SecretRecord = RecordOf<typeof ApiKeySecret.fields>
export type OrganizationRecord = RecordOf<typeof Organization.fields>
export type UserRecord = RecordOf<typeof User.fields>

/** What new rows are made of. */
export interface Parts {
  readonly ids: Ids
  readonly random: Random
  readonly now: Date
}

/** What a new API key may do, from where and until when (contract section 5). */
export interface KeyOptions {
  /** What the key is for; not blank. */
  readonly name: string
  /** At least one, except for a widget-only key. */
  readonly scopes: readonly Scope[]
  /** For public forms and tracking only (contract 5.4); such a key has no scopes. */
  readonly widget?: boolean
  /** When it stops to work; null = never. */
  readonly expires_at?: Date | null
  /** Addresses and CIDR blocks; empty = any. */
  readonly allowed_ips?: readonly string[]
}

/**
 * A new key that acts as `user`; `secret` is the only place where it can be read. Throws `invalid_input` for scopes that do not exist
 * or do not fit, a blank name, an expiry that has passed, and addresses that are none.
 */
export function newKey(
  parts: Parts,
  user: Pick<UserRecord, 'id' | 'user_from' | 'email'>,
  { name, scopes, widget = false, expires_at = null, allowed_ips = [] }: KeyOptions,
  secret: string = generateKey(parts.random),
): { secret: string; key: KeyRecord; hashed: SecretRecord } {
  const unknown = scopes.find((scope) => !allScopes.includes(scope))
  if (unknown !== undefined) throw invalid('/scopes', 'not_allowed', `There is no scope ${unknown}`, allScopes)
  if (!name.trim()) throw invalid('/name', 'required', 'A key needs a name')
  if (widget && scopes.length > 0) throw invalid('/scopes', 'not_allowed', 'A widget-only key has no scopes')
  if (!widget && scopes.length === 0) throw invalid('/scopes', 'required', 'A key needs at least one scope')
  if (expires_at && expires_at <= parts.now) throw invalid('/expires_at', 'too_small', 'The time has passed already')
  const key = {
    id: parts.ids.next(),
    user_from: user.user_from,
    user_id: user.id,
    name,
    prefix: prefixOf(secret),
    previous_until: null,
    scopes: [...scopes],
    widget,
    expires_at,
    allowed_ips: parseAddresses(allowed_ips),
    revoked_at: null,
    last_used_at: null,
    created_by: user.email,
    ...stamped(parts),
  }
  return { secret, key, hashed: newSecret(parts, key, secret) }
}

/** The row by which the key is found; an earlier one keeps its own, until its grace ends. */
export function newSecret({ ids }: Parts, { id, user_from }: Pick<KeyRecord, 'id' | 'user_from'>, secret: string): SecretRecord {
  return { id: ids.next(), user_from, api_key_id: id, hash: hashKey(secret), until: null }
}

/** A new active user who sees all records; throws `invalid_input` for an e-mail that is none. */
export function newUser(
  parts: Parts,
  { organization, email, name = null, role = 'member' }: { organization: string; email: string; name?: string | null; role?: Role },
): UserRecord {
  const address = email.trim().toLowerCase()
  // `admin@localhost` is the user of a first start; a domain without a dot is no e-mail to the schema.
  if (address !== firstAdministrator && faultsOf(emailField().schema, address).length > 0)
    throw invalid('/email', 'invalid_format', `${email} is not a valid e-mail`)
  return { id: parts.ids.next(), user_from: organization, email: address, name, role, active: true, ...defaults, ...stamped(parts) }
}

/** A new organisation: its identifier is its name, EUR and UTC count, until somebody says otherwise. */
export function newOrganization(
  parts: Parts,
  user_from: string,
  values: Partial<Pick<OrganizationRecord, 'name' | 'plan' | 'currency' | 'locale' | 'timezone'>> = {},
): OrganizationRecord {
  const { name = user_from, plan = 'unlimited', currency = 'EUR', locale = 'en', timezone = 'UTC' } = values
  const defaults = { fiscal_year_start: 1, business_hours: [] }
  return { id: parts.ids.next(), user_from, name, plan, currency, locale, timezone, ...defaults, ...stamped(parts) }
}

// Of a new user; null = that of the organisation.
const defaults = { visibility: 'all' as const, team_id: null, timezone: null, language: null }

/** Whom a first start makes administrator. */
export const firstAdministrator = 'admin@localhost'

function stamped({ now }: Parts) {
  return { created_at: now, updated_at: now, version: 1 }
}
