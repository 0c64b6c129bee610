import { existsSync } from 'node:fs'
import { type AnyOperation, CrmError, type Engine } from 'rapport-crm'
import type { Args } from './args.ts'
import { type Config, readConfig } from './config.ts'
import { openEngine } from './engine.ts'
import { CommandError } from './explain.ts'
import { JsonLogger } from './log.ts'
import { fileOf } from './storage.ts'

type Route = AnyOperation['route']

/** Calls operations, on the database or through a running host. */
export interface Client {
  /** Whether calls go through a running host. */
  readonly remote: boolean
  /** `input` fills `{name}` in the path; other fields are the body, or the query of GET and DELETE. */
  call(route: Route, input?: Readonly<Record<string, unknown>>): Promise<unknown>
  close(): Promise<void>
}

/** Uses the host at `--url`, or else the database of the configuration as its first administrator. */
export async function openClient({ url, key }: Args['values']): Promise<Client> {
  const config = readConfig(process.env)
  if (typeof url !== 'string') return await directClient(config)
  const token = typeof key === 'string' ? key : config.bootstrapKey
  if (!token) throw new CommandError('--url needs --key, or RAPPORT_BOOTSTRAP_KEY in the environment')
  return remoteClient(url, token)
}

async function directClient(config: Config): Promise<Client> {
  const engine = await openHere(config, `Use the host that has it open: --url http://127.0.0.1:${config.port || 3000} --key <API key>`)
  const actor = await engine.access.administrator()
  return {
    remote: false,
    async call(route, input = {}) {
      const operation = engine.registry.list.find((each) => each.route === route)
      if (!operation) throw new CommandError(`This version has no ${route}`)
      return await engine.call(operation, input, actor)
    },
    close: () => engine.close(),
  }
}

// In a folder without a database, a command would create one that nobody uses.
function refuseNowhere({ databaseUrl, databaseNamed }: Config): void {
  if (databaseNamed || existsSync(fileOf(databaseUrl))) return
  throw new CommandError(
    `There is no database here (${fileOf(databaseUrl)}). Set DATABASE_URL (a new SQLite file is created if needed), ` +
      'pass --url http://127.0.0.1:3000 --key <API key> of a running host, or start a host here with rapport serve',
  )
}

/** Opens the engine on the configured database; `otherwise` says what to do if another process has its file open. */
export async function openHere(config: Config, otherwise: string): Promise<Engine> {
  refuseNowhere(config)
  try {
    return await openEngine(config, new JsonLogger(), console.error)
  } catch (error) {
    if (!isHeld(error)) throw error
    throw new CommandError(`${error.message}.\n${otherwise}`)
  }
}

/** Whether another process has the SQLite file open; checks the shape of the error, so that its driver need not be loaded. */
export function isHeld(error: unknown): error is CrmError {
  return error instanceof CrmError && 'file' in error
}

function remoteClient(base: string, token: string): Client {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    remote: true,
    async call(route, input = {}) {
      const { method, url, body } = requestOf(base, route, input)
      const response = await reach(url, { method, headers, body })
      const answer: unknown = await response.json().catch(() => ({}))
      if (!response.ok) throw new CommandError(`The host answers ${response.status}: ${reasonOf(answer) ?? response.statusText}`)
      return answer
    },
    close: async () => {},
  }
}

/** Fetches from a host; throws `CommandError` if none answers. */
export async function reach(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const { cause } = error as Error & { cause?: { code?: string } }
    throw new CommandError(`No host answers at ${url} (${cause?.code ?? (error as Error).message})`)
  }
}

function requestOf(
  base: string,
  route: Route,
  input: Readonly<Record<string, unknown>>,
): { method: string; url: string; body: string | null } {
  const [method = '', pattern = ''] = route.split(' ')
  const rest = { ...input }
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const sends = method !== 'GET' && method !== 'DELETE'
  const query = sends ? '' : `?${new URLSearchParams(rest as Record<string, string>)}`
  return { method, url: `${base.replace(/\/+$/, '')}/api/v1${path}${query}`, body: sends ? JSON.stringify(rest) : null }
}

function reasonOf(answer: unknown): string | undefined {
  const { detail } = answer as { detail?: string }
  return detail
}
