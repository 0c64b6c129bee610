import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import type { Storage } from 'rapport-crm'
import { type Mcp, mcp } from 'rapport-crm/mcp'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { clients, type Result, type TestClient } from '../adapters/mcp-clients.ts'
import { key, open, seed } from './organization.ts'
import type { Call } from './organization/people.ts'

/** A copy of the organization of the exam, with an agent connected to it. */
export interface World extends AsyncDisposable {
  /** An operation as Ada, past the tools. */
  readonly call: Call
  /** The same as another teammate. */
  as(email: string): Call
  /** A tool, as the agent calls it. The name of an unknown one is an error of the protocol, which a model sees as text, too. */
  tool(name: string, args: Readonly<Record<string, unknown>>): Promise<Result>
  /** The tools with a key that has these scopes only. */
  with(scopes: readonly string[]): Promise<Pick<World, 'tool'>>
  /** All tools, as the agent sees them. */
  list(): Promise<readonly Record<string, unknown>[]>
}

/** Makes worlds that know nothing of one another. */
export interface Worlds extends AsyncDisposable {
  fresh(): Promise<World>
}

async function connect(storage: Storage, remove: () => Promise<void>): Promise<World> {
  const { engine, call, as, close } = await open(storage)
  const server = mcp(engine)
  const client = await agent(server, key)
  return {
    call,
    as,
    tool: callerOf(client),
    with: async (scopes) => {
      const made = await call('createApiKey', { name: 'Narrow', scopes })
      return { tool: callerOf(await agent(server, made.key)) }
    },
    list: () => client.list(),
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await close()
      await remove()
    },
  }
}

const agent = (server: Mcp, token: string): Promise<TestClient> => clients['client 2, automatic']!(server, { token })

const callerOf =
  (client: TestClient): World['tool'] =>
  async (name, args) => {
    try {
      return await client.call(name, args)
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: (error as Error).message }] }
    }
  }

/** Worlds in SQLite files, each a copy of one seed; `kept` reuses the seed of an earlier process, as long as it is the same. */
export async function sqliteWorlds({ kept = false } = {}): Promise<Worlds> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-exam-'))
  const cached = join(tmpdir(), `rapport-exam-${await hashOfSeed()}.sqlite`)
  const image = join(folder, 'seed.sqlite')
  if (kept && existsSync(cached)) await copyFile(cached, image)
  else {
    await seed(sqlite(image))
    const database = new Database(image)
    database.pragma('wal_checkpoint(truncate)')
    database.close()
    if (kept) {
      await copyFile(image, join(folder, 'kept.sqlite'))
      await rename(join(folder, 'kept.sqlite'), cached)
    }
  }
  let made = 0
  return {
    fresh: async () => {
      const file = join(folder, `${++made}.sqlite`)
      await copyFile(image, file)
      return await connect(sqlite(file), () => rm(file, { force: true }))
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Worlds in databases of a PostgreSQL server, each made of one seed as its template. */
export async function postgresWorlds(url: string): Promise<Worlds> {
  const names: string[] = []
  const run = `exam_${Date.now()}`
  const server = new pg.Client({ connectionString: url })
  await server.connect()
  const make = async (template?: string) => {
    const name = `${run}_${names.length}`
    names.push(name)
    await server.query(`create database ${name}${template ? ` template ${template}` : ''}`)
    return name
  }
  const drop = (name: string) => server.query(`drop database if exists ${name} with (force)`)
  const storage = (name: string) => postgresql({ url: Object.assign(new URL(url), { pathname: `/${name}` }).href })
  const template = await make()
  await seed(storage(template))
  return {
    fresh: async () => {
      const name = await make(template)
      return await connect(storage(name), async () => void (await drop(name)))
    },
    [Symbol.asyncDispose]: async () => {
      for (const name of names) await drop(name)
      await server.end()
    },
  }
}

// Of everything that decides what the seed holds, this is what changes while tasks are written; the engine decides the tables.
async function hashOfSeed(): Promise<string> {
  const hash = createHash('sha256')
  const root = import.meta.dirname
  const inner = join(root, 'organization')
  const files = [join(root, 'organization.ts'), join(root, 'ids.ts'), ...(await readdir(inner)).toSorted().map((each) => join(inner, each))]
  for (const each of files) hash.update(await readFile(each))
  return hash.digest('hex').slice(0, 16)
}
