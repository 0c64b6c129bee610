import { type Scope, scopes } from 'rapport-crm'
import * as v from 'valibot'

/** The identity provider that people sign in with instead of the host. */
export interface IdentityProviderConfig {
  readonly issuer: string
  /** Id of the one organization, or the claim that names it. */
  readonly organization: string | { readonly claim: string }
  readonly emailClaim: string
  /** What tokens are given out for; undefined: the public addresses of MCP and REST. */
  readonly toolsAudience: string | undefined
  readonly apiAudience: string | undefined
  /** What every token may do; undefined: what it names. */
  readonly scopes: readonly Scope[] | undefined
}

const Issuer = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (url) => URL.canParse(url) && /^https:\/\/[^@?#]+$/.test(url),
    'must be an https address without user, query and fragment, exactly as in the tokens (iss)',
  ),
)
const Text = v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]{1,500}$/, 'must have 1 to 500 characters of ASCII, without blanks'))
const Scopes = v.pipe(
  v.string(),
  v.transform((given) => given.split(',').flatMap((each) => each.trim() || [])),
  v.array(v.picklist(scopes, `must be of ${scopes.join(', ')}, comma separated`)),
)

/** The variables of the environment. */
export const identityVariables = {
  RAPPORT_OIDC_ISSUER: v.optional(Issuer),
  RAPPORT_OIDC_ORGANIZATION: v.optional(Text),
  RAPPORT_OIDC_ORGANIZATION_CLAIM: v.optional(Text),
  RAPPORT_OIDC_EMAIL_CLAIM: v.optional(Text, 'email'),
  RAPPORT_OIDC_TOOLS_AUDIENCE: v.optional(Text),
  RAPPORT_OIDC_API_AUDIENCE: v.optional(Text),
  RAPPORT_OIDC_SCOPES: v.optional(Scopes),
}

type Variables = v.InferOutput<v.ObjectSchema<typeof identityVariables, undefined>>

/** What stands in the environment; undefined where nobody signs in outside. */
export function readIdentityProvider(given: Variables): IdentityProviderConfig | undefined {
  const { RAPPORT_OIDC_ISSUER: issuer, RAPPORT_OIDC_ORGANIZATION: id, RAPPORT_OIDC_ORGANIZATION_CLAIM: claim } = given
  const organization = id ?? (claim === undefined ? undefined : { claim })
  if (issuer === undefined || organization === undefined) return undefined
  return {
    issuer,
    organization,
    emailClaim: given.RAPPORT_OIDC_EMAIL_CLAIM,
    toolsAudience: given.RAPPORT_OIDC_TOOLS_AUDIENCE,
    apiAudience: given.RAPPORT_OIDC_API_AUDIENCE,
    scopes: given.RAPPORT_OIDC_SCOPES,
  }
}

/** What is missing or contradicts: a provider without an organization would let nobody in, and one organization is either named or in the token. */
export function identityProblems(given: Readonly<Record<string, unknown>>): string[] {
  const named = Object.keys(identityVariables).filter((name) => name in given)
  if (named.length === 0) return []
  const problems: string[] = []
  if (!('RAPPORT_OIDC_ISSUER' in given)) problems.push(`RAPPORT_OIDC_ISSUER: must be set where ${named[0]} is`)
  const whose = ['RAPPORT_OIDC_ORGANIZATION', 'RAPPORT_OIDC_ORGANIZATION_CLAIM'].filter((name) => name in given)
  if (whose.length === 0) problems.push('RAPPORT_OIDC_ORGANIZATION: must be set, or RAPPORT_OIDC_ORGANIZATION_CLAIM')
  if (whose.length === 2) problems.push('RAPPORT_OIDC_ORGANIZATION: must not be set beside RAPPORT_OIDC_ORGANIZATION_CLAIM')
  const audiences = ['RAPPORT_OIDC_TOOLS_AUDIENCE', 'RAPPORT_OIDC_API_AUDIENCE']
  if (!('RAPPORT_PUBLIC_URL' in given) && !audiences.some((name) => name in given))
    problems.push('RAPPORT_PUBLIC_URL: must be set where RAPPORT_OIDC_ISSUER is: tokens are given out for addresses below it')
  return problems
}
