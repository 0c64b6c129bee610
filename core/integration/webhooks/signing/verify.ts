import { timingSafeEqual } from 'node:crypto'
import { Clock } from '../../../kernel/ports/clock.ts'
import { serviceSignature, standardSignature } from './signature.ts'

type HeaderValue = string | readonly string[] | undefined

/** A delivery as its receiver has it; several secrets while a rotation overlaps. */
export type Verifiable = {
  readonly headers: Headers | Readonly<Record<string, HeaderValue>>
  /** The body exactly as received, not parsed and written again. */
  readonly body: Uint8Array | string
  readonly secret: string | readonly string[]
  readonly now?: Date
  /** Seconds that the timestamp may be off, in either direction; default 300. */
  readonly tolerance?: number
}

/**
 * True if a webhook delivery is signed with one of the secrets and its timestamp is fresh; never throws, compares in constant time.
 */
export function verify({ headers, body, secret, now = new Clock().now(), tolerance = 300 }: Verifiable): boolean {
  const header = reader(headers)
  const secrets = typeof secret === 'string' ? [secret] : secret
  const fresh = (timestamp: string) => isFresh(timestamp, now, tolerance)
  const service = { timestamp: header('x-service-timestamp'), signature: header('x-service-signature') }
  const standard = { timestamp: header('webhook-timestamp'), signatures: header('webhook-signature').split(' ') }
  const id = header('webhook-id')
  return secrets.some((key) => {
    if (fresh(service.timestamp) && equal(service.signature, serviceSignature(key, Number(service.timestamp), body))) return true
    if (id === '' || !fresh(standard.timestamp)) return false
    const expected = standardSignature(key, id, Number(standard.timestamp), body)
    return standard.signatures.some((signature) => equal(signature, expected))
  })
}

function isFresh(timestamp: string, now: Date, tolerance: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= tolerance
}

function equal(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function reader(headers: Verifiable['headers']): (name: string) => string {
  // Repeated headers are joined as HTTP joins them, so that two signatures match nothing.
  if (headers instanceof Headers) return (name) => headers.get(name) ?? ''
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), text(value)]))
  return (name) => values.get(name) ?? ''
}

function text(value: HeaderValue): string {
  return typeof value === 'object' ? value.join(', ') : (value ?? '')
}
