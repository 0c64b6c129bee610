import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { phrases } from '../../../core/records/search/grammar/phrases.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const firstPage = "select * from companies where user_from = 'acme' and deleted_at is null order by created_at desc, id desc limit 51"

describeStorages(
  'after a load into a new database',
  (open) => {
    it('the first page of a list is read along its index, also of those with a text that many have, without waiting for the autovacuum of the server', async () => {
      const { engine, place } = await open()
      const records = Array.from({ length: 1000 }, (_, at) => ({
        name: `Company ${at}`,
        website: `https://company${at}.test`,
        country: at % 2 ? 'FR' : 'DE',
      }))
      await engine.as(ada).sync.ingest({ provider: 'custom:erp', object: 'companies', records })
      await engine.tick()
      const client = new pg.Client({ connectionString: inject('postgresUrl') })
      await client.connect()
      await client.query(`set search_path to "${place.storage().schema}"`)
      const planned = async (text: string, values: readonly unknown[] = []) => {
        const { rows } = await client.query<Record<string, string>>(`explain ${text}`, [...values])
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }
      const compared = sql`select * from companies where ${phrases.postgresql.fold(sql.ref('country'))} = ${'fr'}`.compile(
        new Kysely({ dialect: new PostgresDialect({ pool: async () => Promise.reject(new Error('Only compiles')) }) }),
      )
      const [page, found] = [await planned(firstPage), await planned(compared.sql, compared.parameters)]
      await client.end()
      expect(page).toContain('companies_created_at_id_index')
      expect(Number(/rows=(\d+)/.exec(found)?.[1])).toBeGreaterThan(300)
    })
  },
  ['PostgreSQL'],
)
