import { type CompiledQuery, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { OrganizationFilter } from '../../../core/kernel/storage/connection/organization-filter.ts'
import { anyOf } from '../../../core/kernel/storage/records/any-of.ts'
import { matchingEntries, newestMatching } from '../../../core/kernel/storage/records/text-match.ts'
import type { Tables } from '../../../core/kernel/storage/schema/tables.ts'

// One organization with half of all rows beside thousands with a few: a plan for any of them takes each for a small one.
const schema = 'uneven_organizations'
const client = new pg.Client({ connectionString: inject('postgresUrl') })
const asked: CompiledQuery[] = []
const db = new Kysely<Tables>({
  log: ({ query }) => void asked.push(query),
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (each) => new PostgresIntrospector(each),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new OrganizationFilter(new Set(['people', 'search_entries']), 'large')],
})

beforeAll(async () => {
  await client.connect()
  await client.query(`create schema ${schema};
    set search_path = ${schema};
    create table people (id uuid primary key, user_from text not null, company_id uuid);
    insert into people select gen_random_uuid(), case when n % 2 = 0 then 'large' else 'small' || n % 5000 end from generate_series(1, 20000) as n;
    create index people_company_id_id_index on people (user_from, company_id, id);
    create table search_entries (id bigint primary key, user_from text not null, record_id uuid, document tsvector not null);
    insert into search_entries select row_number() over (), user_from, id, ('scope:1C word' || (row_number() over ()) || ':1A')::tsvector from people;
    create index search_entries_record_id_index on search_entries (user_from, record_id);
    create index search_entries_document_index on search_entries using gin (document);
    analyze people; analyze search_entries`)
})
afterAll(async () => {
  await client.query(`drop schema ${schema} cascade`)
  await client.end()
})

async function generalPlan({ sql }: { readonly sql: string }): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(`explain (generic_plan, costs off) ${sql}`)
  return rows.map((each) => each['QUERY PLAN']).join('\n')
}

it('several records are looked up by their ids, and not among all of a large organization', async () => {
  const ids = ['0195d0a0-0000-7000-8000-000000000001', '0195d0a0-0000-7000-8000-000000000002']
  const query = db
    .selectFrom('people')
    .selectAll()
    .where(anyOf('people.id', 'uuid', ids, 'postgresql'))
  const compiled = query.where('company_id', 'is', null).compile()
  expect(compiled.parameters).toContain('large')
  expect(await generalPlan(compiled)).toMatch(/Scan (on|using) people_pkey/)
})

it('words are looked up in their index, and nothing else of a large organization is read', async () => {
  const query = { organization: 'large', objects: ['people'], readings: [['ada']], prefix: true, titleOnly: false }
  const compiled = matchingEntries(db, 'postgresql', query).select('record_id').limit(20).compile()
  expect(compiled.parameters).toContain('large')
  const plan = await generalPlan(compiled)
  expect(plan).toMatch(/search_entries_document_index/)
  expect(plan).not.toMatch(/search_entries_record_id_index/)
})

it('many words that nobody says are looked up in their index, and only the newest rows are read beside it', async () => {
  const words = Array.from({ length: 300 }, (_, at) => `unsaid${at}`)
  const query = { organization: 'large', objects: ['people'], readings: [['unsaid']], prefix: true, titleOnly: false }
  asked.length = 0
  expect(await newestMatching(db, 'postgresql', { ...query, near: new Map([['unsaid', words]]) }, ['record_id'], 20)).toEqual([])
  const plans = []
  for (const { sql, parameters } of asked) {
    const { rows } = await client.query<Record<string, string>>(`explain (costs off) ${sql}`, [...parameters])
    plans.push(rows.map((each) => each['QUERY PLAN']).join('\n'))
  }
  expect(plans).toEqual([
    expect.stringMatching(/Index Cond: \(id > \(\(InitPlan \d\)\.col1 - 1000\)\)/),
    expect.stringMatching(/Bitmap Index Scan on search_entries_document_index/),
  ])
})

it('a condition on other columns keeps to the indexes of its organization', async () => {
  const id = '0195d0a0-0000-7000-8000-000000000001'
  const query = db.selectFrom('people').selectAll().where('company_id', '=', id)
  expect(await generalPlan(query.compile())).toMatch(/people_company_id_id_index/)
  const joined = db
    .selectFrom('search_entries as s')
    .innerJoin('people as p', 'p.id', 's.record_id')
    .select('s.id')
    .where(anyOf('p.id', 'uuid', [id, id.replace(/1$/, '2')], 'postgresql'))
  expect(await generalPlan(joined.compile())).toMatch(/search_entries_record_id_index/)
})
