import type { DialectName } from '../schema/codec.ts'
import type { Storage } from './storage.ts'

/** One step of the schema, hand-checked SQL for both databases; `{p}` stands for the table prefix. Never changed once released. */
export interface Migration {
  /** Sorts by date: `2026-11-21-initial`; a plugin puts its own name behind the date. */
  readonly name: string
  /** The statements, by database. */
  readonly up: Readonly<Record<DialectName, string>>
}

/** What a database is after these migrations: the same for the same statements on tables of the same names. */
export function identityOf(migrations: readonly Migration[], { dialect, tablePrefix = '' }: Storage): string {
  return JSON.stringify([tablePrefix, sorted(migrations).map(({ name, up }) => [name, up[dialect]])])
}

/** The table that has the names of what was run. */
export function migrationsTable({ tablePrefix = '' }: Pick<Storage, 'tablePrefix'>): string {
  return `${tablePrefix}rapport_migrations`
}

/** A migration as a database has it, or has it not. */
export interface MigrationState {
  /** Sorts by date, such as `2026-11-21-initial`. */
  readonly name: string
  /** `unknown`: done by a newer version, which this code must not open. */
  readonly state: 'done' | 'pending' | 'unknown'
  /** What it runs, in this order and in one transaction; none of an unknown one. */
  readonly statements: readonly string[]
}

/** Each of these migrations and of those of the database, by name. */
export function statesOf(migrations: readonly Migration[], done: ReadonlySet<string>, { dialect, tablePrefix }: Storage): MigrationState[] {
  const known = sorted(migrations).map(({ name, up }): MigrationState => ({
    name,
    state: done.has(name) ? 'done' : 'pending',
    statements: statements(up[dialect], tablePrefix ?? ''),
  }))
  const names = new Set(known.map(({ name }) => name))
  const unknown = [...done].filter((name) => !names.has(name)).toSorted()
  return [...known, ...unknown.map((name): MigrationState => ({ name, state: 'unknown', statements: [] }))]
}

/** The statements of one step on tables with this prefix. */
export function statements(sql: string, prefix: string): string[] {
  return sql
    .replaceAll('{p}', prefix)
    .split(';\n')
    .map((each) => each.trim().replace(/;$/, ''))
    .filter(Boolean)
}

/** In the order in which they run. */
export function sorted(migrations: readonly Migration[]): Migration[] {
  return migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
