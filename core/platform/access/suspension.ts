import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Organization } from './entity.ts'

type Condition = (eb: ExpressionBuilder<Tables, string>) => ExpressionWrapper<Tables, string, SqlBool>

/**
 * Condition on a table: the organization of the row is not suspended. For look-ups by what strangers have, such as the token of a page; a
 * part of their statement, so that a suspension holds at once in every process.
 */
export function ofWorkingOrganization({ table }: EntityTable): Condition {
  return ({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom(Organization.table)
          .select('id')
          .whereRef(`${Organization.table}.user_from`, '=', `${table}.user_from`)
          .where(`${Organization.table}.suspended_at`, 'is not', null),
      ),
    )
}
