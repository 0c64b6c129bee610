import type { Token } from './operation.ts'

/** Resolves services of the running unit of work, for what knows them only by the tokens that features declare. */
export class Services {
  readonly resolve: <T>(token: Token<T>) => T

  constructor(resolve: <T>(token: Token<T>) => T) {
    this.resolve = resolve
  }
}
