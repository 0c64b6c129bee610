import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { bundled } from '../../support/bundle.ts'
import { audit, type OpenedReport } from './audit.ts'
import { launch } from './launch.ts'
import type { Acknowledged, Line } from './writer.ts'

const script = await bundled(fileURLToPath(new URL('./writer.ts', import.meta.url)))

/** A writer in its own process, and its acknowledged writes. */
export class Writer {
  readonly acknowledged: Line[] = []
  /** Writes that the database refused. */
  errors = ''
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  #rest = ''

  /** `places` are one or several, with | between them. */
  constructor(places: string, tag: string, ...quiet: readonly 'quiet'[]) {
    this.#child = launch(script, [places, tag, ...quiet], ['ignore', 'pipe', 'pipe'])
    this.#ended = once(this.#child, 'close')
    this.#child.stdout?.on('data', (data) => this.#read(String(data)))
    this.#child.stderr?.on('data', (data) => (this.errors += String(data)))
  }

  get count(): number {
    return this.acknowledged.length
  }

  /** Resolves when so many writes were answered. */
  async reaches(count: number): Promise<void> {
    while (this.acknowledged.length < count) {
      if (this.#hasEnded) throw new Error(`The writer ended with ${this.#child.exitCode ?? this.#child.signalCode}:\n${this.errors}`)
      await Promise.race([once(this.#child.stdout as NodeJS.ReadableStream, 'data'), this.#ended])
    }
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
    if (this.#child.signalCode !== 'SIGKILL') throw new Error(`The writer ended by itself:\n${this.errors}`)
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  // The kill may have cut the last line, which does not count.
  #read(data: string): void {
    const lines = (this.#rest + data).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.acknowledged.push(JSON.parse(line) as Line)
  }
}

/** A moment: after so many answers, and so many milliseconds more. */
export type Moment = { readonly answers: number; readonly ms: number }

/** Runs a writer and kills it, again and again on one database; adds its acknowledged writes to `before`. */
export async function cut(
  places: string,
  tag: string,
  { answers, ms }: Moment,
  before: { push(...more: Line[]): unknown },
  ...quiet: readonly 'quiet'[]
): Promise<void> {
  const writer = new Writer(places, tag, ...quiet)
  try {
    await writer.reaches(answers)
    await after(ms)
  } finally {
    await writer.kill()
  }
  before.push(...writer.acknowledged)
}

/** The same, and what the next engine finds. */
export async function round(place: string, tag: string, moment: Moment, before: Acknowledged[]): Promise<OpenedReport> {
  await cut(place, tag, moment, before)
  return await compare(place, before)
}

/** Compares the database with the acknowledged writes of killed writers, once none of their statements runs. */
export async function compare(place: string, acknowledged: readonly Acknowledged[]): Promise<OpenedReport> {
  if (place.startsWith('postgres:')) await untilAlone(place)
  return await audit(place, acknowledged)
}

/** Random but repeatable moments, after at most so many answers. */
export function moments(seed: number, most = 120): () => Moment {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return () => ({ answers: 1 + next(most), ms: next(40) })
}

/** Like `pg_ctl stop -m immediate`: no checkpoint; the next start recovers from the log. */
export async function stopAtOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('show data_directory')
  const [pid] = (await readFile(join(rows[0].data_directory, 'postmaster.pid'), 'utf8')).split('\n')
  const gone = new Promise((resolve) => client.once('end', resolve))
  process.kill(Number(pid), 'SIGQUIT')
  await gone
}

/** Starts a server that was stopped immediately; the memory of the former one may still be in use for a moment. */
export async function startAgain(server: { start(): Promise<void> }): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await server.start()
    } catch (error) {
      if (tries === 20) throw error ?? new Error('PostgreSQL does not start again')
      await after(250)
    }
  }
}

// The server finishes the statements of a killed client, which would change the tables during the audit.
async function untilAlone(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const others = async () => {
    const { rows } = await client.query("select 1 from pg_stat_activity where application_name = 'rapport'")
    return rows.length
  }
  while ((await others()) > 0) await after(5)
  await client.end()
}
