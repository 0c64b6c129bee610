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

// Names with dots between them, or a JSON pointer.
const PATH = /^(\/[^\p{Cc}]*|[^./\p{Cc}]+(\.[^./\p{Cc}]+)*)$/u

/**
 * Refuses a path to the id of records by which nothing could be matched: what is no path, the name of a field that is filled from elsewhere,
 * and any where no mapping makes records. `mapping` and `match_by` as they will be.
 */
export function checkMatch({ mapping, match_by }: Pick<InboundWebhook, 'mapping' | 'match_by'>): void {
  if (match_by === null) return
  if (mapping === 'auto' || mapping.object === 'email_feedback') {
    const by = mapping === 'auto' ? 'the keys that are recognized: e-mail addresses and external ids' : 'message_id, email_id or address'
    throw invalid('/match_by', 'not_allowed', `Only a mapping to a record has it; what this one takes is matched by ${by}`)
  }
  if (!PATH.test(match_by))
    throw invalid(
      '/match_by',
      'invalid_format',
      'Give a path in what is received: a JSON pointer (`/user/id`) or names with dots (`user.id`)',
    )
  const own = Object.entries(mapping.fields)
  const [path] = own.find(([, target]) => target === match_by) ?? []
  if (path === undefined || own.some(([each]) => namesOf(each) === namesOf(match_by))) return
  throw invalid('/match_by', 'not_allowed', `${match_by} is a field of the record: name the path that fills it, ${path}`, [path])
}

const namesOf = (path: string) => path.replace(/^\//, '').replaceAll('/', '.')

/**
 * Refuses a secret of Standard Webhooks that is no base64 behind its `whsec_`: what can be read of it would be the key, and of some that is
 * nothing, by which everybody could sign.
 */
export function checkSecret(signature: InboundWebhook['signature'] | undefined, secret: string | null | undefined): void {
  if (signature?.scheme !== 'standard_webhooks' || !secret?.startsWith('whsec_') || STANDARD_KEY.test(secret.slice(6))) return
  throw invalid('/secret', 'invalid_format', 'A secret that begins with whsec_ has base64 of 16 bytes or more behind it')
}
