import { wordsOf } from '../../kernel/storage/text-entry.ts'

/** The texts of a value; labels and providers identify nobody, and neither do times and booleans. */
export function stringsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string')
    return key === 'label' || key === 'provider' || /^\d{4}-\d\d-\d\dT|^true$|^false$/.test(value) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap((each) => stringsIn(each, key))
  if (value === null || typeof value !== 'object' || value instanceof Date) return []
  return Object.entries(value).flatMap(([name, each]) => stringsIn(each, name))
}

/**
 * Texts as rows contain them: literally, inside of JSON, and as words of the full-text index. The longest first, so that no part of a longer
 * one remains.
 */
export function variants(texts: readonly string[]): string[] {
  const all = texts.flatMap((each) => [each, JSON.stringify(each).slice(1, -1), wordsOf(each).join(' ')])
  return [...new Set(all.filter(Boolean))].toSorted((a, b) => b.length - a.length)
}

/** Whether a text means one person: a single word is the name of many, or a word of the engine, and a short number is part of others. */
export const isIdentifying = (each: string) =>
  (each.trim().length >= 5 && /[@/]|\S\s+\S/.test(each.trim())) || (each.match(/\d/g)?.length ?? 0) >= 7
