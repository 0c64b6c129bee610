import { createHash, randomBytes } from 'node:crypto'

export const REDIRECT = 'http://127.0.0.1:45678/callback'

/** Everything that the token endpoint may answer. */
export interface Tokens {
  readonly status: number
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
  readonly error?: string
}

/** A program that signs in by hand, so that a test may do each step wrong. */
export class Program {
  readonly site: string
  readonly verifier = randomBytes(32).toString('base64url')
  clientId = ''

  constructor(site: string) {
    this.site = site
  }

  async register(metadata: Record<string, unknown> = {}): Promise<{ status: number; json: Record<string, any> }> {
    const body = {
      client_name: 'Test program',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }
    const response = await fetch(`${this.site}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const json = (await response.json()) as Record<string, any>
    this.clientId = json['client_id'] ?? ''
    return { status: response.status, json }
  }

  /** The address that it opens in a browser; `null` leaves a parameter out. */
  address(changes: Readonly<Record<string, string | null>> = {}): URL {
    const url = new URL(`${this.site}/oauth/authorize`)
    const challenge = createHash('sha256').update(this.verifier).digest('base64url')
    const usual = { response_type: 'code', client_id: this.clientId, redirect_uri: REDIRECT, scope: 'mcp read write', state: 'here' }
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256', resource: `${this.site}/mcp` }
    for (const [name, value] of Object.entries({ ...usual, ...pkce, ...changes })) if (value !== null) url.searchParams.set(name, value)
    return url
  }

  async exchange(code: string, changes: Record<string, string> = {}): Promise<Tokens> {
    return await this.token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: this.verifier, ...changes })
  }

  async refresh(refresh_token: string, changes: Record<string, string> = {}): Promise<Tokens> {
    return await this.token({ grant_type: 'refresh_token', refresh_token, ...changes })
  }

  async token(fields: Record<string, string>): Promise<Tokens> {
    const response = await this.post('/oauth/token', fields)
    return { status: response.status, ...((await response.json()) as object) } as Tokens
  }

  async revoke(token: string): Promise<number> {
    return (await this.post('/oauth/revoke', { token })).status
  }

  async post(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ client_id: this.clientId, ...fields }).toString()
    return await fetch(`${this.site}${path}`, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
  }
}

/** Calls a tool with a token, as the revision of sessions without one does. */
export async function callTool(site: string, token: string, name = 'get_me', args: object = {}): Promise<Response> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  return await fetch(`${site}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify(message),
  })
}

/** Reads who a token acts as over REST. */
export async function getMe(site: string, token: string): Promise<Response> {
  return await fetch(`${site}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })
}
