import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../support/postgres.setup.ts'
import { playRound } from './round.ts'

// node -C source test/quality/mail/run.ts [--postgresql] [--recipients N] [--processes N] [--kills N] [--seed N] [--rudeness 0.03] [--calm]:
// real processes send to a server that hangs up, while they are killed and people meddle; exits with 1 if somebody got two messages or none.
const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    postgresql: { type: 'boolean' },
    calm: { type: 'boolean' },
    recipients: text,
    processes: text,
    kills: text,
    seed: text,
    rudeness: text,
  },
})
const folder = await mkdtemp(join(tmpdir(), 'rapport-mail-'))
const server = values.postgresql ? await startPostgres() : undefined
try {
  const round = {
    recipients: Number(values.recipients ?? 2000),
    processes: server ? Number(values.processes ?? 4) : 1,
    kills: Number(values.kills ?? 20),
    seed: Number(values.seed ?? 1),
    rudeness: Number(values.rudeness ?? 0.03),
    meddles: !values.calm,
  }
  const place = server ? `${server.url}?schema=mail` : join(folder, 'rapport.sqlite')
  const verdict = await playRound({ ...round, place })
  console.log(JSON.stringify({ storage: server ? 'PostgreSQL' : 'SQLite file', ...round, ...verdict, faults: verdict.faults.slice(0, 20) }))
  process.exitCode = verdict.faults.length > 0 ? 1 : 0
} finally {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}
