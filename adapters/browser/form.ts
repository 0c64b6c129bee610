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

/** The fields of a form as browsers send it without scripts; the last value of a repeated field wins. */
export function readForm(bytes: Uint8Array, { header }: Headed): Record<string, string> {
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (bytes.length > 0 && type !== 'application/x-www-form-urlencoded')
    throw new CrmError('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded')
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)))
}

/** The bytes of the body of a Node request; throws `too_large`. */
export async function bytesOf(req: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    // The rest is read and dropped: closing the connection would lose the response.
    if (size <= limit) chunks.push(chunk)
    else chunks.length = 0
  }
  if (size > limit) throw tooLarge(limit)
  return Buffer.concat(chunks)
}
