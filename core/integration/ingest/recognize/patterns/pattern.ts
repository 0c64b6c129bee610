/** The names of the fields of one object, in concept words: `due date:.9` means the words {due, date} with weight 0.9. */
export interface Patterns {
  readonly fields: Readonly<Record<string, string>>
  /** Words that say no more than the object itself does. */
  readonly own: string
  /** Words that may stand beside a field without changing it. */
  readonly neutral: Readonly<Record<string, string>>
  /** The field no record can do without: it takes a second-best column rather than none. */
  readonly required?: string
}

/** One way to name a field. */
export interface Pattern {
  readonly field: string
  readonly words: readonly string[]
  readonly weight: number
}

/** The patterns of an object, ready to be compared with columns. */
export interface CompiledPatterns {
  readonly patterns: readonly Pattern[]
  readonly own: ReadonlySet<string>
  readonly neutral: ReadonlyMap<string, ReadonlySet<string>>
  readonly required: string | undefined
  /** Every word of any pattern: a column without one of them is nothing known. */
  readonly words: ReadonlySet<string>
}

/** Compiles the patterns of one object. */
export function compilePatterns(source: Patterns): CompiledPatterns {
  const patterns: Pattern[] = []
  for (const [field, list] of Object.entries(source.fields))
    for (const part of list.split(' | ')) {
      const [words = '', weight] = part.trim().split(':')
      patterns.push({ field, words: words.split(' '), weight: weight === undefined ? 1 : Number(weight) })
    }
  const neutral = new Map(Object.entries(source.neutral).map(([field, words]) => [field, new Set(words.split(' '))] as const))
  return {
    patterns,
    own: new Set(source.own.split(' ')),
    neutral,
    required: source.required,
    words: new Set(patterns.flatMap((pattern) => pattern.words)),
  }
}
