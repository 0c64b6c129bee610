import { type RawBuilder, sql, type SqlBool } from 'kysely'

// The table of `platform/access`; not joined and not tied to the row, so that a database reads the few that are suspended once for a statement.
const suspended = sql`select user_from from ${sql.table('organizations')} where suspended_at is not null`

/**
 * Condition on a table: the organization of the row is not suspended. What strangers look up by the token of a page, and what loops of the background
 * take up, has it in its statement, so that a suspension holds at once in every process. What is left alone stays as it is, and is due when the
 * organization works again.
 */
export function ofWorkingOrganization({ table }: { readonly table: string }): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.user_from`)} not in (${suspended})`
}
