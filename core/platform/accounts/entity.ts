import { Type } from '@sinclair/typebox'
import {
  bigInteger,
  boolean,
  hidden,
  integer,
  json,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

const account = entity(
  'Account',
  'accounts',
  {
    id: readOnly(uuid()),
    /** In lower case; not unique, because an organization can invite an address that is that of an account of another one. */
    email: readOnly(text()),
    password_hash: hidden(text()),
    /** Sealed; null without a second factor. */
    totp_secret: hidden(optional(text())),
    /** Sealed; what is being set up and not confirmed yet. */
    totp_pending: hidden(optional(text())),
    /** Number of the last 30 seconds whose code was used: none is taken twice. */
    totp_step: hidden(optional(bigInteger())),
    /** SHA-256 of codes that stand for the second factor, each of them once. */
    recovery_hashes: hidden(json(Type.Array(Type.String()))),
    /** When the person proved by mail that the address is theirs. */
    proven_at: readOnly(optional(timestamp())),
    /** When password or second factor changed last: sessions that began before have ended. */
    credentials_changed_at: readOnly(timestamp()),
    created_at: readOnly(timestamp()),
  },
  { global: [['email', 'id']], privacy: 'kept' },
)

/** A person who signs in; belongs to no organization, but users of organizations belong to it (`users.account_id`). */
export class Account extends account.class {}
account.setClass(Account)

const invitation = entity(
  'Invitation',
  'invitations',
  {
    ...ownFields,
    user_id: readOnly(uuid('The teammate who is invited')),
    hash: hidden(text()),
    created_by: readOnly(text('E-mail address of the user who made it')),
    created_at: readOnly(timestamp('When it was made')),
    expires_at: readOnly(timestamp('Until when it can be accepted')),
  },
  { uniques: [['user_id']], global: [['hash']], privacy: 'kept' },
)

/** What a teammate sets a password with, once; of its token only the hash. */
export class Invitation extends invitation.class {}
invitation.setClass(Invitation)

const reset = entity(
  'PasswordReset',
  'password_resets',
  {
    hash: hidden(text()),
    email: readOnly(text()),
    expires_at: readOnly(timestamp()),
  },
  { key: ['hash'], global: [['email', 'hash']], privacy: 'kept' },
)

/** What a new password is set with by the owner of an address, once; of its token only the hash. */
export class PasswordReset extends reset.class {}
reset.setClass(PasswordReset)

const attempts = entity(
  'SignInAttempt',
  'sign_in_attempts',
  {
    /** Hash of an address of the network, with or without that of an account. */
    key: readOnly(text()),
    failures: readOnly(integer()),
    /** When the next attempt may be made, the last was made, and until when the address is known to the account; in milliseconds since 1970. */
    next_at: readOnly(bigInteger()),
    last_at: readOnly(bigInteger()),
    known_until: readOnly(bigInteger()),
  },
  { key: ['key'], privacy: 'kept' },
)

/** Attempts to sign in that have failed. */
export class SignInAttempt extends attempts.class {}
attempts.setClass(SignInAttempt)

const passkey = entity(
  'Passkey',
  'passkeys',
  {
    id: readOnly(uuid()),
    account_id: readOnly(uuid()),
    /** By which devices name it, in base64url. */
    credential_id: hidden(text()),
    /** What devices know the account by. */
    user_handle: hidden(text()),
    /** COSE, in base64url. */
    public_key: hidden(text()),
    /** How often the device has signed with it; zero where it does not count. */
    counter: hidden(bigInteger()),
    /** How browsers reach the device. */
    transports: hidden(json(Type.Array(Type.String()))),
    name: readOnly(text()),
    synced: readOnly(boolean()),
    created_at: readOnly(timestamp()),
    last_used_at: readOnly(optional(timestamp())),
  },
  { global: [['credential_id'], ['account_id', 'id']], privacy: 'kept' },
)

/** A key in a device of a person, which stands for password and second factor. */
export class Passkey extends passkey.class {}
passkey.setClass(Passkey)

const session = entity(
  'SignInSession',
  'sign_in_sessions',
  {
    id: readOnly(uuid()),
    account_id: readOnly(uuid()),
    /** Hash of the name by which the authorization server knows the session; null until the browser has come back with it. */
    session_key: hidden(optional(text())),
    /** How the person proved who they are: `pwd`, `otp`, `pop` (RFC 8176). */
    methods: readOnly(json(Type.Array(Type.String()))),
    address: readOnly(optional(text())),
    browser: readOnly(optional(text())),
    signed_in_at: readOnly(timestamp()),
    /** When the person last proved who they are in it. */
    confirmed_at: readOnly(timestamp()),
    last_used_at: readOnly(timestamp()),
  },
  { global: [['session_key'], ['account_id', 'id'], ['last_used_at', 'id']], privacy: 'kept' },
)

/** A browser in which a person is signed in; the row is the session, which ends with it. */
export class SignInSession extends session.class {}
session.setClass(SignInSession)
