import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Engine } from 'rapport-crm'
import { startPostgres } from '../../support/postgres.setup.ts'
import { storageOf } from './storage.ts'

// A server that is killed every second would check all of its files each time.
const flags = [
  'recovery_init_sync_method=syncfs',
  'shared_buffers=16MB',
  'io_method=sync',
  'max_logical_replication_workers=0',
  'track_commit_timestamp=on',
].flatMap((each) => ['-c', each])
const CONNECTIONS = 3

type Server = Awaited<ReturnType<typeof startPostgres>>

/** Creates the databases of the rehearsals, one after the other. */
export class Stage {
  readonly #folder: string
  #server: Server | undefined
  #places = 0
  #databases = 0
  readonly #made: string[] = []

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(): Promise<Stage> {
    return new Stage(await mkdtemp(join(tmpdir(), 'rapport-chaos-')))
  }

  /** PostgreSQL, started on first use. */
  async server(): Promise<Server> {
    if (this.#server) return this.#server
    this.#server = await startPostgres(flags)
    await this.#server.pg.createDatabase('template')
    await migrate(this.#url('template'))
    return this.#server
  }

  /** Files of SQLite with the tables of the engine. */
  async files(count: number): Promise<string[]> {
    const template = join(this.#folder, 'template.sqlite')
    if (this.#places === 0) await migrate(template)
    const at = (place: number) => join(this.#folder, `${place}.sqlite`)
    await Promise.all(
      this.#made.splice(0).flatMap((file) => ['', '-wal', '-shm', '.lock', '.pid'].map((end) => rm(`${file}${end}`, { force: true }))),
    )
    while (this.#made.length < count) this.#made.push(at((this.#places += 1)))
    await Promise.all(this.#made.map((file) => copyFile(template, file)))
    return [...this.#made]
  }

  async file(): Promise<string> {
    return (await this.files(1)).join()
  }

  /** A database of PostgreSQL with the tables of the engine. */
  async database(): Promise<string> {
    const { url } = await this.server()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    if (this.#databases > 0) await client.query(`drop database chaos_${this.#databases} with (force)`)
    const name = `chaos_${(this.#databases += 1)}`
    await client.query(`create database ${name} template template`)
    await client.end()
    return this.#url(name)
  }

  async close(): Promise<void> {
    await this.#server?.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #url(name: string): string {
    return `${this.#server?.url.replace(/postgres$/, name)}?pool=${CONNECTIONS}`
  }
}

async function migrate(place: string): Promise<void> {
  const engine = await Engine.open({ storage: storageOf(place) })
  await engine.close()
}
