import type { Core } from 'rapport-crm'
import { Caller } from './caller.ts'
import type { Extension, Method } from './extension.ts'
import { INTERNAL_ERROR, ProtocolFault } from './fault.ts'
import type { RecordUrl } from './record-views.ts'
import { Toolbox } from './toolbox.ts'

/** What a server says of itself; the same in both eras of the protocol. */
export interface ServerInfo {
  /** For programs. */
  readonly name: string
  /** For people. */
  readonly title?: string
  /** Of the server, not of the protocol. */
  readonly version: string
}

/** Told of faults that are not the caller's. */
export type OnError = (error: unknown, requestId?: string) => void

/** All that answers protocol requests, made once for both eras. */
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
  readonly onError: OnError
  readonly recordUrl?: RecordUrl | undefined
}

/** Derives tools, capabilities and methods from the engine and the extensions. */
export function serviceOf(engine: Core, { info, extensions, onError, recordUrl }: ServiceOptions): Service {
  const toolbox = new Toolbox(engine.registry, extensions)
  return {
    info,
    instructions,
    capabilities: Object.assign({ tools: {} }, ...extensions.map((each) => each.capabilities ?? {})) as Service['capabilities'],
    toolbox,
    caller: new Caller(engine, toolbox, onError, recordUrl),
    methods: new Map(
      extensions.flatMap((each) => Object.entries(each.methods ?? {})).map(([name, method]) => [name, masked(method, onError)]),
    ),
    onError,
  }
}

// What breaks inside is not for the caller to read.
function masked(method: Method, onError: OnError): Method {
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

const instructions = `A sales CRM. Records belong to one organisation; ids are UUIDs, found by the list and search tools.
Lists answer 20 records and next_cursor: pass it as cursor to go on, or limit (1 to 200) and fields to ask for more or less.
Tools that answer records take detail: concise shows each by what tells it apart, and costs a third. record_url is the address of a record.
Write tools take idempotency_key: the same key with the same arguments within 24 hours answers the first result again. Updates take if_match, the version that the record must still have.
Wide inputs are listed in few words: null empties a field, ?toolsets= on the address shows every detail.
An error tells what was wrong, what would be accepted and what to do next. get_catalog lists all accepted words.`
