import type { Audience } from './toolbox.ts'
import type { CallResult } from './result.ts'
import type { Tool } from './tool.ts'

/** What a handler knows of its request, in any revision of the protocol. */
export interface Exchange extends Audience {
  /** `false`: revision 2025-11-25 and older. */
  readonly modern: boolean
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal
  /** Token that the client wants progress reported under. */
  readonly progressToken?: string | number
  /** Sends a notification that belongs to this request. */
  notify(method: string, params: Readonly<Record<string, unknown>>): Promise<void>
  /** Asks the client; only in sessions of 2025-11-25 and older. */
  ask(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>
  /** What the client answered to the `inputRequests` of an `input_required` result (2026-07-28). */
  readonly inputResponses: Readonly<Record<string, unknown>>
  /** The `requestState` of that result; comes from the client, so sign it. */
  readonly requestState: string | undefined
  /** Capabilities that the client declares. */
  readonly clientCapabilities: Readonly<Record<string, unknown>>
  /** Ends the stream of this request so that the client has to come back for the answer (2025-11-25 with an event store). */
  closeStream(): void
}

/** A tool that is not an operation. */
export interface ExtensionTool {
  /** As lists of tools show it. */
  readonly tool: Omit<Tool, 'annotations' | 'title'> & Partial<Pick<Tool, 'annotations' | 'title'>>
  /** Answers a call; a `CrmError` becomes a result with `isError`. */
  call(args: Readonly<Record<string, unknown>>, exchange: Exchange): Promise<CallResult | InputRequired | TaskCreated>
}

/** Work that goes on after the answer, for clients that know the tasks extension (2026-07-28); others are refused such an answer. */
export interface TaskCreated {
  /** Distinguishes it from a result. */
  readonly resultType: 'task'
  /** By which `tasks/get` finds it, in any process. */
  readonly taskId: string
  /** What becomes of it. */
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  /** The same for people. */
  readonly statusMessage?: string
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601. */
  readonly lastUpdatedAt: string
  /** For how long it can be asked for at least; null: without limit. */
  readonly ttlMs: number | null
  /** How often it should be asked for at most. */
  readonly pollIntervalMs?: number
}

/** Asks the client for more before the call can be answered (2026-07-28). */
export interface InputRequired {
  /** Distinguishes it from a result. */
  readonly resultType: 'input_required'
  /** Requests that the client must answer, by names that you choose. */
  readonly inputRequests?: Readonly<Record<string, { readonly method: string; readonly params: Readonly<Record<string, unknown>> }>>
  /** Comes back with the answers. */
  readonly requestState?: string
}

/** Answers one protocol method; throws `ProtocolFault` for an error of the protocol. */
export type Method = (params: Readonly<Record<string, unknown>>, exchange: Exchange) => Promise<Readonly<Record<string, unknown>>>

/** What an embedding app or a plugin (`adapters: { mcp }`) adds to the protocol: tools, and methods such as `prompts/list`. */
export interface Extension {
  /** Server capabilities beyond those that follow from the methods, e.g. `{ resources: { subscribe: true } }`. */
  readonly capabilities?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Tools that are not operations. */
  readonly tools?: readonly ExtensionTool[]
  /** Protocol methods by their name, such as `prompts/list`. */
  readonly methods?: Readonly<Record<string, Method>>
}
