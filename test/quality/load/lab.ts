import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bin, type Environment, HostLab, type HostProcess } from '../../support/host.ts'
import { Stage } from '../chaos/stage.ts'

const bootstrapKey = 'rk_load_0123456789abcdef0123456789abcdef'

/** A host under test, with the keys of its callers. */
export interface LoadedHost {
  readonly host: HostProcess
  readonly keys: readonly string[]
  /** Resident memory in MB. */
  memory(): Promise<number>
}

/** Where hosts find an empty database. */
export type DatabaseName = 'sqlite' | 'postgresql'

/** Starts hosts on empty databases. */
export class LoadLab implements AsyncDisposable {
  readonly #lab: HostLab
  readonly #stage: Stage

  private constructor(lab: HostLab, stage: Stage) {
    this.#lab = lab
    this.#stage = stage
  }

  static async open(): Promise<LoadLab> {
    return new LoadLab(await HostLab.open(bin), await Stage.open())
  }

  /** A host with so many callers, each a user with a key of their own. */
  async host(database: DatabaseName, callers: number, environment: Environment = {}): Promise<LoadedHost> {
    const url = database === 'sqlite' ? `sqlite:${join(this.#lab.folder, `${callers}.sqlite`)}` : await this.#stage.database()
    const settings = { DATABASE_URL: url, RAPPORT_BOOTSTRAP_KEY: bootstrapKey, RAPPORT_RATE_LIMIT: '1000000', ...environment }
    const host = await this.#lab.serve(settings)
    const keys: string[] = []
    for (let at = 0; at < callers; at += 1) {
      const user = await post(host, '/users', { email: `caller${at}@load.test` })
      keys.push((await post(host, '/api-keys', { name: `Caller ${at}`, user_id: user['id'], scopes: ['read', 'write'] }))['key'] ?? '')
    }
    return { host, keys, memory: () => memoryOf(host) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lab[Symbol.asyncDispose]()
    await this.#stage.close()
  }
}

async function post(host: HostProcess, path: string, body: object): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${bootstrapKey}`, 'content-type': 'application/json' }
  const response = await fetch(`${host.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as Record<string, string>
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}

async function memoryOf({ child }: HostProcess): Promise<number> {
  const [, pages = '0'] = (await readFile(`/proc/${child.pid}/statm`, 'utf8')).split(' ')
  return (Number(pages) * 4096) / 1e6
}

/** The address of the schema that tests fill, as the host takes it; the number of connections is a word of tests alone. */
export function inSchema(address: string): string {
  const url = new URL(address)
  url.searchParams.delete('pool')
  url.searchParams.set('schema', 'chaos')
  return url.href
}
