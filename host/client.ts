import { existsSync } from 'node:fs'
import { CrmError, type Engine, type EngineOptions } from 'rapport-crm'
import { createClient, RapportError } from 'rapport-crm/client'
import { inProcess } from 'rapport-crm/in-process'
import type { Args } from './args.ts'
import { type Config, readConfig } from './config.ts'
import { openEngine } from './engine.ts'
import { CommandError } from './explain.ts'
import { JsonLogger } from './log.ts'
import { fileOf } from './storage.ts'

/** Calls operations, on the database or through a running host. */
export interface Client {
  /** Whether calls go through a running host. */
  readonly remote: boolean
  /** Calls the operation of this id. */
  call(id: string, input?: Readonly<Record<string, unknown>>): Promise<unknown>
  close(): Promise<void>
}

/** Uses the host at `--url`, or else the database of the configuration as its first administrator. */
export async function openClient({ url, key }: Args['values']): Promise<Client> {
  const config = readConfig(process.env)
  if (typeof url !== 'string') return await directClient(config)
  const token = typeof key === 'string' ? key : config.bootstrapKey
  if (!token) throw new CommandError('--url needs --key, or RAPPORT_BOOTSTRAP_KEY in the environment')
  const { call } = createClient({ url, key: token })
  return { remote: true, call: async (id, input) => await told(url, call(id, input)), close: async () => {} }
}

async function directClient(config: Config): Promise<Client> {
  const engine = await openHere(config, `Use the host that has it open: --url http://127.0.0.1:${config.port || 3000} --key <API key>`)
  const actor = await engine.access.administrator()
  const { call } = inProcess(engine, actor)
  return { remote: false, call, close: () => engine.close() }
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
export async function openHere(config: Config, otherwise: string, ports: EngineOptions['ports'] = []): Promise<Engine> {
  refuseNowhere(config)
  try {
    return await openEngine(config, new JsonLogger(), console.error, ports)
  } catch (error) {
    if (!isHeld(error)) throw error
    throw new CommandError(`${error.message}.\n${otherwise}`)
  }
}

/** Whether another process has the SQLite file open; checks the shape of the error, so that its driver need not be loaded. */
export function isHeld(error: unknown): error is CrmError {
  return error instanceof CrmError && 'file' in error
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

/** The answer of a host; throws `CommandError` with what it says instead. */
export async function told<T>(url: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof RapportError)) throw error
    const { status, message } = error
    throw new CommandError(status === 0 ? `No host answers at ${url} (${message})` : `The host answers ${status}: ${message}`, {
      cause: error,
    })
  }
}
