import { createHmac, createSecretKey } from 'node:crypto'

/** One attempt as it goes over the wire; `id` is the `evt_...` id of the body, `timestamp` Unix seconds, `body` the exact bytes. */
export type Signable = {
  readonly id: string
  readonly type: string
  readonly attempt: number
  readonly timestamp: number
  readonly body: Uint8Array
}

/** Headers of a delivery: our own and those of Standard Webhooks; `previousSecret` signs too while a rotation overlaps. */
export function signedHeaders(message: Signable, secret: string, previousSecret?: string): Record<string, string> {
  const { id, type, attempt, timestamp, body } = message
  // X-Service-Signature has one value, so only webhook-signature, a list, can carry the signature by the old secret.
  const keys = previousSecret === undefined ? [secret] : [secret, previousSecret]
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0',
    'X-Service-Event': headerSafe(type),
    'X-Service-Delivery': headerSafe(id),
    'X-Service-Attempt': String(attempt),
    'X-Service-Timestamp': String(timestamp),
    'X-Service-Signature': serviceSignature(secret, timestamp, body),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': keys.map((key) => standardSignature(key, id, timestamp, body)).join(' '),
  }
}

/** Value of X-Service-Signature; the key is the whole secret as UTF-8, its prefix included. */
export function serviceSignature(secret: string, timestamp: number, body: Uint8Array | string): string {
  return `sha256=${hmac(Buffer.from(secret)).update(`${timestamp}.`).update(body).digest('hex')}`
}

/** One value of webhook-signature as Standard Webhooks defines it. */
export function standardSignature(secret: string, id: string, timestamp: number, body: Uint8Array | string): string {
  return `v1,${hmac(standardKey(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

// `whsec_` + base64 names its key bytes; a caller's own text is used raw, as the standard's libraries do with `format: "raw"`.
function standardKey(secret: string): Buffer {
  const encoded = /^whsec_(.+)$/s.exec(secret)?.[1] ?? ''
  const key = Buffer.from(encoded, 'base64')
  return key.length > 0 && key.toString('base64') === encoded ? key : Buffer.from(secret, 'utf8')
}

// With the bytes instead of a key object, Node takes seven times as long.
function hmac(key: Buffer) {
  return createHmac('sha256', createSecretKey(key))
}

function headerSafe(value: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new TypeError(`${JSON.stringify(value)} cannot be sent in a header`)
  return value
}
