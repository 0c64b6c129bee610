import { existsSync } from 'node:fs'
import { type AnyOperation, CrmError, type Engine } from 'rapport-crm'
import type { Args } from './args.ts'
import { type Config, readConfig } from './config.ts'
import { openEngine } from './engine.ts'
import { CommandError } from './explain.ts'
import { JsonLogger } from './log.ts'
import { fileOf } from './storage.ts'

type Route = AnyOperation['route']

/** Calls operations, in the database of this machine or in a running host. */
export interface Client {
  /** Whether calls go through a running host, as JSON. */
  readonly remote: boolean
  /** `input` fills `{name}` in the path; the rest is the body, or the query of GET and DELETE. */
  call(route: Route, input?: Readonly<Record<string, unknown>>): Promise<unknown>
  close(): Promise<void>
}

/** Works through the host at `--url`, or else on the database of the configuration as its first administrator. */
export async function openClient({ url, key }: Args['values']): Promise<Client> {
  const config = readConfig(process.env)
  if (typeof url !== 'string') return await directClient(config)
  const token = typeof key === 'string' ? key : config.bootstrapKey
  if (!token) throw new CommandError('--url needs --key, or RAPPORT_BOOTSTRAP_KEY in the environment')
  return remoteClient(url, token)
}

async function directClient(config: Config): Promise<Client> {
  const engine = await openHere(
    config,
    `Work through the host that holds it: --url http://127.0.0.1:${config.port || 3000} --key <API key>`,
  )
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

// In a folder where no host has ever run, a command would fill a database that nobody looks into again.
function refuseNowhere({ databaseUrl, databaseNamed }: Config): void {
  if (databaseNamed || existsSync(fileOf(databaseUrl))) return
  throw new CommandError(
    `There is no database here (${fileOf(databaseUrl)}). Say where to work: DATABASE_URL in the environment (a new SQLite file is made where it names one), ` +
      'or --url http://127.0.0.1:3000 --key <API key> of a running host; or start one here with rapport serve',
  )
}

/** The engine on the database of this machine; `otherwise` is what to do while another process holds its file. */
export async function openHere(config: Config, otherwise: string): Promise<Engine> {
  refuseNowhere(config)
  try {
    return await openEngine(config, new JsonLogger(), console.error)
  } catch (error) {
    if (!isHeld(error)) throw error
    throw new CommandError(`${error.message}.\n${otherwise}`)
  }
}

/** Told by its shape, so that the driver of SQLite is not loaded for other databases. */
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

/** Fetches from a host; says so when there is none. */
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
