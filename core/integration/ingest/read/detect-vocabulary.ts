import type { Vocabulary } from '../vocabulary.ts'
import type { TableReading } from './reading.ts'
import { parseLiteral } from './literal.ts'
import { isBlocked } from './limits.ts'

const looked = 40
const deep = 4

/** Detects the product whose words the batch uses. */
export function chooseVocabulary(reading: TableReading): void {
  const { vocabularies, hint } = reading.options
  reading.vocabulary = detectVocabulary(reading.records, vocabularies, hint)
}

/**
 * The vocabulary of a batch, by its keys and values; null when none fits. Where the name of the source (`hint`) is that of a vocabulary,
 * one hit suffices.
 */
export function detectVocabulary(records: readonly unknown[], vocabularies: readonly Vocabulary[], hint?: string): Vocabulary | null {
  if (vocabularies.length === 0) return null
  const keys = new Set<string>()
  const values: string[] = []
  for (const record of records.slice(0, looked)) collect(record, keys, values, 0)
  let best: Vocabulary | null = null
  let most = 0
  for (const vocabulary of vocabularies) {
    const hits = hitsOf(vocabulary, keys, values)
    const enough = vocabulary.name === hint ? 1 : (vocabulary.fingerprint.hits ?? 2)
    if (hits >= enough && hits > most) {
      best = vocabulary
      most = hits
    }
  }
  return best
}

function hitsOf({ fingerprint }: Vocabulary, keys: ReadonlySet<string>, values: readonly string[]): number {
  let hits = (fingerprint.keys ?? []).filter((key) => keys.has(key)).length
  for (const pattern of fingerprint.keyPatterns ?? []) for (const key of keys) if (pattern.test(key)) hits++
  for (const pattern of fingerprint.values ?? []) if (values.some((value) => pattern.test(value))) hits++
  return hits
}

function collect(value: unknown, keys: Set<string>, values: string[], depth: number): void {
  if (typeof value === 'string') {
    const parsed = depth > 0 && depth < deep && value.length < 20_000 ? parseLiteral(value) : undefined
    if (parsed !== undefined) return collect(parsed, keys, values, depth)
    if (value.length <= 200 && values.length < 2_000) values.push(value)
    return
  }
  if (typeof value !== 'object' || value === null || depth > deep || keys.size > 2_000) return
  if (Array.isArray(value)) return value.slice(0, 3).forEach((item) => collect(item, keys, values, depth + 1))
  for (const key of Object.keys(value)) {
    if (isBlocked(key) || key.length > 120) continue
    keys.add(key)
    collect(Reflect.get(value, key), keys, values, depth + 1)
  }
}
