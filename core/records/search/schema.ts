import { Type } from '@sinclair/typebox'
import { Closed, Id, Text } from '../../kernel/operation/schema/schema.ts'

const hit = {
  type: Type.String({ description: 'As `entity.type` of events: contact, company, ...' }),
  id: Id('Id of the record'),
  name: Type.String({ description: 'What the record is called by' }),
  score: Type.Number({
    description:
      '1 = every word is a whole word of its name, number, code or address, 0.75 = begins one, 0.5 and 0.25 = the same of what else is said in it, 0.2 and 0.1 = a word differs in a letter',
  }),
  summary: Type.Record(Type.String(), Type.Unknown(), { description: 'As events show the record' }),
}
/** One record that was found, in the form of all types. */
export const SearchHit = Closed(hit)

/** What `searchAll` is asked. */
export const SearchAll = Closed({
  q: Text(200, { minLength: 1, description: 'Words, all of which must be found; their beginnings suffice, case and accents do not count' }),
  types: Type.Optional(
    Type.Array(Text(60), {
      maxItems: 20,
      description:
        'Types of records: contacts, companies, deals, quotes, products, invoices, ..., or as results name them; all when left out',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many at most' })),
})
/** Answer of `searchAll`. */
export const SearchResults = Closed({ results: Type.Array(SearchHit, { description: 'The best first' }) })

/** Identities of a record, one at least; several are alternatives. */
export const ResolveRecords = Closed({
  email: Type.Optional(Text(254, { minLength: 1, description: 'An e-mail address', examples: ['anna.martin@example.com'] })),
  domain: Type.Optional(Text(253, { minLength: 1, description: 'A domain of a company' })),
  phone: Type.Optional(Text(60, { minLength: 1, description: 'With the country code' })),
  external_id: Type.Optional(Text(255, { minLength: 1, description: 'Id in another system' })),
  provider: Type.Optional(Text(120, { description: 'Of the external id; any when left out' })),
  code: Type.Optional(Text(255, { minLength: 1, description: 'Customer number or article code' })),
  number: Type.Optional(Text(255, { minLength: 1, description: 'Of a quote, an order, an invoice or a credit note' })),
})
/** Answer of `resolveRecords`. */
export const ResolvedRecords = Closed({
  matches: Type.Array(Closed({ ...hit, matched_by: Type.String({ description: 'Which identity found it' }) }), {
    description: 'Records that have one of these identities',
  }),
})
