import { invalid } from '../../kernel/operation/errors.ts'
import type { InboundWebhook } from './entity.ts'

// What RFC 9110 lets names of headers consist of.
const HEADER = /^[\w!#$%&'*+.^`|~-]+$/
// 16 bytes at least.
const STANDARD_KEY = /^[A-Za-z0-9+/]{22,}={0,2}$/

/** Refuses names that no header can have, and an id of deliveries that comes from nowhere: every request would be refused, or be a new one. */
export function checkHeaders({ signature, id_from }: Partial<Pick<InboundWebhook, 'signature' | 'id_from'>>): void {
  const names = {
    '/signature/header': signature?.header,
    '/signature/timestamp_header': signature?.timestamp_header,
    '/id_from/header': id_from?.header,
  }
  for (const [path, name] of Object.entries(names))
    if (name !== undefined && !HEADER.test(name)) throw invalid(path, 'invalid_format', `"${name}" is not the name of a header`)
  if (id_from && id_from.header === undefined && !id_from.path) throw invalid('/id_from', 'required', 'Give a header or a path')
}

/**
 * Refuses a secret of Standard Webhooks that is no base64 behind its `whsec_`: what can be read of it would be the key, and of some that is
 * nothing, by which everybody could sign.
 */
export function checkSecret(signature: InboundWebhook['signature'] | undefined, secret: string | null | undefined): void {
  if (signature?.scheme !== 'standard_webhooks' || !secret?.startsWith('whsec_') || STANDARD_KEY.test(secret.slice(6))) return
  throw invalid('/secret', 'invalid_format', 'A secret that begins with whsec_ has base64 of 16 bytes or more behind it')
}
