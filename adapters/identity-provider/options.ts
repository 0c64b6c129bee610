import { type Audience, Clock, Http, Logger, parseOptions, type Scope, scopes } from 'rapport-crm'
import * as v from 'valibot'

/** One identity provider, and what its tokens are worth here. */
export interface IdentityProviderOptions {
  /** Its name, exactly as in its tokens (`iss`): an https address. */
  readonly issuer: string
  /** What tokens must be given out for (`aud`), by what they open: usually the addresses of MCP and REST. What is left out is not opened. */
  readonly audiences: Readonly<Partial<Record<Audience, string>>>
  /** The organization (`user_from`) of all its users, or the claim that names it. */
  readonly organization: string | { readonly claim: string }
  /**
   * The claim with the address of the user (default: `email`, of which the provider must say `email_verified`). Of another claim, such as
   * `upn`, the provider must let nobody choose the value.
   */
  readonly email?: string
  /** What every token may do; without it, the scopes that the token names (`scope` or `scp`). */
  readonly scopes?: readonly Scope[]
  /** Whether administrators may administrate by it: users, keys, the organization (default: no). */
  readonly administration?: boolean
  /** Where its keys are (default: as its metadata say). */
  readonly keys?: string
  /** Calls the provider (default: public addresses by https only). */
  readonly http?: Http
  /** Tells whether a token has begun and ended (default: that of the machine). */
  readonly clock?: Clock
  /** Is told when the provider does not answer, and when it answers again (default: nobody is; the server has its log). */
  readonly logger?: Logger
}

/** The options with their defaults. */
export interface Options extends Required<Omit<IdentityProviderOptions, 'audiences' | 'scopes' | 'keys'>> {
  readonly audiences: Readonly<Partial<Record<Audience, string | undefined>>>
  readonly scopes?: readonly Scope[] | undefined
  readonly keys?: string | undefined
}

const Https = v.pipe(
  v.string('must be an https address'),
  v.check((url) => URL.canParse(url) && /^https:\/\/[^@?#]+$/.test(url), 'must be an https address without user, query and fragment'),
)
const Text = v.pipe(v.string('must be a text'), v.minLength(1, 'must not be empty'), v.maxLength(500, 'must have at most 500 characters'))

const Options = v.strictObject({
  issuer: Https,
  audiences: v.pipe(
    v.strictObject({ tools: v.optional(Text), api: v.optional(Text) }),
    v.check(({ tools, api }) => tools !== undefined || api !== undefined, 'must name what tokens are given out for: tools, api or both'),
    v.check(({ tools, api }) => tools !== api, 'must differ: a token for the tools is none for REST'),
  ),
  organization: v.union([Text, v.strictObject({ claim: Text })], 'must be the id of an organization or { claim }'),
  email: v.optional(Text, 'email'),
  scopes: v.optional(v.array(v.picklist(scopes, `must be of ${scopes.join(', ')}`))),
  administration: v.optional(v.boolean('must be true or false'), false),
  keys: v.optional(Https),
  http: v.optional(v.instance(Http, 'must be an Http'), () => new Http()),
  clock: v.optional(v.instance(Clock, 'must be a Clock'), () => new Clock()),
  logger: v.optional(v.instance(Logger, 'must be a Logger'), () => new Logger()),
})

/** Checks the options of one provider; throws `invalid_input` with each that is wrong. */
export const optionsOf = (given: IdentityProviderOptions): Options => parseOptions('identityProvider', Options, given)
