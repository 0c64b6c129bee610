import { CrmError, limits } from 'rapport-crm'
import type { IncomingMessage } from 'node:http'
import type { PageRequest } from './request.ts'

type Headed = Pick<PageRequest, 'header'>

/** Bytes of the form of a page. */
export const LIMIT = 65_536
/** Bytes of the body of an operation that takes any. */
export const BODY_LIMIT: number = limits.body_bytes.value

/** Refuses a body whose declared length exceeds the limit. */
export function refuseLarge({ header }: Headed, limit: number): void {
  if (Number(header('content-length')) > limit) throw tooLarge(limit)
}

/** Throws `too_large` for what is larger than the limit. */
export function tooLarge(limit: number): CrmError {
  return new CrmError('too_large', `${limit === LIMIT ? 'The form' : 'The body'} is larger than ${limit / 1024} KiB`)
}

const brokenOff = () => new CrmError('malformed_input', 'The body ended too early')

/** The fields of a form as browsers send it without scripts; the last value of a repeated field wins. */
export function readForm(bytes: Uint8Array, { header }: Headed): Record<string, string> {
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (bytes.length > 0 && type !== 'application/x-www-form-urlencoded')
    throw new CrmError('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded')
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)))
}

/** A request whose body the host may have read. */
interface HostRequest extends IncomingMessage {
  readonly body?: unknown
  readonly rawBody?: unknown
}

/** The bytes of the body of a Node request, whoever has read it; throws `too_large`. */
export async function bytesOf(req: HostRequest, limit: number): Promise<Uint8Array> {
  const { rawBody, body } = req
  if (body instanceof CrmError) throw body
  if (typeof rawBody === 'string' || rawBody instanceof Uint8Array) return within(rawBody, limit)
  if (req.readableDidRead || req.readableEnded) return within(bytesOfParsed(body), limit)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      size += chunk.length
      // The rest is read and dropped: closing the connection would lose the response.
      if (size <= limit) chunks.push(chunk)
      else chunks.length = 0
    }
  } catch {
    throw brokenOff()
  }
  if (size > limit) throw tooLarge(limit)
  return Buffer.concat(chunks)
}

/** The bytes of the body of a web-standard request; throws `too_large` once there are more, and leaves the rest to `dropUnread`. */
export async function bytesOfRequest({ body }: Request, limit: number): Promise<Uint8Array> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => Promise.reject(brokenOff()))
      if (done) return Buffer.concat(chunks)
      size += value.length
      if (size > limit) throw tooLarge(limit)
      chunks.push(value)
    }
  } finally {
    reader.releaseLock()
  }
}

function within(given: string | Uint8Array, limit: number): Uint8Array {
  const bytes = typeof given === 'string' ? Buffer.from(given) : given
  if (bytes.length > limit) throw tooLarge(limit)
  return bytes
}

// A form is written again as it came; what was signed cannot be.
function bytesOfParsed(body: unknown): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body === undefined) throw new Error('The host read the body of this request and left none: mount the pages before its body parser')
  if (typeof body !== 'object' || body === null || Object.values(body).some((each) => typeof each !== 'string')) return JSON.stringify(body)
  return new URLSearchParams(body as Record<string, string>).toString()
}
