import { CrmError, readJsonBody, refuseRounded } from 'rapport-crm'
import type { Incoming } from './incoming.ts'

export interface BodyOptions {
  /** Bytes. */
  readonly limit: number
  /** Keeps integers that a JavaScript number cannot hold as texts, such as the numbers of foreign documents. */
  readonly exact: boolean
  /** Hears how large the body is by now; throws when there is no room for it. */
  readonly grow?: ((bytes: number) => void) | undefined
}

type Json = Record<string, unknown>

/** The JSON object of a request, `{}` without a body; a body that the host has already parsed is used as it is. */
export async function readJson(incoming: Incoming, { limit, exact, grow = () => {} }: BodyOptions): Promise<Json> {
  if (Number(incoming.header('content-length')) > limit) throw tooLarge(limit)
  const given = await incoming.body(limit, grow)
  if (!(given instanceof Uint8Array)) {
    const parsed = objectOf(given)
    // A form that the host has parsed is refused like any other: a page of another site could have sent it.
    if (Object.keys(parsed).length > 0) checkType(incoming.header('content-type'), null)
    if (exact) refuseRounded(parsed)
    return parsed
  }
  if (given.length === 0) return {}
  if (given.length > limit) throw tooLarge(limit)
  checkType(incoming.header('content-type'), incoming.header('content-encoding'))
  return objectOf(await readJsonBody(given, { exact }))
}

export const tooLarge = (limit: number) => new CrmError('too_large', `The body is larger than ${limit} bytes`)
export const brokenOff = () => new CrmError('malformed_input', 'The body ended too early')

/** The media type of a file that is the body; throws `unsupported_media_type` for a form, in which a file is a part. */
export function checkUpload(incoming: Incoming): string | undefined {
  const encoding = incoming.header('content-encoding')
  if (encoding && encoding !== 'identity') throw new CrmError('unsupported_media_type', 'Send the file without Content-Encoding')
  const [type = ''] = (incoming.header('content-type') ?? '').toLowerCase().split(';')
  if (/^(multipart\/|application\/x-www-form-urlencoded)/.test(type))
    throw new CrmError('unsupported_media_type', 'Send the file itself as the body, with its own type, and its name in the query')
  return type.trim() || undefined
}

function checkType(type: string | null, encoding: string | null): void {
  if (encoding && encoding !== 'identity') throw new CrmError('unsupported_media_type', 'Send the body without Content-Encoding')
  if (type === null || type === 'application/json') return
  const [media = '', ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((each) => each.trim())
  const charset = parameters
    .find((each) => each.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '')
  if (!/^application\/([\w.-]+\+)?json$/.test(media)) throw new CrmError('unsupported_media_type', 'Send the body as application/json')
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw new CrmError('unsupported_media_type', 'Send the body in UTF-8')
}

function objectOf(value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  const message = 'must be a JSON object'
  throw new CrmError('invalid_input', `The body ${message}`, { errors: [{ path: '', code: 'invalid_type', message }] })
}
