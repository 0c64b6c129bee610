import { Migrator } from '@mikro-orm/migrations'
import { builtin } from './core/builtin.ts'
import { readConfig } from './host/config.ts'
import { storageFor } from './host/storage.ts'

/** For MikroORM's own command line, which looks at the database of `DATABASE_URL`; the schema itself is kept by `rapport migrate`. */
const { options } = await storageFor(readConfig(process.env).databaseUrl)

export default {
  ...options,
  entities: builtin.flatMap(({ entities = [] }) => entities),
  extensions: [Migrator],
  migrations: { tableName: 'rapport_migrations', snapshot: false },
}
