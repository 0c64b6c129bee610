import { expressionBuilder, sql } from 'kysely'
import type { Fields } from '../../kernel/operation/schema/fields.ts'
import { column, type SearchField } from '../../records/search/grammar/field.ts'
import { type Searchable, searchable } from '../../records/search/grammar/searchable.ts'
import type { CommonFields, EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import type { Line, LineClass } from './lines.ts'

/** What conditions can name of a document itself: its header, and who bought what by `lines.sku`. */
export function documentSearch<F extends CommonFields & Fields>(
  name: string,
  entity: EntityTable<F>,
  lines: LineClass,
  {
    text,
    computed = {},
    prepare,
  }: Pick<Searchable, 'prepare'> & { readonly text?: string; readonly computed?: Readonly<Record<string, SearchField<F>>> } = {},
): Searchable {
  return searchable(name, entity, {
    types: { owner_email: 'owner' },
    customer: 'company_id',
    aliases: { owner: 'owner_email', assigned_to: 'owner_email', contact_id: 'lead_id' },
    computed: {
      ...Object.fromEntries((['sku', 'name', 'product_id'] as const).map((field) => [`lines.${field}`, ofLines(lines, field)])),
      ...computed,
    },
    ...(text !== undefined && { text }),
    ...(prepare && { prepare }),
  })
}

/** The values of a field of all lines, as a list. */
function ofLines({ table }: LineClass, field: 'sku' | 'name' | 'product_id'): SearchField {
  return {
    type: 'array',
    sql(of) {
      const value = sql.ref(`line.${field}`)
      const list =
        of.dialect === 'postgresql'
          ? sql`coalesce(jsonb_agg(${value}) filter (where ${value} is not null), '[]'::jsonb)`
          : sql`json_group_array(${value}) filter (where ${value} is not null)`
      const lines = expressionBuilder<Tables, never>()
        .selectFrom(`${table} as line`)
        .select(list.as('list'))
        .where('line.document_id', '=', column('id', of))
      return sql`(${lines})`
    },
    value: ({ lines = [] }: { readonly lines?: readonly Line[] }) => lines.map((line) => line[field]).filter((each) => each !== null),
  }
}
