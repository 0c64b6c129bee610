import { keysOf } from '../../../kernel/values/objects.ts'

/** What each word stands for: by state, its folded words with a comma between them. */
export function wordIndex<S extends string>(words: Readonly<Partial<Record<S, string>>>): ReadonlyMap<string, S> {
  return new Map(keysOf(words).flatMap((state) => (words[state] ?? '').split(',').map((word) => [word, state] as const)))
}
