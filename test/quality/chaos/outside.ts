import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { type Contents, judge, judged, type Report, type Row } from './judge.ts'
import type { Acknowledged } from './writer.ts'

/**
 * Judges a database as somebody else sees it, who has no engine: in a tenth of the time, with nothing changed by it, and on
 * PostgreSQL while others go on. The next engine that opens it finds it as the killed one left it.
 */
export async function auditOutside(place: string, acknowledged: readonly Acknowledged[]): Promise<Report> {
  const known = [...acknowledged]
  const { tables, integrity } = place.startsWith('postgres:') ? await readPostgres(place) : readSqlite(place)
  return judge(tables, known, integrity)
}

interface Seen {
  readonly tables: Contents
  readonly integrity: unknown
}

// Opens the file for reading only, so that the next writer recovers from the log of the killed one.
function readSqlite(file: string): Seen {
  const database = new Sqlite(file, { readonly: true })
  try {
    const tables = Object.fromEntries(judged.map((table) => [table, database.prepare(`select * from ${table}`).all() as Row[]]))
    return { tables, integrity: database.pragma('integrity_check', { simple: true }) }
  } finally {
    database.close()
  }
}

// Reads all tables in one snapshot, taken after everything that is known.
async function readPostgres(url: string): Promise<Seen> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables: Record<string, Row[]> = {}
    for (const table of judged) tables[table] = (await client.query<Row>(`select * from chaos.${table}`)).rows
    return { tables, integrity: 'ok' }
  } finally {
    await client.end()
  }
}
