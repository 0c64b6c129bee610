import { type TObject, type TOptional, Type } from '@sinclair/typebox'
import type { Expression, SqlBool } from 'kysely'
import { ClosedAs } from '../../kernel/operation/schema/schema.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { compile } from './grammar/compile.ts'
import { FieldFilter } from './grammar/condition.ts'
import { withProperties } from './grammar/defined.ts'
import { sourceOf } from './grammar/field.ts'
import { parseFields } from './grammar/parse.ts'
import type { Searchable } from './grammar/searchable.ts'

interface Listed {
  readonly list: TObject
}
type ListedBy<D> = (D extends { readonly list: infer L extends TObject } ? L['properties'] : never) & {
  filter: TOptional<typeof FieldFilter>
}
/** A record type whose list takes conditions, and what they mean as a part of a statement. */
export type Filtered<D> = Omit<D, 'list'> & {
  readonly list: TObject<ListedBy<D>>
  where(records: Records, filter: FieldFilter): Promise<Expression<SqlBool>>
}

/** A record type whose list takes the conditions of its searches, too: `filter[amount][gte]=1000`. */
export function filtered<D extends Listed>(declared: D, of: Searchable): Filtered<D> {
  const list = ClosedAs<ListedBy<D>>({ ...declared.list.properties, filter: Type.Optional(FieldFilter) })
  const where = async (records: Records, filter: FieldFilter) =>
    compile(parseFields(await withProperties(records, of, filter), filter), sourceOf(records, of.entity.table))
  return { ...declared, list, where }
}
