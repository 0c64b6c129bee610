import type { Token, Uses } from './operation.ts'

/** Resolves services of the running unit of work, for what knows them only by the tokens that features declare. */
export class Services {
  readonly resolve: <T>(token: Token<T>) => T

  constructor(resolve: <T>(token: Token<T>) => T) {
    this.resolve = resolve
  }
}

/** The services of these tokens, under the names that ask for them. */
export function resolveAll(uses: Uses, resolve: (token: Token) => unknown): Readonly<Record<string, unknown>> {
  const services: Record<string, unknown> = {}
  for (const [name, token] of Object.entries(uses)) services[name] = resolve(token)
  return services
}
