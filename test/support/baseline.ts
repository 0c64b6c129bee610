import { writeFile } from 'node:fs/promises'
import SqliteDatabase from 'better-sqlite3'
import { builtin } from '../../core/builtin.ts'
import type { Baseline } from '../../core/kernel/storage/connection/baseline.ts'
import { statesOf } from '../../core/kernel/storage/connection/migrate.ts'
import { composeFeatures } from '../../core/records/record-type/compose-features.ts'
import { sqlite } from 'rapport-crm/sqlite'

const PREFIX = 'prefix_of_tables_'

/** What the migrations of the engine leave of an empty SQLite database, read back from it. */
export function migratedBaseline(): Baseline {
  const states = statesOf(composeFeatures(builtin).registry.all('migrations'), new Set(), { ...sqlite(':memory:'), tablePrefix: PREFIX })
  const database = new SqliteDatabase(':memory:')
  // Orders names; there are none yet.
  database.function('rapport_order', { varargs: true }, () => null)
  for (const statement of states.flatMap(({ statements }) => statements)) database.prepare(statement).run()
  const made = ownSchema(database)
  const filled = made.filter(({ name, sql }) => isTable(sql) && database.prepare(`select 1 from "${name}"`).get())
  database.close()
  if (filled.length > 0)
    throw new Error(`A baseline has no rows, and migrations wrote some into ${filled.map(({ name }) => name).join(', ')}`)
  const text = made.map(({ sql }) => `${sql.replaceAll(PREFIX, '{p}')};\n`).join('')
  return { migrations: states.map(({ name }) => name), sql: text }
}

// A virtual table makes the tables that hold its content.
function ownSchema(database: SqliteDatabase.Database): Made[] {
  const rows = database.prepare(`select name, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid`)
  const made = rows.all() as Made[]
  const virtual = made.filter(({ sql }) => /^create virtual/i.test(sql)).map(({ name }) => `${name}_`)
  return made.filter(({ name, sql }) => !isTable(sql) || !virtual.some((each) => name.startsWith(each)))
}

const isTable = (sql: string) => /^create table/i.test(sql)

interface Made {
  readonly name: string
  readonly sql: string
}

if (import.meta.main) await write(migratedBaseline())

async function write({ migrations, sql }: Baseline): Promise<void> {
  const names = migrations.map((name) => `    '${name}',\n`).join('')
  const text = sql.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`)
  await writeFile(
    'core/kernel/storage/migrations/generated/sqlite-baseline.ts',
    `import type { Baseline } from '../../connection/baseline.ts'

/** Written by \`node -C source test/support/baseline.ts\`, from the migrations. */
export const baseline: Baseline = {
  migrations: [
${names}  ],
  sql: \`${text}\`,
}
`,
  )
}
