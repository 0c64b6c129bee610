import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundled } from './bundle.ts'
import { freePort } from './postgres.setup.ts'

/** The script that `npm start` and an installed `rapport` run. */
export const bin = fileURLToPath(new URL('../../host/bin.mjs', import.meta.url))
const cli = fileURLToPath(new URL('../../host/cli.ts', import.meta.url))
// Most processes live for a second or two, in which garbage collection costs more than memory.
const flags = ['--single-threaded-gc', '--min-semi-space-size=32']
// Reading the sources takes half of a start; the cache is outside of the repository.
const cache = fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url))

export type Environment = Readonly<Record<string, string>>

/** How a command ended. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A process of the host, in a folder of its own. */
export class HostProcess {
  readonly child: ChildProcessWithoutNullStreams
  readonly url: string
  out = ''
  err = ''
  readonly #ended: Promise<unknown>

  constructor(script: string, args: readonly string[], environment: Environment, cwd: string) {
    const { PATH = '', HOME = '' } = process.env
    this.child = spawn(process.execPath, [...flags, script, ...args], {
      cwd,
      env: { PATH, HOME, NODE_COMPILE_CACHE: cache, ...environment },
    })
    this.url = `http://127.0.0.1:${environment['PORT']}`
    this.child.stdout.on('data', (data) => (this.out += data))
    this.child.stderr.on('data', (data) => (this.err += data))
    this.#ended = once(this.child, 'close')
  }

  /** Resolves once the process reports on its standard output that it serves. */
  async ready(): Promise<this> {
    while (!this.out.includes('Rapport serves at')) {
      const { exitCode, signalCode } = this.child
      if (exitCode !== null || signalCode !== null)
        throw new Error(`The host ended with ${exitCode ?? signalCode}:\n${this.out}${this.err}`)
      await Promise.race([once(this.child.stdout, 'data'), this.#ended])
    }
    return this
  }

  /** Resolves once the process has printed this; rejects if it ends before. */
  async printed(pattern: RegExp): Promise<this> {
    while (!pattern.test(this.out + this.err)) {
      const { exitCode, signalCode, stdout, stderr } = this.child
      if (exitCode !== null || signalCode !== null) throw new Error(`It ended with ${exitCode ?? signalCode}:\n${this.out}${this.err}`)
      await Promise.race([once(stdout, 'data'), once(stderr, 'data'), this.#ended])
    }
    return this
  }

  async end(): Promise<Ended> {
    await this.#ended
    return { code: this.child.exitCode, out: this.out, err: this.err }
  }

  async signal(signal: NodeJS.Signals): Promise<Ended> {
    this.child.kill(signal)
    return await this.end()
  }
}

/** Starts hosts and commands in a temporary folder, which is removed at the end. */
export class HostLab implements AsyncDisposable {
  readonly folder: string
  readonly #script: string
  readonly #processes: HostProcess[] = []

  private constructor(folder: string, script: string) {
    this.folder = folder
    this.#script = script
  }

  /** Opens a lab with the bundled command line, or with another `script`. */
  static async open(script?: string): Promise<HostLab> {
    return new HostLab(await mkdtemp(join(tmpdir(), 'rapport-host-')), script ?? (await bundled(cli)))
  }

  /** Runs a command to its end. */
  async run(args: readonly string[], environment: Environment = {}, input = ''): Promise<Ended> {
    const started = this.#start(args, environment)
    started.child.stdin.end(input)
    return await started.end()
  }

  /** Starts a command that goes on until a signal ends it. */
  begin(args: readonly string[], environment: Environment = {}): HostProcess {
    return this.#start(args, environment)
  }

  /** Starts `rapport serve` on a free port without waiting for it. */
  async start(environment: Environment = {}, flags: readonly string[] = []): Promise<HostProcess> {
    return this.#start(['serve', ...flags], { PORT: String(await freePort()), ...environment })
  }

  /** Starts `rapport serve` and waits until it serves. */
  async serve(environment: Environment = {}, flags: readonly string[] = []): Promise<HostProcess> {
    return await (await this.start(environment, flags)).ready()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      this.#processes.filter(({ child }) => child.exitCode === null && child.signalCode === null).map((each) => each.signal('SIGKILL')),
    )
    await rm(this.folder, { recursive: true, force: true })
  }

  #start(args: readonly string[], environment: Environment): HostProcess {
    const started = new HostProcess(this.#script, args, environment, this.folder)
    this.#processes.push(started)
    return started
  }
}

/** A JSON call with a key. */
export async function call(
  host: HostProcess,
  key: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(
    `${host.url}${path}`,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  )
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}
