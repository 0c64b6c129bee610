/** What migrations leave of an empty database: a new one begins with it, in a fifth of their time. */
export interface Baseline {
  /** The names of the migrations that it stands for. */
  readonly migrations: readonly string[]
  /** The statements of the schema; `{p}` stands for the table prefix. */
  readonly sql: string
}

/** The baseline of SQLite; PostgreSQL needs none, because it adds a column without reading its whole schema again. */
export type LoadBaseline = () => Promise<Baseline>

/** What the statements are run on. */
interface Connection {
  executeDump(statements: string): Promise<void>
}

/**
 * Brings an SQLite database without migrations to the baseline and notes the migrations that it stands for, all or nothing.
 */
export async function beginWithBaseline(
  connection: Connection,
  { migrations, sql }: Baseline,
  table: string,
  prefix: string,
): Promise<void> {
  const noted = `insert into "${table}" ("name") values ${migrations.map((name) => `('${name}')`).join(', ')};`
  try {
    await connection.executeDump(`begin;\n${sql.replaceAll('{p}', prefix)}\n${noted}\ncommit`)
  } catch (error) {
    await connection.executeDump('rollback')
    throw error
  }
}
