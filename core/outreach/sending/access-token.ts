import { isObject } from '../../kernel/values/is-object.ts'
import type { Http } from '../../kernel/ports/http.ts'
import type { MailOAuth } from '../../kernel/ports/mailer.ts'
import { SmtpFailure } from './smtp-session.ts'

const EARLY_MS = 60_000
const MOST_KNOWN = 1_000
const known = new Map<string, { readonly token: string; readonly until: number }>()

/** An access token, fetched with the refresh token and kept until shortly before its end. Rejects with an `SmtpFailure`. */
export async function accessToken(http: Http, oauth: MailOAuth, now: Date): Promise<string> {
  const { client_id, client_secret, refresh_token, token_url } = oauth
  const key = JSON.stringify([token_url, client_id, refresh_token])
  const kept = known.get(key)
  if (kept && kept.until > now.getTime()) return kept.token
  const { status, body, response } = await http.send({
    url: token_url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id, client_secret, refresh_token }).toString(),
    bodyLimit: 65_536,
  })
  if (status !== 200)
    throw new SmtpFailure('auth', status >= 400 && status < 500 ? 535 : 0, status === 0 ? response : `No access token: ${status}`)
  const { access_token, expires_in } = parsed(body)
  if (typeof access_token !== 'string') throw new SmtpFailure('auth', 0, 'The answer has no access token')
  if (known.size >= MOST_KNOWN) known.clear()
  const seconds = typeof expires_in === 'number' ? expires_in : 300
  known.set(key, { token: access_token, until: now.getTime() + seconds * 1000 - EARLY_MS })
  return access_token
}

function parsed(body: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body ?? '')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
