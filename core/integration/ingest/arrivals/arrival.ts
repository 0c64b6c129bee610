import type { CommonRecord } from '../../../kernel/storage/entity.ts'
import type { Target } from '../match/target.ts'

/** A record that came, and the words by which somebody may await it. */
export interface Arrival<R> {
  readonly record: R
  /** An external id means the record only to the source that gave it; what has no provider means it to any. */
  readonly words: readonly { readonly provider: string | null; readonly word: string }[]
}

/** A record with all the words by which it may be awaited: the ids that sources gave it, and the values of its keys. */
export function arrivalOf<R extends { readonly external_ids: unknown }>(record: R, keys: readonly (string | null)[]): Arrival<R> {
  const ids = (record.external_ids as CommonRecord['external_ids']).map(({ provider, id }) => ({ provider, word: id }))
  return { record, words: [...ids, ...keys.flatMap((word) => (word ? [{ provider: null, word }] : []))] }
}

/** What a batch brings that nobody could have known before: new ids of its source, and new values of a key of anybody. */
export function newArrivals(targets: readonly Target[], provider: string, key?: string): Arrival<Target['record']>[] {
  return targets
    .filter(({ used }) => used)
    .map(({ record, before, newIds }) => {
      const value = key === undefined ? null : record[key]
      const isNew = typeof value === 'string' && before?.[key ?? ''] !== value
      return { record, words: [...newIds.map((word) => ({ provider, word })), ...(isNew ? [{ provider: null, word: value }] : [])] }
    })
}

/** The records that these words mean, by provider and word. */
export class ArrivedRecords<R> {
  readonly #byWord = new Map<string, R>()
  readonly words = new Set<string>()

  constructor(arrivals: readonly Arrival<R>[]) {
    for (const { record, words } of arrivals)
      for (const { provider, word } of words) {
        this.words.add(word)
        this.#byWord.set(`${provider ?? ''} ${word}`, record)
      }
  }

  /** Whom a source has meant by a word; undefined for one who has not come. */
  of(provider: string, word: string): R | undefined {
    return this.#byWord.get(` ${word}`) ?? this.#byWord.get(`${provider} ${word}`)
  }
}
