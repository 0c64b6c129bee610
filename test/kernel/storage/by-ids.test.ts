import SQLite from 'better-sqlite3'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import { anyOf } from '../../../core/kernel/storage/records/any-of.ts'
import { fromIds } from '../../../core/kernel/storage/records/by-ids.ts'
import { OrganizationFilter } from '../../../core/kernel/storage/connection/organization-filter.ts'
import type { Tables } from '../../../core/kernel/storage/schema/tables.ts'

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (each) => new SqliteIntrospector(each),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  plugins: [new OrganizationFilter(new Set(['people']), 'acme')],
})

const people = `create table people (id text primary key, user_from text, email text, deleted_at integer);
  create index recent on people (user_from, email, id);
  create unique index emails on people (user_from, email) where deleted_at is null`

it('several records are looked up by their ids on SQLite, not among all of the organisation', () => {
  using(({ explain, database }) => {
    database.exec(people)
    const query = fromIds(db, 'people', ['a', 'b', 'a']).selectAll('people').where('deleted_at', 'is', null).orderBy('email').limit(51)
    const { sql, parameters } = query.compile()
    expect(parameters[0]).toBe('["a","b"]')
    expect(parameters).toContain('acme')
    expect(explain(sql, parameters)).toContain('SEARCH people USING INDEX sqlite_autoindex_people_1 (id=?)')
  })
})

it('several records are changed, and narrowed by a condition, by their ids on SQLite, not among all of the organisation', () => {
  using(({ explain, database }) => {
    database.exec(people)
    const byId = anyOf('id', 'uuid', ['a', 'b'], 'sqlite')
    const queries = [
      db.updateTable('people').set({ email: 'x' }).where(byId),
      db.selectFrom('people').selectAll().where(byId).where('email', '<>', ''),
      db.deleteFrom('people').where(byId),
    ]
    for (const query of queries) {
      const { sql, parameters } = query.compile()
      expect(parameters).toContain('acme')
      expect(explain(sql, parameters)).toContain('SEARCH people USING INDEX sqlite_autoindex_people_1 (id=?)')
    }
  })
})

it('ids that count within an organization are looked up in it', () => {
  const { sql } = db
    .selectFrom('people')
    .selectAll()
    .where(anyOf('id', 'bigint', [1, 2], 'sqlite'))
    .compile()
  expect(sql).toMatch(/ and "people"."user_from" = \?$/)
})

function using(work: (tools: { database: SQLite.Database; explain(sql: string, parameters: readonly unknown[]): string[] }) => void) {
  const database = new SQLite(':memory:')
  const explain = (sql: string, parameters: readonly unknown[]) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all(...parameters)
      .map((row) => String((row as { detail: string }).detail))
  try {
    work({ database, explain })
  } finally {
    database.close()
  }
}
