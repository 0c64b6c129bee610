import { CrmError, type FieldError } from '../../kernel/operation/errors.ts'
import { forbiddenKeys } from '../../kernel/operation/guard.ts'
import { MAX_BYTES } from './values.ts'

/** What was typed, by field; a list where a name came several times. */
export type Typed = Readonly<Record<string, unknown>>

/** What a browser sent, and the fields in which it sent files, which no form takes. */
export interface SentBody {
  readonly typed: Typed
  readonly faults: readonly FieldError[]
}

/** What a browser sent: a list where a name came several times. Throws `too_large`, `malformed_input` and `unsupported_media_type`. */
export async function readBody({
  body = new Uint8Array(),
  headers = {},
}: {
  readonly body?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}): Promise<SentBody> {
  if (body.length > MAX_BYTES) throw new CrmError('too_large', 'The form is larger than 64 KiB')
  const values = new Map<string, string[]>()
  const files = new Set<string>()
  for (const [name, value] of await pairsOf(body, headers['content-type'] ?? '')) {
    if (values.size >= 500 || name.length > 100 || forbiddenKeys.has(name)) continue
    if (typeof value === 'string') values.set(name, [...(values.get(name) ?? []).slice(-199), value.replaceAll('\0', '').toWellFormed()])
    // Browsers send a field without a chosen file, too.
    else if (value.name !== '' || value.size > 0) files.add(name)
  }
  const typed = [...values].map(([name, list]): [string, unknown] => [name, list.length === 1 ? list[0] : list])
  return {
    typed: { _stamp: '', ...Object.fromEntries(typed), _consent: values.get('_consent')?.at(-1) === 'yes' },
    faults: [...files].map((name) => ({ path: `/values/${name}`, code: 'not_allowed', message: 'Forms take no files' })),
  }
}

async function pairsOf(body: Uint8Array, type: string): Promise<Iterable<[string, string | File]>> {
  const media = type.split(';')[0]?.trim().toLowerCase()
  if (body.length === 0) return []
  if (media === 'application/x-www-form-urlencoded') return new URLSearchParams(Buffer.from(body).toString('utf8'))
  if (media !== 'multipart/form-data')
    throw new CrmError('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded or multipart/form-data')
  try {
    // A copy, because a response takes no shared memory.
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new CrmError('malformed_input', 'The parts of the form cannot be read')
  }
}
