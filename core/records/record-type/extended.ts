import type { Contribution } from './contribution.ts'
import type { Relation } from './relation.ts'

/**
 * The typed methods of a record type with what other features contribute to it: their figures in the records that the methods answer, and
 * their related records in `include` and under `included`.
 */
export type Extended<M, C extends readonly Contribution[]> = {
  readonly [K in keyof M]: M[K] extends (...args: infer A) => Promise<infer R>
    ? (...args: ArgumentsOf<A, C>) => Promise<OutputOf<R, C>>
    : M[K]
}

// The input is optional where nothing in it is required.
type ArgumentsOf<A extends readonly unknown[], C extends readonly Contribution[]> = A extends [input: infer I, options?: infer O]
  ? [input: InputOf<I, C>, options?: O]
  : A extends [input?: infer I, options?: infer O]
    ? [input?: InputOf<I, C>, options?: O]
    : A

type Merged<C extends readonly Contribution[], K extends 'relations' | 'counts'> = C extends readonly [
  infer H,
  ...infer T extends readonly Contribution[],
]
  ? (H extends Readonly<Record<K, infer V>> ? V : unknown) & Merged<T, K>
  : unknown
type Loaded<X> = { [K in keyof X]?: X[K] extends Relation<infer T> ? T : never }

// Only what takes `include` already answers records with related ones.
type InputOf<I, C extends readonly Contribution[]> = I extends { readonly include?: infer N }
  ? Omit<I, 'include'> & {
      include?: (Exclude<N, undefined> extends readonly (infer E)[] ? E | (keyof Merged<C, 'relations'> & string) : never)[]
    }
  : I
type OutputOf<R, C extends readonly Contribution[]> = R extends { readonly id: string; readonly included?: unknown }
  ? RecordOf<R, C>
  : R extends { readonly next_cursor: unknown }
    ? {
        [K in keyof R]: R[K] extends readonly (infer E extends { readonly id: string; readonly included?: unknown })[]
          ? RecordOf<E, C>[]
          : R[K]
      }
    : R
type RecordOf<R extends { readonly included?: unknown }, C extends readonly Contribution[]> = Omit<R, 'included'> &
  Loaded<Merged<C, 'counts'>> & { included?: NonNullable<R['included']> & Loaded<Merged<C, 'relations'>> }
