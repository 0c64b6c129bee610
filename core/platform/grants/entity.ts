import { Type } from '@sinclair/typebox'
import { scopes } from '../../kernel/operation/actor.ts'
import { audiences } from '../../kernel/operation/audience.ts'
import { boolean, choice, hidden, json, longText, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { OneOf } from '../../kernel/operation/schema/schema.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** Fields of a grant: what a user has allowed a program to do as them. */
export const grantFields = {
  ...ownFields,
  user_id: readOnly(uuid('The user as whom the program acts')),
  account_id: hidden(text()),
  client: readOnly(text({ max: 200, description: 'Name that the program gives itself', example: 'Sales assistant' })),
  client_host: readOnly(optional(text({ max: 255, description: 'Host that vouches for the program; null = nobody does' }))),
  scopes: readOnly(json(Type.Array(OneOf(scopes), { maxItems: scopes.length, uniqueItems: true }), 'What the program may do')),
  audience: readOnly(choice(audiences, 'What its tokens open: the `tools` of MCP or the REST `api`')),
  administration: readOnly(boolean('Whether it may administrate as well, as long as the user is an administrator')),
  created_at: readOnly(timestamp('When the user allowed it')),
  last_used_at: readOnly(optional(timestamp('When it last got a token, which works for an hour'))),
  ended_at: readOnly(optional(timestamp('When it was ended; null = it is live'))),
  /** By which the artifacts of the authorization server name it. */
  key: hidden(text()),
}
const grant = entity('SignInGrant', 'sign_in_grants', grantFields, {
  global: [['key']],
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['created_at', 'id'],
  ],
  privacy: 'kept',
})

/** What a user has allowed a program to do as them; it ends for good. */
export class SignInGrant extends grant.class {}
grant.setClass(SignInGrant)

/** Fields of an artifact of the authorization server. */
export const artifactFields = {
  /** Hash of its kind and its id, which may be a token. */
  key: hidden(text()),
  model: hidden(text()),
  /** JSON without the id. */
  content: hidden(longText()),
  /** Of the grant to which it belongs, as `SignInGrant.key`. */
  grant_key: hidden(optional(text())),
  /** Hash of the name of a session that does not change with its id. */
  session_key: hidden(optional(text())),
  account_id: hidden(optional(text())),
  consumed_at: hidden(optional(timestamp())),
  created_at: hidden(timestamp()),
  expires_at: hidden(timestamp()),
}
const artifact = entity('SignInArtifact', 'sign_in_artifacts', artifactFields, {
  key: ['key'],
  // With the key at the end, each is unique and serves as an index across organizations.
  global: [
    ['grant_key', 'key'],
    ['session_key', 'key'],
    ['account_id', 'key'],
    ['expires_at', 'key'],
  ],
  privacy: 'kept',
})

/** What the authorization server remembers: codes, tokens, sessions, registered clients. Belongs to no organization. */
export class SignInArtifact extends artifact.class {}
artifact.setClass(SignInArtifact)

const secret = entity(
  'SignInSecret',
  'sign_in_secrets',
  { name: readOnly(text()), secret: hidden(text()), created_at: readOnly(timestamp()) },
  { key: ['name'], privacy: 'kept' },
)

/** The secret of the installation from which the keys of the authorization server are derived. */
export class SignInSecret extends secret.class {}
secret.setClass(SignInSecret)
