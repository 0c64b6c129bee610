import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import { emptyDatabase } from '../image.ts'

/** A kind of database that the checks of plugins run on. */
export interface KitDatabase {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Work with an empty database with the tables of the engine, which is removed afterwards; `storage` opens it, again and again. */
  with<T>(work: (storage: () => Storage) => Promise<T>): Promise<T>
}

/** A database in a file. */
export const sqliteFiles: KitDatabase = {
  name: 'SQLite',
  async with(work) {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-kit-'))
    try {
      const file = join(folder, 'rapport.sqlite')
      await writeFile(file, await emptyDatabase())
      return await work(() => sqlite(file))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Why checks on PostgreSQL are left out; undefined where there is a server. */
export const noServer = (url = process.env['TEST_POSTGRES_URL']): string | undefined =>
  url ? undefined : 'set TEST_POSTGRES_URL to the address of a server'

/** Schemas of their own on a server. */
export function postgresqlSchemas(url = process.env['TEST_POSTGRES_URL'] ?? ''): KitDatabase {
  return {
    name: 'PostgreSQL',
    async with(work) {
      const { postgresql } = await import('rapport-crm/postgresql')
      const schema = `rapport_kit_${randomUUID().replaceAll('-', '')}`
      try {
        return await work(() => postgresql({ url, schema, pool: 4 }))
      } finally {
        await drop(url, schema)
      }
    },
  }
}

async function drop(url: string, schema: string): Promise<void> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`drop schema if exists ${schema} cascade`)
  } finally {
    await client.end()
  }
}
