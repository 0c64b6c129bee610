import { type AnyOperation, CrmError } from 'rapport-crm'

/** The version that `If-Match` asks for (`7`, `"7"`); `*` asks for none. Throws `malformed_input` for any other form. */
export function ifMatch(header: string | null): number | undefined {
  if (header === null || header.trim() === '*') return undefined
  // Proxies that compress make entity tags weak; a weak one has the same version.
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

/** Which writes honor `If-Match`: those that answer the record with its version, and deletes of records with a version. */
export function conditionalOf(operations: readonly AnyOperation[]): (operation: AnyOperation) => boolean {
  const versioned = new Set(operations.filter(answersVersion).map(({ route }) => pathOf(route)))
  return (operation) => {
    if (/^DELETE .*\{/.test(operation.route)) return versioned.has(pathOf(operation.route))
    return /^(PATCH |PUT |POST .*\}\/)/.test(operation.route) && answersVersion(operation)
  }
}

// The record is the answer itself, or a field of the answer named after its type.
function answersVersion({ output, route }: AnyOperation): boolean {
  const properties = (output['properties'] ?? {}) as Record<string, { readonly properties?: object }>
  const [, plural = ''] = pathOf(route).split('/')
  return Object.hasOwn(properties, 'version') || Object.hasOwn(properties[plural.replace(/s$/, '')]?.properties ?? {}, 'version')
}

const pathOf = (route: string) => route.replace(/^\S+ /, '').replaceAll(/\{\w+\}/g, '{}')

/** Whether the operation updates or deletes a record; steps such as `win` check the state of the record themselves. */
export function changesRecord({ route }: AnyOperation): boolean {
  return /^(PATCH|PUT|DELETE) /.test(route)
}
