import { createHmac, timingSafeEqual } from 'node:crypto'
import type { InboundWebhook } from './entity.ts'

type Headers = Readonly<Record<string, string>>
type Digest = (key: Buffer | string, ...parts: readonly (string | Uint8Array)[]) => Buffer

/** Whether one of the secrets has signed these bytes, in time. Every secret is tried, whatever the first says. */
export function isSigned(
  { signature }: Pick<InboundWebhook, 'signature'>,
  secrets: readonly string[],
  { headers, body, now }: { readonly headers: Headers; readonly body: Uint8Array; readonly now: Date },
): boolean {
  const { scheme, header = 'x-signature', prefix = '', encoding = 'hex', timestamp_header, tolerance = 300 } = signature
  if (scheme === 'none') return true
  const isTimely = (seconds: string | undefined) =>
    seconds !== undefined && /^\d{1,12}$/.test(seconds) && Math.abs(now.getTime() / 1000 - Number(seconds)) <= tolerance
  const matches = (given: readonly Buffer[], wanted: (secret: string) => Buffer) =>
    secrets.map((secret) => given.map((each) => isSame(each, wanted(secret))).includes(true)).includes(true)
  if (scheme === 'stripe') {
    const parts = (headers['stripe-signature'] ?? '')
      .slice(0, 2000)
      .split(',')
      .map((each) => each.trim().split('='))
    const time = parts.find(([name]) => name === 't')?.[1]
    const given = parts
      .filter(([name]) => name === 'v1')
      .slice(0, 10)
      .map(([, value = '']) => digestOf(value, 'hex'))
    return matches(given, (secret) => hmac(secret, `${time}.`, body)) && isTimely(time)
  }
  if (scheme === 'standard_webhooks') {
    const [id = '', time] = [headers['webhook-id'], headers['webhook-timestamp']]
    const given = (headers['webhook-signature'] ?? '').slice(0, 4000).split(' ').slice(0, 10)
    const values = given.filter((each) => each.startsWith('v1,')).map((each) => digestOf(each.slice(3), 'base64'))
    return matches(values, (secret) => hmac(standardKey(secret), `${id}.${time}.`, body)) && isTimely(time) && id !== ''
  }
  const sent = headers[header.toLowerCase()]
  const time = timestamp_header === undefined ? undefined : headers[timestamp_header.toLowerCase()]
  if (sent === undefined || !sent.startsWith(prefix)) return false
  const given = digestOf(sent.slice(prefix.length).trim(), encoding)
  const signed = timestamp_header === undefined ? [body] : [`${time}.`, body]
  return matches([given], (secret) => hmac(secret, ...signed)) && (timestamp_header === undefined || isTimely(time))
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSameText(given: string, wanted: string): boolean {
  return isSame(hmac('compare', given), hmac('compare', wanted))
}

const hmac: Digest = (key, ...parts) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}

// Node reads what it understands of a text and forgets the rest, so that one signature would have any number of spellings.
function digestOf(text: string, encoding: 'hex' | 'base64'): Buffer {
  return Buffer.from(written[encoding].test(text) ? text : '', encoding)
}
const written = { hex: /^[0-9a-f]{64}$/i, base64: /^[\w+/-]{43}=?$/ }

function standardKey(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
}

function isSame(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
