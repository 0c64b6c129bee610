import { type Kysely, sql } from 'kysely'
import type { EntityTable } from '../schema/entity.ts'
import type { Tables } from '../schema/tables.ts'

/** Adds one to the `number` of the row with this `name`, which is made with 1 if it does not exist. Others wait until the transaction ends. */
export async function increment(tables: Kysely<Tables>, { table }: EntityTable, name: string): Promise<void> {
  await tables
    .insertInto(table)
    .values({ name, number: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ number: sql`${sql.ref(`${table}.number`)} + 1` }))
    .execute()
}
