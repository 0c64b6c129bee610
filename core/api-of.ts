import type { Feature } from './kernel/feature/feature.ts'
import type { Methods, Operations } from './kernel/operation/operation.ts'

/** The typed operations of some features. */
export type ApiOf<P extends readonly Feature[]> = P extends readonly [infer H extends Feature, ...infer R extends readonly Feature[]]
  ? ApiOfFeature<H['operations']> & ApiOf<R>
  : unknown
type ApiOfFeature<O> = O extends Operations
  ? { readonly [G in keyof O]: Methods<O[G]> }
  : O extends (types: never) => infer Made
    ? ApiOfFeature<Made>
    : unknown
