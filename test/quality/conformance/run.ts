import { startPostgres } from '../../support/postgres.setup.ts'
import { judge, requirements } from './judge.ts'

// npm run conformance: the conformance suite of the protocol against the host as `npm start` runs it, on both databases.
const postgres = await startPostgres()
try {
  for (const [database, url] of Object.entries({ SQLite: 'sqlite:crm.sqlite', PostgreSQL: postgres.url })) {
    for (const { revision, passed, failed } of await judge(url)) {
      const required = requirements[revision]
      console.log(`${database.padEnd(10)} ${revision}  ${passed}/${required}`, ...failed.map((each) => `\n  ${each}`))
      if (passed !== required || failed.length > 0) process.exitCode = 1
    }
  }
} finally {
  await postgres.stop()
}
