import { type Role, type Scope, scopes as allScopes } from '../../kernel/operation/actor.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { email as emailField, type RecordOf } from '../../kernel/operation/schema/fields.ts'
import { faultsOf } from '../../kernel/operation/validate.ts'
import type { Ids } from '../../kernel/ports/ids.ts'
import type { Random } from '../../kernel/ports/random.ts'
import { parseAddresses } from './allowed-addresses.ts'
import { checkOrigins } from './allowed-origins.ts'
import type { ApiKey, ApiKeySecret, Organization, User } from './entity.ts'
import { generateKey, hashKey, prefixOf } from './key.ts'

// Characters of what was refused that its error shows.
const SHOWN = 100

/** A stored API key. */
export type KeyRecord = RecordOf<typeof ApiKey.fields>
/** A stored secret of an API key. */
export type SecretRecord = RecordOf<typeof ApiKeySecret.fields>
/** A stored organization. */
export type OrganizationRecord = RecordOf<typeof Organization.fields>
/** A stored user. */
export type UserRecord = RecordOf<typeof User.fields>

/** Where new rows get their ids, secrets and times. */
export interface Generators {
  readonly ids: Ids
  readonly random: Random
  readonly now: Date
}

/** What a new API key may do, from where and until when. */
export interface KeyOptions {
  /** What the key is for; not blank. */
  readonly name: string
  /** At least one, except for a widget key. */
  readonly scopes: readonly Scope[]
  /** For public forms and tracking only; such a key has no scopes. */
  readonly widget?: boolean
  /** Whether it may administrate, if its user is an administrator (default: false). */
  readonly administration?: boolean
  /** When it stops working; null = never. */
  readonly expires_at?: Date | null
  /** Addresses and CIDR blocks; empty = any. */
  readonly allowed_ips?: readonly string[]
  /** Sites whose pages may use a widget key; null or empty = any. */
  readonly allowed_origins?: readonly string[] | null
}

/**
 * A new key that acts as `user`; only `secret` of the result holds the key itself. Throws `invalid_input` for unknown or unsuitable
 * scopes, a blank name, an expiry in the past, and malformed addresses.
 */
export function newKey(
  generators: Generators,
  user: Pick<UserRecord, 'id' | 'user_from' | 'email'>,
  { name, scopes, widget = false, administration = false, expires_at = null, allowed_ips = [], allowed_origins = null }: KeyOptions,
  secret: string = generateKey(generators.random),
): { secret: string; key: KeyRecord; hashed: SecretRecord } {
  const unknown = scopes.find((scope) => !allScopes.includes(scope))
  if (unknown !== undefined) throw invalid('/scopes', 'not_allowed', `Unknown scope "${unknown}"`, allScopes)
  if (!name.trim()) throw invalid('/name', 'required', 'A key needs a name')
  if (widget && scopes.length > 0) throw invalid('/scopes', 'not_allowed', 'A widget-only key has no scopes')
  if (widget && administration) throw invalid('/administration', 'not_allowed', 'A widget-only key cannot administrate')
  if (!widget && scopes.length === 0) throw invalid('/scopes', 'required', 'A key needs at least one scope')
  if (expires_at && expires_at <= generators.now) throw invalid('/expires_at', 'too_small', 'The time has already passed')
  const key = {
    id: generators.ids.next(),
    user_from: user.user_from,
    user_id: user.id,
    name,
    prefix: prefixOf(secret),
    previous_until: null,
    scopes: [...scopes],
    widget,
    administration,
    expires_at,
    allowed_ips: parseAddresses(allowed_ips),
    allowed_origins: checkOrigins(allowed_origins, widget),
    revoked_at: null,
    last_used_at: null,
    created_by: user.email,
    ...stamped(generators),
  }
  return { secret, key, hashed: newSecret(generators, key, secret) }
}

/** The row by which a key is found at sign-in; earlier secrets keep their rows until their grace period ends. */
export function newSecret({ ids }: Generators, { id, user_from }: Pick<KeyRecord, 'id' | 'user_from'>, secret: string): SecretRecord {
  return { id: ids.next(), user_from, api_key_id: id, hash: hashKey(secret), until: null }
}

/** A new active user who sees all records; throws `invalid_input` for a malformed e-mail. */
export function newUser(
  generators: Generators,
  { organization, email, name = null, role = 'member' }: { organization: string; email: string; name?: string | null; role?: Role },
  field = '/email',
): UserRecord {
  const address = email.trim().toLowerCase()
  // `admin@localhost` is the user of a first start; the schema refuses a domain without a dot.
  if (address !== firstAdministrator && faultsOf(emailField().schema, address).length > 0)
    throw invalid(field, 'invalid_format', `${email.slice(0, SHOWN)} is not a valid e-mail`)
  return {
    id: generators.ids.next(),
    user_from: organization,
    email: address,
    name,
    role,
    active: true,
    ...defaults,
    ...stamped(generators),
  }
}

/** A new organization; by default its name is its identifier, its currency EUR and its time zone UTC. */
export function newOrganization(
  generators: Generators,
  user_from: string,
  values: Partial<Pick<OrganizationRecord, 'name' | 'plan' | 'currency' | 'locale' | 'timezone'>> = {},
): OrganizationRecord {
  const { name = user_from, plan = 'unlimited', currency = 'EUR', locale = 'en', timezone = 'UTC' } = values
  const defaults = {
    fiscal_year_start: 1,
    business_hours: [],
    holidays: [],
    catalog_events: null,
    second_factor: 'optional' as const,
    seller: null,
    suspended_at: null,
  }
  return { id: generators.ids.next(), user_from, name, plan, currency, locale, timezone, ...defaults, ...stamped(generators) }
}

// Defaults of a new user; null = that of the organization.
const defaults = { visibility: 'all' as const, team_id: null, timezone: null, language: null, account_id: null, signed_out_at: null }

/** E-mail of the administrator that a first start adds. */
export const firstAdministrator = 'admin@localhost'

function stamped({ now }: Generators) {
  return { created_at: now, updated_at: now, version: 1 }
}
