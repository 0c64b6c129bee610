import { type Static, Type } from '@sinclair/typebox'
import { Closed, described, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'

/** Each part that is given filters the answer. */
export const VocabularyQuery = Closed({
  object: Type.Optional(Text(60, { minLength: 1, description: 'Only this object, also of a product' })),
  language: Type.Optional(Text(10, { minLength: 1, description: 'Only this language (ISO 639-1)' })),
  product: Type.Optional(Text(60, { minLength: 1, description: 'Only this system, by the name of its plugin' })),
  detail: Type.Optional(OneOf(['full', 'concise'], { description: 'concise: languages and systems by name alone' })),
})

const Names = Type.Record(Type.String(), Type.Array(Type.String()))

/** What ingest recognizes, by object, language and product. */
export const Vocabularies = Closed({
  objects: Type.Array(
    Closed({
      object: Type.String({ description: 'As ingest writes it' }),
      /** Whether a batch of it can be stored. */
      accepted: Type.Boolean({ description: 'Can be sent' }),
      aliases: Type.Array(Type.String(), { description: 'Other names of the object' }),
      fields: Type.Array(Type.String(), { description: 'Canonical fields; those of a line as `lines.<field>`' }),
    }),
    { description: 'What is sent, object by object' },
  ),
  languages: Type.Array(Closed({ language: Type.String({ description: 'ISO 639-1' }), words: described(Names, 'Concept and its words') }), {
    description: 'By language: concept -> words in column titles',
  }),
  products: Type.Array(
    Closed({
      name: Type.String({ description: 'Name of the plugin' }),
      title: Type.String({ description: 'Name of the system' }),
      fields: Type.Array(
        Closed({
          object: Type.String({ description: 'What the records are' }),
          source: Type.String({ description: 'Name of the field in that system' }),
          target: Nullable(Type.String({ description: 'Field of ours; null = never read' })),
        }),
        { description: 'What each of its fields means' },
      ),
    }),
    { description: 'Systems whose field names are known' },
  ),
})

/** What ingest recognizes, by object, language and product. */
export type Vocabularies = Static<typeof Vocabularies>
