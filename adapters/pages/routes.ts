import { type AnyOperation, CrmError } from 'rapport-crm'

export interface Match {
  readonly operation: AnyOperation
  readonly params: Readonly<Record<string, string>>
}

interface Route {
  readonly method: string
  readonly names: readonly string[]
  readonly pattern: RegExp
  readonly operation: AnyOperation
}

/** Finds the operation of a page by method and path. */
export function routesOf(operations: readonly AnyOperation[]) {
  const routes = operations.map(routeOf)
  return {
    prefixes: [...new Set(operations.map(({ route }) => `/${route.split('/')[1] ?? ''}`))],
    match(method: string, path: string): Match | CrmError {
      const here = routes.flatMap((route) => {
        const found = route.pattern.exec(path)
        return found ? [{ route, values: found.slice(1) }] : []
      })
      const wanted = method === 'HEAD' ? 'GET' : method
      const hit = here.find(({ route }) => route.method === wanted)
      if (hit) return { operation: hit.route.operation, params: paramsOf(hit.route, hit.values) }
      if (here.length === 0) return new CrmError('not_found', 'Page not found')
      const allow = here.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
      return new CrmError('method_not_allowed', `This page accepts ${allow.join(', ')}`, { allow })
    },
  }
}

function routeOf(operation: AnyOperation): Route {
  const [method = 'GET', path = '/'] = operation.route.split(' ')
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return { method, names, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`), operation }
}

function paramsOf({ names }: Route, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, at) => [name, decoded(values[at] ?? '')]))
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
