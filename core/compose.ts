import 'reflect-metadata'
import {
  container,
  type DependencyContainer,
  instanceCachingFactory,
  instancePerContainerCachingFactory,
  type InjectionToken,
} from 'tsyringe'
import type { Token } from './kernel/operation.ts'
import type { Resolve } from './kernel/pipeline.ts'

/** A value that stands for a token. */
export type Binding = readonly [token: Token, value: unknown]

/** Composition root: services know only the tokens of their `inject`; here they are put together. */
export class Composition {
  readonly #container: DependencyContainer = container.createChildContainer()

  /** `ports` live as long as the engine; everything else is made once per call. */
  constructor(bindings: readonly Binding[], ports: readonly Token[], services: Iterable<Token>) {
    for (const [token, value] of bindings) this.#container.register(token as unknown as InjectionToken<unknown>, { useValue: value })
    for (const token of withDependencies(ports))
      if (!this.#container.isRegistered(token as unknown as InjectionToken<unknown>)) this.#register(token, instanceCachingFactory)
    for (const token of withDependencies(services))
      if (!this.#container.isRegistered(token as unknown as InjectionToken<unknown>))
        this.#register(token, instancePerContainerCachingFactory)
  }

  readonly resolve: Resolve = (token) => this.#container.resolve(token as unknown as InjectionToken) as never

  /** The container of one call. */
  scope(bindings: readonly Binding[]): Resolve {
    const scope = this.#container.createChildContainer()
    for (const [token, value] of bindings) scope.register(token as unknown as InjectionToken<unknown>, { useValue: value })
    return (token) => scope.resolve(token as unknown as InjectionToken) as never
  }

  #register(token: Token, caching: (factory: (from: DependencyContainer) => unknown) => (from: DependencyContainer) => unknown): void {
    const make = (from: DependencyContainer) => {
      const Service = token as unknown as new (...args: unknown[]) => unknown
      return new Service(...(token.inject ?? []).map((each) => from.resolve(each as unknown as InjectionToken<unknown>)))
    }
    this.#container.register(token as unknown as InjectionToken<unknown>, { useFactory: caching(make) })
  }
}

function withDependencies(tokens: Iterable<Token>, found: Set<Token> = new Set()): Set<Token> {
  for (const token of tokens) {
    if (found.has(token)) continue
    found.add(token)
    withDependencies(token.inject ?? [], found)
  }
  return found
}
