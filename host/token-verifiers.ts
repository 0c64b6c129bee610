import { Http, type Logger, type TokenVerifier } from 'rapport-crm'
import { identityProvider } from 'rapport-crm/identity-provider'
import type { Config } from './config.ts'

/** The port that takes the tokens of the provider, and says in the log when it is away; none without one. */
export function verifiersOf({ identity, publicUrl, egressAllow, egressPorts, egressProxy }: Config, logger: Logger): TokenVerifier[] {
  if (!identity) return []
  const { issuer, organization, emailClaim, scopes: every } = identity
  const site = publicUrl?.replace(/\/+$/, '')
  const tools = identity.toolsAudience ?? (site && `${site}/mcp`)
  const api = identity.apiAudience ?? (site && `${site}/api/v1`)
  const http = new Http({ allow: egressAllow, ports: egressPorts, proxy: egressProxy })
  return [
    identityProvider({
      issuer,
      organization,
      email: emailClaim,
      audiences: { ...(tools && { tools }), ...(api && { api }) },
      ...(every && { scopes: every }),
      http,
      logger,
    }),
  ]
}
