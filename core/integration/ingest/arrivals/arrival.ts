import type { CommonRecord } from '../../../kernel/storage/schema/entity.ts'
import type { MatchedRecord } from '../match/matched-record.ts'
import type { Target } from '../match/target.ts'

/** A record that has arrived, with the words by which other records may refer to it. */
export interface Arrival<R> {
  readonly record: R
  /** An external id refers to the record only for the source that gave it; a word without a provider does so for every source. */
  readonly words: readonly { readonly provider: string | null; readonly word: string }[]
}

/** A record with all the words that refer to it: the ids that sources gave it, and the values of its keys. */
export function arrivalOf<R extends Pick<CommonRecord, 'external_ids'>>(record: R, keys: readonly (string | null)[]): Arrival<R> {
  const ids = record.external_ids.map(({ provider, id }) => ({ provider, word: id }))
  return { record, words: [...ids, ...keys.flatMap((word) => (word ? [{ provider: null, word }] : []))] }
}

/** The records of a batch that have words which are new: ids of its source, and values of the given key. */
export function newArrivals<R extends MatchedRecord>(targets: readonly Target<R>[], provider: string, key?: string): Arrival<R>[] {
  return targets
    .filter(({ used }) => used)
    .map(({ record, before, newIds }) => {
      const value: unknown = key === undefined ? null : record[key]
      const isNew = typeof value === 'string' && before?.[key ?? ''] !== value
      return { record, words: [...newIds.map((word) => ({ provider, word })), ...(isNew ? [{ provider: null, word: value }] : [])] }
    })
}

/** Arrived records, found by provider and word. */
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

  /** The record to which a word of a source refers; undefined where none has arrived. */
  of(provider: string, word: string): R | undefined {
    return this.#byWord.get(` ${word}`) ?? this.#byWord.get(`${provider} ${word}`)
  }
}
