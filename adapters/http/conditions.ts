import { CrmError } from 'rapport-crm'

/** The version that `If-Match` asks for (`7`, `"7"`); `*` asks for none. Throws `malformed_input` for any other form. */
export function ifMatch(header: string | null): number | undefined {
  if (header === null || header.trim() === '*') return undefined
  // Proxies that compress make entity tags weak; versions are compared, so a weak one tells as much.
  const version = /^(?:W\/)?(?<quote>"?)(\d{1,15})\k<quote>$/.exec(header.trim())?.[2]
  if (version === undefined) throw new CrmError('malformed_input', 'If-Match takes one version, as the ETag of the record shows it: "7"')
  return Number(version)
}

/** The entity tag of a value that is a record: its version. */
export function etagOf(value: unknown): string | undefined {
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined
  return Number.isSafeInteger(version) ? `"${version as number}"` : undefined
}

/** Whether `If-None-Match` names this tag (weak comparison). */
export function isNamed(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)
}
