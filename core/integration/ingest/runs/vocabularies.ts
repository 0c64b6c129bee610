import type { Static } from '@sinclair/typebox'
import { invalid } from '../../../kernel/operation/errors.ts'
import { languages } from '../languages/all.ts'
import { type IngestObject, ingestObject, ingestObjects, isDocument, otherNamesOf } from '../objects.ts'
import type { Vocabularies, VocabularyQuery } from '../vocabulary-schema.ts'
import { targetsOf } from './settings.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { objectWriters } from '../write/object-writers.ts'

type Query = Static<typeof VocabularyQuery>

/**
 * What ingest recognizes: objects with their fields, words by language, and the field names of each product; filtered by what the input
 * names. Throws `not_allowed` for unknown names.
 */
export function describeVocabularies(vocabularies: readonly Vocabulary[], { object, language, product, detail }: Query): Vocabularies {
  const isWhole = object === undefined && language === undefined && product === undefined
  const meant = object === undefined ? undefined : known('object', ingestObject(object), object, ingestObjects)
  const of = <T>(name: 'object' | 'language' | 'product', asked: string | undefined, all: readonly T[], nameOf: (each: T) => string) => {
    if (asked === undefined) return isWhole ? all : []
    return [
      known(
        name,
        all.find((each) => nameOf(each) === asked),
        asked,
        all.map(nameOf),
      ),
    ]
  }
  const isConcise = detail === 'concise'
  return {
    objects: of('object', meant, ingestObjects, (each) => each).map((each) => ({
      object: each,
      accepted: each in objectWriters,
      aliases: [...otherNamesOf(each)],
      fields: targetsOf(each),
    })),
    languages: of('language', language?.toLowerCase(), languages, ({ code }) => code).map(({ code, words, phrases }) => ({
      language: code,
      words: isConcise ? {} : wordsOf(words, phrases),
    })),
    products: of('product', product?.toLowerCase(), vocabularies, ({ name }) => name).map((each) => ({
      name: each.name,
      title: each.title,
      fields: isConcise ? [] : fieldsIn(each).filter((field) => meant === undefined || isOf(meant, field.object)),
    })),
  }
}

function known<T>(name: string, found: T | undefined, asked: string, allowed: readonly string[]): T {
  if (found === undefined) throw invalid(`/${name}`, 'not_allowed', `There is no ${name} ${asked}`, allowed)
  return found
}

// Aliases for documents apply to each kind of document.
function isOf(object: IngestObject, said: string): boolean {
  return said === object || said === 'all' || (said === 'documents' && isDocument(object))
}

function fieldsIn({ aliases, lines }: Vocabulary) {
  return [
    ...Object.entries(aliases).flatMap(([object, names]) => fieldsOf(object, names ?? {}, '')),
    ...fieldsOf('documents', lines?.aliases ?? {}, 'lines.'),
  ]
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
