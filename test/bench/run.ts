import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../support/postgres.setup.ts'
import { automationRows } from './automation-rows.ts'
import { engineRows } from './engine-rows.ts'
import { growthRows } from './growth.ts'
import { httpRows } from './http-rows.ts'
import { large } from './large.ts'
import { mailRows } from './mail-rows.ts'
import { mcpRows } from './mcp-rows.ts'
import { outreachRows } from './outreach-rows.ts'
import { print, type Row } from './report.ts'
import { stalls } from './stalls.ts'
import { startRows } from './start-rows.ts'
import { twoHostRows } from './two-host-rows.ts'
import { workflowRows } from './workflow-rows.ts'

// `npm run bench` measures every row of the table; `npm run bench -- create ingest` those whose name has one of the words.
const wanted = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'rapport-bench-'))
const postgres = await startPostgres(['-c', 'shared_buffers=256MB'])
const rows: Row[] = []
try {
  // A table of its own.
  const [first, ...words] = wanted
  if (first === 'stalls') await stalls({ folder, postgresUrl: postgres.url }, words)
  if (first === 'large') await large(postgres.url, words)
  for (const row of [
    ...startRows,
    ...engineRows,
    ...httpRows,
    ...mcpRows,
    ...growthRows,
    ...automationRows,
    ...workflowRows,
    ...mailRows,
    ...outreachRows,
    ...twoHostRows,
  ]) {
    if (first === 'stalls' || first === 'large' || (wanted.length > 0 && !wanted.some((word) => row.name.includes(word)))) continue
    const measured = await row.measure({ folder, postgresUrl: postgres.url })
    rows.push(measured)
    print([measured])
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
print(rows)
