import type { Route } from './route.ts'

/** One path with its routes, by method. */
export interface Path {
  /** For the router: `/webhooks/:p0/deliveries/:p1`. */
  readonly pattern: string
  readonly routes: ReadonlyMap<string, Route>
  /** Methods for `Allow`. */
  readonly allow: readonly string[]
}

/** Groups routes by path; parameters are compared by position, because routes of one path may name them differently. */
export function pathsOf(routes: readonly Route[]): Path[] {
  const byPattern = new Map<string, Map<string, Route>>()
  for (const route of routes) {
    const { method, pattern } = route
    const known = byPattern.get(pattern) ?? new Map<string, Route>()
    byPattern.set(pattern, known.set(method, route))
  }
  return [...byPattern].map(([pattern, methods]) => ({ pattern, routes: methods, allow: allowOf([...methods.keys()]) }))
}

function allowOf(methods: readonly string[]): string[] {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
}
