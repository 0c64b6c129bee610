import type { IncomingHttpHeaders } from 'node:http'
import { verify } from 'rapport-crm'

/** What a listener says of one delivery. */
export interface HeardDelivery {
  readonly at: string
  readonly type: string
  readonly id: string
  readonly attempt: number | null
  readonly verified: boolean
  /** Why it is not verified; null if it is. */
  readonly reason: string | null
  readonly body: unknown
}

const STANDARD = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** Judges a delivery by its Standard Webhooks signature. */
export function heard(headers: IncomingHttpHeaders, raw: Buffer, secret: string, now: Date): HeardDelivery {
  const reason = faultOf(headers, raw, secret, now)
  const body = parsed(raw)
  const { type } = typeof body === 'object' && body !== null ? (body as { readonly type?: unknown }) : {}
  return {
    at: now.toISOString(),
    type: word(type),
    id: word(headers['webhook-id']),
    attempt: Number(headers['x-service-attempt']) || null,
    verified: reason === null,
    reason,
    body,
  }
}

/** One line: time, type, id, and whether it is verified or why not. */
export function lineOf({ at, type, id, attempt, reason, body }: HeardDelivery): string {
  const isTest = typeof body === 'object' && body !== null && (body as { readonly test?: unknown }).test === true
  const notes = [...(attempt !== null && attempt > 1 ? [`attempt ${attempt}`] : []), ...(isTest ? ['test'] : [])]
  return [at, type.padEnd(24), id.padEnd(12), reason === null ? 'verified' : `NOT VERIFIED: ${reason}`, ...notes].join('  ')
}

function faultOf(headers: IncomingHttpHeaders, body: Buffer, secret: string, now: Date): string | null {
  const missing = STANDARD.filter((name) => !headers[name])
  if (missing.length > 0) return `without ${missing.join(', ')}`
  // The signature of the older headers shall not stand in for this one.
  const delivery = { headers: Object.fromEntries(STANDARD.map((name) => [name, headers[name]])), body, secret, now }
  if (verify(delivery)) return null
  if (!verify({ ...delivery, tolerance: Number.POSITIVE_INFINITY })) return 'the signature is of another secret or another body'
  const seconds = Math.round(now.getTime() / 1000 - Number(headers['webhook-timestamp']))
  return `signed ${Math.abs(seconds)} s ${seconds < 0 ? 'ahead' : 'ago'}, more than 300 s: check the clocks`
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

// Whoever reaches the port chooses these texts: none may steer the terminal.
function word(value: unknown): string {
  return typeof value === 'string' ? value.replace(/[^\x21-\x7e]/g, '?').slice(0, 100) : '?'
}
