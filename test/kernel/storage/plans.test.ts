import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '../../support/image.ts'

let database: SQLite.Database
beforeAll(async () => {
  database = new SQLite(Buffer.from(await emptyDatabase()))
})
afterAll(() => database.close())

// Without statistics SQLite prefers the order of the list to any filter, unless an index has both.
it.each([
  ['contacts', 'assigned_to'],
  ['contacts', 'company_id'],
  ['deals', 'owner_email'],
  ['deals', 'company_id'],
  ['deals', 'primary_lead_id'],
  ['tasks', 'lead_id'],
  ['tasks', 'deal_id'],
  ['tasks', 'company_id'],
])('a page of %s by %s is read from an index, in the order of the list', (table, column) => {
  const query = `select * from ${table} where user_from = ? and deleted_at is null and ${column} = ? order by created_at desc, id desc limit 51`
  const plan = database.prepare(`explain query plan ${query}`).all('acme', 'x') as { detail: string }[]
  expect(plan.map(({ detail }) => detail)).toEqual([
    `SEARCH ${table} USING INDEX ${table}_${column}_created_at_id_index (user_from=? AND ${column}=?)`,
  ])
})
