import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres } from '../../support/postgres.setup.ts'
import { ways, withdrawals } from './withdrawals.ts'

const seed = Number(process.env['CHAOS_SEED'] ?? 20_260_115)
const rounds = Number(process.env['CHAOS_ROUNDS'] ?? ways.length)

describe(`keys that are withdrawn under processes that write with them and are killed (CHAOS_SEED=${seed})`, () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rapport-chaos-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('write nothing after it, in the one process of an SQLite file', async () => {
    expectObeyed(await withdrawals(join(folder, 'keys.sqlite'), { rounds, processes: 1, seed }))
  }, 120_000)

  it('write nothing after it in any of four processes on PostgreSQL', async () => {
    const server = await startPostgres(['-c', 'track_commit_timestamp=on'])
    try {
      expectObeyed(await withdrawals(`${server.url}?pool=3`, { rounds: rounds - 1, processes: 4, seed }))
    } finally {
      await server.stop()
    }
  }, 120_000)
})

function expectObeyed(seen: Awaited<ReturnType<typeof withdrawals>>): void {
  console.info(seen)
  expect(seen.faults).toEqual([])
  expect(seen.acknowledged).toBeGreaterThan(0)
  // Within a second; a machine that does much else takes longer to start to look.
  expect(seen.streamsEndedMs).toBeLessThan(5_000)
}
