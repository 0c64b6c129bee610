import type { Route } from './plan.ts'

/** One path with the operations that it takes, by method. */
export interface Path {
  /** For the router: `/webhooks/:p0/deliveries/:p1`. */
  readonly pattern: string
  readonly plans: ReadonlyMap<string, Route>
  /** Methods for `Allow`. */
  readonly allow: readonly string[]
}

/** Groups routes by path; parameters count by position, because two routes of one path may name them differently. */
export function pathsOf(plans: readonly Route[]): Path[] {
  const byPattern = new Map<string, Map<string, Route>>()
  for (const plan of plans) {
    const { method, pattern } = plan
    const known = byPattern.get(pattern) ?? new Map<string, Route>()
    byPattern.set(pattern, known.set(method, plan))
  }
  return [...byPattern].map(([pattern, methods]) => ({ pattern, plans: methods, allow: allowOf([...methods.keys()]) }))
}

function allowOf(methods: readonly string[]): string[] {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
}
