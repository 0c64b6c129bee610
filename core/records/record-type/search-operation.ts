import type { Tools } from './record-type.ts'
import { type Static, type TInteger, type TObject, type TOptional, type TSchema, Type } from '@sinclair/typebox'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import { type Counts, including, type Relations } from './relation.ts'
import { camel, type ListOutput, listedFields, pageOf, pageWith, pathOf } from './resource.ts'
import { Closed, ClosedAs, Count, Cursor, Text } from '../../kernel/operation/schema/schema.ts'
import { shownPage } from './shown.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Filter } from '../search/grammar/condition.ts'
import { searchPage } from '../search/page.ts'
import type { Searchable } from '../search/grammar/searchable.ts'

/** What the search of a record type is made from. */
interface Found<P extends string, O extends TObject> {
  readonly plural: P
  readonly record: O
  readonly store: Token<{
    readonly records: Records
    readonly now: Date
    /** With what other records say of each: one query for a page. */
    viewed?(records: readonly object[]): Promise<readonly object[]>
  }>
  readonly search: Searchable
  readonly listed?: { readonly record: TObject; present(record: object, now: Date): object }
  readonly mcp: Tools
  present(record: object, now: Date): object
  readonly relations?: Relations
  readonly counts?: Counts
}

type FoundOutput<P extends string, O extends TSchema> = TObject<ListOutput<P, O>['properties'] & { total: TOptional<TInteger> }>

// What searches of all record types take; `include` comes with the relations of each.
const Query = Closed({
  filter: Type.Optional(Filter),
  q: Type.Optional(
    Text(200, { minLength: 1, description: 'Words that are all said in the record, or begin what is said; case and accents do not count' }),
  ),
  sort: Type.Optional(
    Text(300, {
      description:
        'Fields with commas: of the record, computed ones, `custom.x`, those of related records (`company.name`); `-` in front = descending',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Records on a page' })),
  cursor: Type.Optional(Cursor),
  fields: Type.Optional(
    Type.Union([Text(1000), Type.Array(Text(100), { maxItems: 200 })], { description: 'Only these fields: a list, or a text with commas' }),
  ),
  count: Type.Optional(Type.Boolean({ description: 'Answer the number of all that is found as `total`' })),
})

// A page of what is found, with the number of all where it is asked for.
function foundOf<P extends string, O extends TSchema>(plural: P, record: TObject): FoundOutput<P, O> {
  return ClosedAs({ ...pageOf(plural, record).properties, total: Type.Optional(Count('With `count`: of all pages')) })
}

/** `POST /things/search`: filter, sort, page, sparse fields, related records and a count. */
export function searchOperation<const P extends string, O extends TObject>(resource: Found<P, O>) {
  const { plural, store, search: of, mcp, relations = {}, counts = {} } = resource
  const { record, present } = resource.listed ?? resource
  const listed = listedFields({ record, counts })
  return {
    search: operation({
      id: `search${camel(plural)}`,
      summary: `Find ${plural.replaceAll('_', ' ')} by conditions on their fields, custom properties and related records`,
      scope: 'read',
      route: `POST ${pathOf(plural)}/search`,
      ...(mcp.search && { mcp: mcp.search }),
      heavy: true,
      input: including(Query, relations),
      output: foundOf<P, O>(plural, record),
      uses: { store },
      async handle(query, { store }) {
        const asked: Static<typeof Query> = query
        const { items: found, next_cursor, total } = await searchPage(store.records, of, { ...asked, strict: true })
        const items = (await store.viewed?.(found)) ?? found
        const shown = await shownPage(store, items, asked, { present, listed, relations })
        // The type of a computed key does not know the key, as in `pageWith`.
        return { ...pageWith(plural, shown, next_cursor), ...(total !== undefined && { total }) } as never
      },
    }),
  }
}
