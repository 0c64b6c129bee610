import { writeFile } from 'node:fs/promises'
import { MikroORM } from '@mikro-orm/core'
import { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { SqliteDriver } from '@mikro-orm/sqlite'
import { builtin } from '../../core/builtin.ts'
import { composeFeatures } from '../../core/records/record-type/compose-features.ts'

// Prints the schema of the entities for both databases, as the draft of a migration.
// `--initial` rewrites the initial migration, which is allowed only before the first release.
const drivers = {
  sqlite: { driver: SqliteDriver, dbName: ':memory:' },
  postgresql: { driver: PostgreSqlDriver, dbName: 'none', connect: false },
} as const

for (const [dialect, options] of Object.entries(drivers)) {
  // MikroORM types its entities by their decorators or schemas, which the registry does not know.
  const orm = await MikroORM.init({ ...(options as object), entities: composeFeatures(builtin).registry.all('entities') as never })
  const sql = prefixed(await orm.schema.getCreateSchemaSQL({ wrap: false }))
  await orm.close()
  if (process.argv.includes('--initial'))
    await writeFile(`core/kernel/storage/migrations/${dialect}/2026-11-21-initial.ts`, `export const sql = \`\n${sql}\n\`\n`)
  else process.stdout.write(`-- ${dialect}\n${sql}\n`)
}

function prefixed(sql: string): string {
  return sql
    .replaceAll('`', '"')
    .replaceAll(
      /create table "(\w+)"/g,
      (_, table: string) => `create${table === 'rate_windows' && sql.includes('timestamptz') ? ' unlogged' : ''} table "{p}${table}"`,
    )
    .replaceAll(/create (unique )?index "(\w+)" on "(\w+)"/g, 'create $1index "{p}$2" on "{p}$3"')
    .replaceAll(/alter table "(\w+)" add constraint "(\w+)"/g, 'alter table "{p}$1" add constraint "{p}$2"')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('set '))
    .map((line) =>
      line.replaceAll(/ \((?="id")|, (?=")/g, (gap) =>
        line.startsWith('create table') || line.startsWith('create unlogged') ? `${gap.trimEnd()}\n  ` : gap,
      ),
    )
    .join('\n')
}
