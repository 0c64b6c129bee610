import { CrmError } from 'rapport-crm'
import type { PageRequest } from './visit.ts'

/** Bytes. */
export const LIMIT = 65_536

/** Refuses a form whose declared length exceeds the limit. */
export function refuseLarge({ header }: PageRequest): void {
  if (Number(header('content-length')) > LIMIT) throw new CrmError('too_large', 'The form is larger than 64 KiB')
}

/** The fields of a form as browsers send it without scripts; the last value of a repeated field wins. */
export function readForm(bytes: Uint8Array, { header }: PageRequest): Record<string, string> {
  if (bytes.length > LIMIT) throw new CrmError('too_large', 'The form is larger than 64 KiB')
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (bytes.length > 0 && type !== 'application/x-www-form-urlencoded')
    throw new CrmError('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded')
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)))
}
