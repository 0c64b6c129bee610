/** What is wrong with one entry of `events`, or (`no_pattern`) with the list itself. */
export type PatternProblem = {
  readonly index: number
  readonly pattern: string
  readonly code: 'unknown_event' | 'unknown_family' | 'malformed_pattern' | 'no_pattern'
}

/** The pattern of every event, and the default of a subscription. */
export const everything = '*'

/** Checks subscription patterns (`*`, `family.*`, an event type) against the declared event types; no problems means that all are valid. */
export function checkPatterns(patterns: readonly string[], types: readonly string[]): PatternProblem[] {
  if (patterns.length === 0) return [{ index: 0, pattern: '', code: 'no_pattern' }]
  const known = new Set(types)
  const families = new Set(types.map(family))
  return patterns.flatMap((pattern, index) => {
    const code = problemOf(pattern, known, families)
    return code === undefined ? [] : [{ index, pattern, code }]
  })
}

/** True if at least one pattern matches the event type; several matches still make one delivery. */
export function matches(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => pattern === everything || pattern === type || matchesFamily(pattern, type))
}

/** The event type that a test delivery carries: the first one subscribed to by its exact name, else `contact.created`. */
export function testType(patterns: readonly string[]): string {
  return patterns.find((pattern) => !pattern.includes('*')) ?? 'contact.created'
}

function problemOf(pattern: string, types: ReadonlySet<string>, families: ReadonlySet<string>): PatternProblem['code'] | undefined {
  if (pattern === everything || types.has(pattern)) return undefined
  if (!pattern.includes('*')) return 'unknown_event'
  const name = /^([^.*]+)\.\*$/.exec(pattern)?.[1]
  if (name === undefined) return 'malformed_pattern'
  return families.has(name) ? undefined : 'unknown_family'
}

function matchesFamily(pattern: string, type: string): boolean {
  return pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))
}

/** The part of an event type before its dot: what kind of record it is about. */
export function family(type: string): string {
  return type.slice(0, Math.max(0, type.indexOf('.')))
}
