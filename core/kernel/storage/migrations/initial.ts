import type { Migration } from '../connection/migrate.ts'
import { sql as postgresql } from './postgresql/2026-11-21-initial.ts'
import { extras as postgresqlExtras } from './postgresql/2026-11-21-extras.ts'
import { sql as sqlite } from './sqlite/2026-11-21-initial.ts'
import { extras as sqliteExtras } from './sqlite/2026-11-21-extras.ts'

export const initial: Migration = {
  name: '2026-11-21-initial',
  up: { postgresql: `${postgresql};\n${postgresqlExtras}`, sqlite: `${sqlite};\n${sqliteExtras}` },
}
