import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/postgres.setup.ts'

export interface Server extends AsyncDisposable {
  readonly origin: string
  /** Resident memory in MB. */
  memory(): Promise<number>
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
}

export const benchKey = 'rk_bench_0123456789abcdef0123456789abcdef'

/** The bare probe as a process of its own. */
export async function startProbe(kind: string, target: string): Promise<Server> {
  const child = spawn(process.execPath, [path('./probe.ts'), kind, target], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(child.stdout, 'data')
  return server(child, `http://127.0.0.1:${String(port).trim()}`)
}

/** The bundled host as a process of its own. */
export async function startHost(databaseUrl: string, environment: Record<string, string> = {}): Promise<Server> {
  const port = String(await freePort())
  const { PATH = '', HOME = '' } = process.env
  const settings = { PORT: port, DATABASE_URL: databaseUrl, RAPPORT_BOOTSTRAP_KEY: benchKey, RAPPORT_RATE_LIMIT: '1000000', ...environment }
  const child = spawn(process.execPath, ['--max-semi-space-size=12', path('../../host/bin.mjs'), 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, ...settings },
  })
  let out = ''
  while (!out.includes('Rapport serves at'))
    out += String(
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => Promise.reject(new Error('The host ended')))]),
    )
  child.stdout.resume()
  return server(child, `http://127.0.0.1:${port}`)
}

function server(child: ChildProcess, origin: string): Server {
  return {
    origin,
    async memory() {
      const [, pages = '0'] = (await readFile(`/proc/${child.pid}/statm`, 'utf8')).split(' ')
      return (Number(pages) * 4096) / 1e6
    },
    signal: (name) => void child.kill(name),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
