import type { Core } from 'rapport-crm'
import { Caller } from './caller.ts'
import type { Extension, Method } from './extension.ts'
import { INTERNAL_ERROR, ProtocolFault } from './fault.ts'
import type { RecordUrl } from './record-views.ts'
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

/** Everything that answers protocol requests, created once for all revisions. */
export interface Service {
  readonly info: ServerInfo
  readonly instructions: string
  readonly capabilities: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly toolbox: Toolbox
  readonly caller: Caller
  readonly methods: ReadonlyMap<string, Method>
  readonly onError: OnError
}

export interface ServiceOptions {
  readonly info: ServerInfo
  readonly extensions: readonly Extension[]
  /** Empty: all. */
  readonly toolsets: readonly string[]
  readonly onError: OnError
  readonly recordUrl?: RecordUrl | undefined
}

/** Derives tools, capabilities and methods from the engine and the extensions. */
export function serviceOf(engine: Core, { info, extensions, toolsets, onError, recordUrl }: ServiceOptions): Service {
  const toolbox = new Toolbox(engine.registry, extensions, toolsets)
  return {
    info,
    instructions,
    capabilities: Object.assign({ tools: {} }, ...extensions.map((each) => each.capabilities ?? {})) as Service['capabilities'],
    toolbox,
    caller: new Caller(engine, toolbox, onError, recordUrl),
    methods: new Map(
      extensions.flatMap((each) => Object.entries(each.methods ?? {})).map(([name, method]) => [name, hidingFaults(method, onError)]),
    ),
    onError,
  }
}

// Internal errors are logged and hidden from the caller.
function hidingFaults(method: Method, onError: OnError): Method {
  return async (params, exchange) => {
    try {
      return await method(params, exchange)
    } catch (error) {
      if (error instanceof ProtocolFault) throw error
      onError(error)
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
Wide inputs are listed in short form: null clears a field; ?toolsets= in the address shows full schemas.
Errors say what is wrong, what is accepted and what to do next. get_catalog lists all accepted values.`
