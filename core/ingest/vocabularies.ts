import { languages } from './languages/all.ts'
import { ingestObjects, otherNamesOf } from './objects.ts'
import type { Vocabularies } from './schema.ts'
import { targetsOf } from './settings.ts'
import type { Vocabulary } from './vocabulary.ts'
import { sinks } from './write/sinks.ts'

/** What ingest recognises: objects with their fields, words by language, and what each product calls its fields. */
export function describeVocabularies(vocabularies: readonly Vocabulary[]): Vocabularies {
  return {
    objects: ingestObjects.map((object) => ({
      object,
      accepted: object in sinks,
      aliases: otherNamesOf(object),
      fields: targetsOf(object),
    })),
    languages: languages.map(({ code, words, phrases }) => ({ language: code, words: wordsOf(words, phrases) })),
    products: vocabularies.map(({ name, title, aliases, lines }) => ({
      name,
      title,
      fields: [
        ...Object.entries(aliases).flatMap(([object, names]) => fieldsOf(object, names ?? {}, '')),
        ...fieldsOf('documents', lines?.aliases ?? {}, 'lines.'),
      ],
    })),
  }
}

function wordsOf(words: Readonly<Record<string, string>>, phrases: Readonly<Record<string, string>>): Record<string, string[]> {
  const known: Record<string, string[]> = {}
  for (const [concept, list] of Object.entries(words)) known[concept] = list.split(' ').filter(Boolean)
  for (const [phrase, concepts] of Object.entries(phrases)) known[concepts] = [...(known[concepts] ?? []), phrase]
  return known
}

function fieldsOf(object: string, names: Readonly<Record<string, string | null>>, prefix: string) {
  return Object.entries(names).map(([source, target]) => ({ object, source: prefix + source, target: target && prefix + target }))
}
