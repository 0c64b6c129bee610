import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../support/postgres.setup.ts'
import { moments, round } from './round.ts'
import type { Acknowledged } from './writer.ts'

// node -C source test/chaos/run.ts <rounds> [seed]: kills by the hundred, on both databases, with a database of its own each 25.
const [, , rounds = '100', given] = process.argv
const seed = Number(given ?? Date.now() % 1_000_000)
const FRESH = 25

const folder = await mkdtemp(join(tmpdir(), 'rapport-chaos-'))
const server = await startPostgres()
let failed = false
for (const kind of ['SQLite', 'PostgreSQL']) {
  const next = moments(seed)
  const totals = { rounds: 0, acknowledged: 0, lost: 0, orphans: 0, 'opened in ms at most': 0 }
  let [place, acknowledged] = ['', [] as Acknowledged[]]
  for (let at = 0; at < Number(rounds); at += 1) {
    if (at % FRESH === 0) {
      place = kind === 'SQLite' ? join(folder, `${at}.sqlite`) : await newDatabase(`chaos_${at}`)
      acknowledged = []
    }
    const known = acknowledged.length
    const moment = next()
    const report = await round(place, `r${at}`, moment, acknowledged)
    totals.rounds += 1
    totals.acknowledged += acknowledged.length - known
    totals.lost += report.lost.length
    totals.orphans += report.orphans.length
    totals['opened in ms at most'] = Math.max(totals['opened in ms at most'], report.opened)
    for (const fault of [...report.lost, ...report.orphans]) console.error(`${kind}, round ${at}, ${JSON.stringify(moment)}: ${fault}`)
  }
  failed ||= totals.lost + totals.orphans > 0
  console.log(kind, totals)
}
console.log(`seed ${seed}`)
await server.stop()
await rm(folder, { recursive: true, force: true })
process.exitCode = failed ? 1 : 0

async function newDatabase(name: string): Promise<string> {
  await server.pg.createDatabase(name)
  return server.url.replace(/postgres$/, name)
}
