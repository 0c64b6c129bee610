import { startPostgres } from '../../support/postgres.setup.ts'
import { judge } from './judge.ts'

// npm run conformance: the conformance suite of the protocol against the host as `npm start` runs it, on both databases.
const postgres = await startPostgres()
try {
  for (const [database, url] of Object.entries({ SQLite: 'sqlite:crm.sqlite', PostgreSQL: postgres.url })) {
    for (const { judged, required, passed, failed } of await judge(url)) {
      console.log(`${database.padEnd(10)} ${judged.padEnd(10)}  ${passed}/${required}`, ...failed.map((each) => `\n  ${each}`))
      if (passed !== required || failed.length > 0) process.exitCode = 1
    }
  }
} finally {
  await postgres.stop()
}
