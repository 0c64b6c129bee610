import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

const firstPage = "select * from companies where user_from = 'acme' and deleted_at is null order by created_at desc, id desc limit 51"

describeStorages(
  'after a load into a new database',
  (open) => {
    it('the first page of a list is read along its index, without waiting for the autovacuum of the server', async () => {
      const { engine, place } = await open()
      const records = Array.from({ length: 1000 }, (_, at) => ({ name: `Company ${at}`, website: `https://company${at}.test` }))
      await engine.as(ada).sync.ingest({ provider: 'custom:erp', object: 'companies', records })
      await engine.tick()
      const client = new pg.Client({ connectionString: inject('postgresUrl') })
      await client.connect()
      await client.query(`set search_path to "${place.storage().schema}"`)
      const { rows } = await client.query<Record<string, string>>(`explain ${firstPage}`)
      await client.end()
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('companies_created_at_id_index')
    })
  },
  ['PostgreSQL'],
)
