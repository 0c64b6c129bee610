import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { ExternalReference } from '../../kernel/storage/schema/external-id.ts'
import type { DialectName } from '../../kernel/storage/schema/codec.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { type Contribution, contribution } from '../record-type/contribution.ts'
import { column, type SearchField } from '../search/grammar/field.ts'
import { idsByName } from '../search/grammar/labels.ts'
import { List, ListMember } from './entity.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The field of conditions that names lists. */
export const membershipField = 'lists'

/**
 * The static lists that a record of this type is in, as conditions name them, by id or name: `{ field: 'lists', op: 'contains', value }`.
 * Members that were merged count for their survivor. What a dynamic list finds is a condition itself.
 */
export function listMembership(plural: string): Contribution {
  return contribution({ to: plural, fields: { [membershipField]: listsOf(plural) } })
}

function listsOf(plural: string): SearchField {
  return {
    type: 'array',
    sql: (of) => {
      const ids = inLists(plural, of.dialect, (own) => sql<SqlBool>`${own} = ${column('id', of)}`)
      return of.dialect === 'postgresql'
        ? sql`(select coalesce(jsonb_agg(list_id), '[]') from (${ids.select('list_id').distinct()}) as own)`
        : sql`(select json_group_array(list_id) from (${ids.select('list_id').distinct()}))`
    },
    value: () => null,
    loadLabels: async (records) =>
      idsByName(
        await records.columns(List, ['id', 'name'], (query) =>
          query.where('object', '=', plural).where('type', '=', 'static').where('deleted_at', 'is', null),
        ),
      ),
    // Of a list its members are read, and not of each record its lists.
    within: (of, test, operands) => {
      if (test !== 'contains' && test !== 'in') return undefined
      const asked = operands.map(String).filter((each) => UUID.test(each))
      if (asked.length === 0) return sql<SqlBool>`(1 = 0)`
      const members = inLists(plural, of.dialect, () => sql<SqlBool>`(1 = 1)`).where('list_id', 'in', asked)
      // Looked up once, and not joined: PostgreSQL would do so for each record where it takes the members for few.
      return sql<SqlBool>`((${column('id', of)} in (${members.select('record_id')})) is true)`
    },
  }
}

// Rows of live static lists with the record that they mean, found by the record that they name or by what it has taken in.
function inLists(object: string, dialect: DialectName, isMeant: (record: Expression<unknown>) => Expression<SqlBool>) {
  const eb = expressionBuilder<Tables, never>()
  const live = eb.selectFrom(List.table).select('id').where('deleted_at', 'is', null).where('type', '=', 'static')
  const named = eb
    .selectFrom(`${ListMember.table} as member`)
    .select(['member.list_id as list_id', 'member.record_id as record_id'])
    .where('member.object', '=', object)
    .where('member.list_id', 'in', live)
    .where(isMeant(sql.ref('member.record_id')))
  const text = sql`(case ${sql.ref('merged.provider')} when '#merged' then ${sql.ref('merged.external_id')} end)`
  const former = dialect === 'postgresql' ? sql`${text}::uuid` : text
  const taken = eb
    .selectFrom(`${ExternalReference.table} as merged`)
    .innerJoin(`${ListMember.table} as member`, (on) => on.on(sql<SqlBool>`${sql.ref('member.record_id')} = ${former}`))
    .select(['member.list_id as list_id', 'merged.record_id as record_id'])
    .where('merged.object', '=', object)
    .where('merged.provider', '=', '#merged')
    .where('member.list_id', 'in', live)
    .where(isMeant(sql.ref('merged.record_id')))
  return eb.selectFrom(named.unionAll(taken).as('of_lists'))
}
