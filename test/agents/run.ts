import { startPostgres } from '../support/postgres.setup.ts'
import { allAnswers } from './answers.ts'
import { printed, report } from './report.ts'
import { areas } from './tasks/index.ts'
import { postgresWorlds, sqliteWorlds, type Worlds } from './world.ts'

// npm run agents: what agents can do with the tools as they are, on both databases.
const answers = allAnswers()

async function examine(database: string, worlds: Worlds): Promise<void> {
  const begun = performance.now()
  const result = await report(areas, answers, worlds)
  console.log(`${database} (${Math.round((performance.now() - begun) / 1000)} s)\n${printed(result)}\n`)
  if (!result.passed) process.exitCode = 1
}

{
  await using worlds = await sqliteWorlds()
  await examine('SQLite', worlds)
}
const postgres = await startPostgres()
try {
  await using worlds = await postgresWorlds(postgres.url)
  await examine('PostgreSQL', worlds)
} finally {
  await postgres.stop()
}
