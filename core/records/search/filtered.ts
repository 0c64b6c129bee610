import { type TObject, type TOptional, Type } from '@sinclair/typebox'
import type { Expression, SqlBool } from 'kysely'
import { ClosedAs, described } from '../../kernel/operation/schema/schema.ts'
import type { Sorting } from '../../kernel/storage/records/list-order.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { compile } from './grammar/compile.ts'
import { FieldFilter } from './grammar/condition.ts'
import { withProperties } from './grammar/defined.ts'
import { sourceOf } from './grammar/field.ts'
import { parseFields } from './grammar/parse.ts'
import { sortingBy } from './grammar/sort.ts'
import type { Searchable } from './grammar/searchable.ts'

interface Listed {
  readonly list: TObject
}
type ListedBy<D> = (D extends { readonly list: infer L extends TObject } ? L['properties'] : never) & {
  filter: TOptional<typeof FieldFilter>
}
/** A record type whose list takes conditions and sorts of searches, and what they mean as parts of a statement. */
export type Filtered<D> = Omit<D, 'list'> & {
  readonly list: TObject<ListedBy<D>>
  where(records: Records, filter: FieldFilter): Promise<Expression<SqlBool>>
  sorting(records: Records, sort: string): Promise<Sorting>
}

// What else a list can be sorted by: custom properties, and fields of a record to which its records belong, such as the company.
function furtherSorts({ custom, related }: Searchable): string[] {
  const owner = Object.entries(related).find(([, { by, to }]) => by !== undefined && Object.hasOwn(to.fields, 'name'))
  return [...(custom === null ? [] : ['`custom.x`']), ...(owner ? [`\`${owner[0]}.name\``] : [])]
}

/** A record type whose list takes the conditions and sorts of its searches, too: `filter[amount][gte]=1000`, `sort=custom.size`. */
export function filtered<D extends Listed>(declared: D, of: Searchable): Filtered<D> {
  const { sort, ...properties } = declared.list.properties
  const list = ClosedAs<ListedBy<D>>({
    ...properties,
    ...(sort && { sort: described(sort, [`${sort.description}; also computed`, ...furtherSorts(of)].join(', ')) }),
    filter: Type.Optional(FieldFilter),
  })
  const where = async (records: Records, filter: FieldFilter) =>
    compile(parseFields(await withProperties(records, of, filter), filter), sourceOf(records, of.entity.table))
  const sorting = (records: Records, sort: string) => sortingBy(records, of, sort)
  return { ...declared, list, where, sorting }
}
