import { Shortened } from './abbreviations.ts'
import type { Language } from './language.ts'
import { languages, leadingLanguages } from './all.ts'

/** True for a word that stands for a concept; all other words of a header are unknown. */
export const isConcept = (word: string): boolean => concepts.has(word)

/** The concept that a word stands for; the word itself where it is unknown. */
export const conceptOf = (part: string): string => dictionary.words.get(part) ?? part

/** The words of languages, compiled for look-ups. */
interface Dictionary {
  readonly words: ReadonlyMap<string, string>
  readonly phrases: ReadonlyMap<string, readonly string[]>
  readonly stop: ReadonlySet<string>
  readonly longestWord: number
  readonly shortened: Shortened
  /** Words of seven letters and more that may be misspelled, by their first letter. */
  readonly long: ReadonlyMap<string, readonly string[]>
}

function compile(all: readonly Language[]): Dictionary {
  const words = new Map<string, string>()
  let leading = 0
  const phrases = new Map<string, readonly string[]>()
  const stop = new Set<string>()
  for (const language of all) {
    // The first language that knows a word keeps it: the lists are ordered from the most to the least specific.
    for (const [concept, list] of Object.entries(language.words))
      for (const word of list.split(' ')) if (!words.has(word)) words.set(word, concept)
    for (const [phrase, concepts] of Object.entries(language.phrases)) phrases.set(phrase, concepts.split(' '))
    for (const word of language.stop.split(' ')) stop.add(word)
    if (leadingLanguages.includes(language)) leading = words.size
  }
  const names = new Set(['firstname', 'lastname'])
  const spellable = [...words].filter(([word, concept]) => word.length >= 7 && !names.has(concept)).map(([word]) => word)
  const long = Map.groupBy(spellable, (word) => word[0] ?? '')
  return {
    words,
    phrases,
    stop,
    longestWord: Math.max(...[...words.keys()].map((word) => word.length)),
    long,
    shortened: new Shortened(words, leading),
  }
}

/** The words and phrases of all languages, with the concept of each. */
export const dictionary = compile(languages)

/** Every concept that some word or phrase stands for. */
export const concepts: ReadonlySet<string> = new Set([...dictionary.words.values(), ...[...dictionary.phrases.values()].flat()])
