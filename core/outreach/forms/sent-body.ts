import { CrmError } from '../../kernel/operation/errors.ts'
import { forbiddenKeys } from '../../kernel/operation/guard.ts'
import { MAX_BYTES } from './values.ts'

/** What was typed, by field; a list where a name came several times. */
export type Typed = Readonly<Record<string, unknown>>

/** What a browser sent: a list where a name came several times. Throws `too_large` and `unsupported_media_type`. */
export function readBody({
  body = new Uint8Array(),
  headers = {},
}: {
  readonly body?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}): Typed {
  if (body.length > MAX_BYTES) throw new CrmError('too_large', 'The form is larger than 64 KiB')
  const media = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (body.length > 0 && media !== 'application/x-www-form-urlencoded')
    throw new CrmError('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded, without files')
  const values = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(Buffer.from(body).toString('utf8'))) {
    if (values.size >= 500 || name.length > 100 || forbiddenKeys.has(name)) continue
    values.set(name, [...(values.get(name) ?? []).slice(-199), value.replaceAll('\0', '').toWellFormed()])
  }
  const typed = [...values].map(([name, list]): [string, unknown] => [name, list.length === 1 ? list[0] : list])
  return { _stamp: '', ...Object.fromEntries(typed), _consent: values.get('_consent')?.at(-1) === 'yes' }
}
