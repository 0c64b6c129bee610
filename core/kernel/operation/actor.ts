import type { Audience } from './audience.ts'

/** All scopes that an API key can have. */
export const scopes = ['read', 'write', 'delete', 'webhooks', 'mcp'] as const

/** One scope of an API key: a kind of call that it allows. */
export type Scope = (typeof scopes)[number]

/** What a teammate may do in the organization: an `admin` manages its keys, too. */
export type Role = 'admin' | 'member'

/** Whose records a teammate sees: their own, those of their team, or all. */
export const visibilities = ['own', 'team', 'all'] as const
/** Whose records a teammate sees. */
export type Visibility = (typeof visibilities)[number]

/** By what the actor came in; written on events, history and audit. */
export interface Via {
  /** What kind of thing it is. */
  readonly type: 'user' | 'api_key' | 'grant' | 'workflow' | 'sync' | 'form' | 'plugin' | 'system'
  /** Of the key, the run, ...: what it is found by. */
  readonly id: string
  /** Its name, as people know it. */
  readonly label: string
}

/** What was asked for: the operation, and the id by which the log of calls and the answer name this one call of it. */
export interface CallReference {
  readonly operation: string
  readonly request_id: string | null
}

/** Where a request comes from; a transport passes it even if it does not know the address. */
export interface RequestOrigin {
  /** IPv4 or IPv6 address; if it is undefined, no key with `allowed_ips` works. */
  readonly ip: string | undefined
  /** Site of the page that makes the request (`Origin`); undefined or null for programs, for which no key with `allowed_origins` works. */
  readonly site?: string | null | undefined
  /** What is asked: no access token of sign-in opens anything else than what it was given out for, and none works without this. */
  readonly audience?: Audience | undefined
}

/** What an access token of an identity provider outside says, once its signature, its times and its audience have been verified. */
export interface VerifiedToken {
  /** Who gave it out, and whom it names there: for logs. */
  readonly issuer: string
  /** Whom it names there. */
  readonly subject: string
  /** The organization whose user it is. */
  readonly organization: string
  /** Address of the user; the provider vouches for it. */
  readonly email: string
  /** What it opens. */
  readonly audiences: readonly Audience[]
  /** What its bearer may do; never more than the user may. */
  readonly scopes: ReadonlySet<Scope>
  /** Whether an administrator may administrate with it. */
  readonly administration: boolean
  /** When it stops working. */
  readonly ends: Date
}

/** The key or access token by which an actor was found: its limits, which keys that the actor makes cannot exceed, and by what it is looked up again. */
export interface Credential {
  /** Id of the stored secret or of the stored token, or the hash of a token from outside; not the secret itself. */
  readonly secret_id: string
  /** Whether it is an access token that was given out at sign-in. */
  readonly token?: true
  /** What an access token of an identity provider outside says. */
  readonly verified?: VerifiedToken
  /** Number of the access changes under which it was read. */
  readonly generation: number
  /** Number of the access changes that were stored when it was read: a write under another one is judged again before it commits. */
  readonly changes: number
  /** When it stops working: at the end of the key or of the grace period of a former secret; null = never. */
  readonly ends_at: Date | null
  /** CIDR blocks from which it works; empty = any. */
  readonly allowed_ips: readonly string[]
  /** Where the request came from; absent for a caller in this process, to whom `allowed_ips` does not apply. */
  readonly origin?: RequestOrigin | undefined
}

/** Who calls: always one user of exactly one organization. */
export interface Actor {
  /** Organization identifier, `user_from` on every record. */
  readonly organization: string
  /** E-mail of the user, `created_by` on records. */
  readonly user: string
  /** Id of the user (default: the e-mail). */
  readonly user_id?: string
  /** Default: `member`. */
  readonly role?: Role
  /** What the caller may do. */
  readonly scopes: ReadonlySet<Scope>
  /** By what the call came in (default: the user). */
  readonly via?: Via
  /** Whether an administrator may also administrate by this call: users, teams, keys, the organization (default: not with a key). */
  readonly administration?: boolean
  /** The key of the call; absent without one. */
  readonly credential?: Credential | undefined
  /** The call that it is done for, by jobs of it too; absent where the engine acts by itself. */
  readonly asked?: CallReference | undefined
  /** A key for public forms and tracking only. */
  readonly widget?: boolean
  /** Whose records the user sees; as their record of the organization says unless told. */
  readonly visibility?: Visibility | undefined
  /** E-mails of the owners whose records they are, in lower case; absent = all. */
  readonly sees?: readonly string[] | undefined
}

/** The user who acts, as the token by which services ask for it. */
export class CurrentActor implements Actor {
  readonly organization: string
  readonly user: string
  readonly user_id: string
  readonly role: Role
  readonly scopes: ReadonlySet<Scope>
  readonly via: Via
  readonly administration: boolean
  readonly credential: Credential | undefined
  readonly asked: CallReference | undefined
  readonly widget: boolean
  /** Undefined until it is known, at the latest when the call begins. */
  readonly visibility: Visibility | undefined
  /** E-mails of the owners whose records they see, in lower case; undefined = all. */
  readonly sees: readonly string[] | undefined

  constructor(actor: Actor) {
    this.organization = actor.organization
    this.user = actor.user
    this.user_id = actor.user_id ?? actor.user
    this.role = actor.role ?? 'member'
    this.scopes = actor.scopes
    this.via = actor.via ?? { type: 'user', id: this.user_id, label: actor.user }
    this.administration = actor.administration ?? this.via.type !== 'api_key'
    this.credential = actor.credential
    this.asked = actor.asked
    this.widget = actor.widget ?? false
    this.visibility = actor.visibility
    this.sees = actor.sees
  }

  /** The key, grant or user who calls, `api_key:<id>` or `user:<id>`: what belongs to one caller is kept under it. */
  get caller(): string {
    return `${this.via.type}:${this.via.id}`
  }

  /** `user`, `api_key:<id>`, `workflow:<run>`, `sync:<run>`: the field `created_via` of records. */
  get createdVia(): string {
    return this.via.type === 'user' ? 'user' : `${this.via.type}:${this.via.id}`
  }
}
