import type { Storage } from 'rapport-crm'

/** The storage of a database URL; only its driver is loaded. `?schema=` selects a PostgreSQL schema. */
export async function storageFor(databaseUrl: string): Promise<Storage> {
  if (databaseUrl.startsWith('sqlite:')) {
    const { sqlite } = await import('rapport-crm/sqlite')
    return sqlite(fileOf(databaseUrl))
  }
  const { postgresql } = await import('rapport-crm/postgresql')
  const url = new URL(databaseUrl)
  const schema = url.searchParams.get('schema')
  url.searchParams.delete('schema')
  return postgresql(schema ? { url: url.href, schema } : { url: databaseUrl })
}

/** The path of an SQLite URL: `sqlite:data/a.sqlite`, `sqlite:/var/a.sqlite`, `sqlite:///var/a.sqlite`, `sqlite::memory:`. */
export function fileOf(databaseUrl: string): string {
  return databaseUrl.slice('sqlite:'.length).replace(/^\/\/(?=.)/, '')
}
