import type { Core } from 'rapport-crm'
import { type CallContext, Caller } from './caller.ts'
import { hasChanges } from './changes.ts'
import { Confirmations } from './confirm.ts'
import type { Extension, Method } from './extension.ts'
import { isLeft } from './engine-call.ts'
import { INTERNAL_ERROR, ProtocolFault } from './fault.ts'
import { ownMethods } from './own-methods.ts'
import type { RecordUrl } from './record-views.ts'
import { Resources } from './resources.ts'
import { Tasks } from './tasks.ts'
import { Toolbox } from './toolbox.ts'

/** How the server introduces itself; the same in all revisions of the protocol. */
export interface ServerInfo {
  /** For programs. */
  readonly name: string
  /** For people. */
  readonly title?: string
  /** Of the server, not of the protocol. */
  readonly version: string
}

/** Called with errors that are not the fault of the caller. */
export type OnError = (error: unknown, requestId?: string) => void

/** Answers one protocol method, ours or that of an extension. */
export type ServiceMethod = (params: Readonly<Record<string, unknown>>, context: CallContext) => Promise<Readonly<Record<string, unknown>>>

type Capabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Everything that answers protocol requests, created once for all revisions. */
export interface Service {
  readonly info: ServerInfo
  readonly instructions: string
  /** What it can do in any connection. */
  readonly capabilities: Capabilities
  /** The same where the server can tell of changes: streams of 2026-07-28, and sessions. */
  readonly listening: Capabilities
  readonly toolbox: Toolbox
  readonly caller: Caller
  readonly methods: ReadonlyMap<string, ServiceMethod>
  readonly engine: Core
  readonly resources: Resources
  readonly onError: OnError
}

export interface ServiceOptions {
  readonly info: ServerInfo
  readonly extensions: readonly Extension[]
  /** Empty: all. */
  readonly toolsets: readonly string[]
  readonly onError: OnError
  readonly recordUrl?: RecordUrl | undefined
  /** By which the questions of tools end. */
  readonly now: () => number
}

/** Derives tools, capabilities and methods from the engine and the extensions. */
export function serviceOf(engine: Core, { info, extensions, toolsets, onError, recordUrl, now }: ServiceOptions): Service {
  const toolbox = new Toolbox(engine.registry, extensions, toolsets)
  const resources = new Resources(engine, toolsets)
  const tasks = new Tasks(engine, toolbox)
  const theirs = new Map<string, Method>(extensions.flatMap((each) => Object.entries(each.methods ?? {})))
  const ours = ownMethods(engine, resources, theirs)
  const methods = new Map<string, ServiceMethod>([...theirs, ...ours.methods, ...tasks.methods(theirs)])
  const capabilities = capabilitiesOf([{ tools: {} }, ours.capabilities, ...extensions.map((each) => each.capabilities ?? {})])
  return {
    info,
    instructions,
    capabilities,
    listening: capabilitiesOf([capabilities, hasChanges(engine) ? { resources: { subscribe: true } } : {}]),
    toolbox,
    caller: new Caller(engine, { toolbox, tasks, confirmations: new Confirmations(engine, now), onError, recordUrl }),
    methods: new Map([...methods].map(([name, method]) => [name, hidingFaults(method, onError)])),
    engine,
    resources,
    onError,
  }
}

// A capability that several have is one of all their words.
function capabilitiesOf(all: readonly Capabilities[]): Capabilities {
  const merged: Record<string, Readonly<Record<string, unknown>>> = {}
  for (const each of all) for (const [name, words] of Object.entries(each)) merged[name] = { ...merged[name], ...words }
  return merged
}

// Internal errors are logged and hidden from the caller.
function hidingFaults(method: ServiceMethod, onError: OnError): ServiceMethod {
  return async (params, context) => {
    try {
      return await method(params, context)
    } catch (error) {
      if (error instanceof ProtocolFault) throw error
      if (!isLeft(error, context)) onError(error, context.requestId)
      throw new ProtocolFault(INTERNAL_ERROR, 'Internal error')
    }
  }
}

const instructions = `A sales CRM. Records belong to one organization; ids are UUIDs, found by the list and search tools.
Lists return 20 records and next_cursor: pass it as cursor for the next page; limit (1 to 200) and fields ask for more or less.
Tools that return records take detail: concise returns the main fields at a third of the cost. record_url is the address of a record.
Write tools take idempotency_key: the same key with the same arguments within 24 hours returns the first result again. Updates take if_match, the version that the record must still have.
Name things as people do: owners ("Ada", me), stages and records ("Acme" for an id), days (tomorrow, next friday, -14d, end of month). What is not clear is refused with the candidates.
Writes say whether the record was created or matched, and which fields changed.
Wide inputs are listed in short form: null clears a field; ?schemas=full in the address shows them whole.
Errors say what is wrong, what is accepted and what to do next. get_catalog lists all accepted values.`
