import { CrmError, limits } from 'rapport-crm'
import type { PageRequest } from './visit.ts'

/** Bytes of the form of a page. */
export const LIMIT = 65_536
/** Bytes of the body of an operation that takes any. */
export const BODY_LIMIT: number = limits.body_bytes.value

/** Refuses a body whose declared length exceeds the limit. */
export function refuseLarge({ header }: PageRequest, limit: number): void {
  if (Number(header('content-length')) > limit) throw tooLarge(limit)
}

/** Throws `too_large` for what is larger than the limit. */
export function tooLarge(limit: number): CrmError {
  return new CrmError('too_large', `${limit === LIMIT ? 'The form' : 'The body'} is larger than ${limit / 1024} KiB`)
}

/** The fields of a form as browsers send it without scripts; the last value of a repeated field wins. */
export function readForm(bytes: Uint8Array, { header }: PageRequest): Record<string, string> {
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (bytes.length > 0 && type !== 'application/x-www-form-urlencoded')
    throw new CrmError('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded')
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)))
}
