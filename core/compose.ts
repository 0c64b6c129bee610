import 'reflect-metadata'
import {
  container,
  type DependencyContainer,
  instanceCachingFactory,
  instancePerContainerCachingFactory,
  type InjectionToken,
} from 'tsyringe'
import type { Token } from './kernel/operation/operation.ts'
import type { Binding, Resolve } from './kernel/operation/pipeline.ts'
import { Services } from './kernel/operation/services.ts'

/** Composition root: constructs services from the tokens in their `inject`. */
export class Composition {
  readonly #container: DependencyContainer = container.createChildContainer()

  /** `ports` live as long as the engine; `services` are constructed once per call. */
  constructor(bindings: readonly Binding[], ports: readonly Token[], services: Iterable<Token>) {
    for (const [token, value] of bindings) this.#container.register(keyOf(token), { useValue: value })
    for (const token of withDependencies(ports))
      if (!this.#container.isRegistered(keyOf(token))) this.#register(token, instanceCachingFactory)
    for (const token of withDependencies(services))
      if (!this.#container.isRegistered(keyOf(token))) this.#register(token, instancePerContainerCachingFactory)
  }

  /** The service of a token, of the engine. */
  readonly resolve: Resolve = (token) => this.#container.resolve(keyOf(token))

  /** Resolves the services of one call, with values of that call. */
  scope(bindings: readonly Binding[]): Resolve {
    const scope = this.#container.createChildContainer()
    const resolve: Resolve = (token) => scope.resolve(keyOf(token))
    for (const [token, value] of bindings) scope.register(keyOf(token), { useValue: value })
    scope.register(keyOf(Services), { useValue: new Services(resolve) })
    return resolve
  }

  #register(token: Token, caching: (factory: (from: DependencyContainer) => unknown) => (from: DependencyContainer) => unknown): void {
    const make = (from: DependencyContainer) => {
      const Service = token as unknown as new (...args: unknown[]) => unknown
      return new Service(...(token.inject ?? []).map((each) => from.resolve(keyOf(each))))
    }
    this.#container.register(keyOf(token), { useFactory: caching(make) })
  }
}

// tsyringe requires a public constructor; that of a token may be private.
function keyOf<T>(token: Token<T>): InjectionToken<T> {
  return token as unknown as InjectionToken<T>
}

function withDependencies(tokens: Iterable<Token>, found: Set<Token> = new Set()): Set<Token> {
  for (const token of tokens) {
    if (found.has(token)) continue
    found.add(token)
    withDependencies(token.inject ?? [], found)
  }
  return found
}
