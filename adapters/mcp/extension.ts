import type { Audience } from './toolbox.ts'
import type { CallResult } from './result.ts'
import type { Tool } from './tool.ts'

/** What a handler knows of the request that it answers, whatever the revision of the protocol. */
export interface Exchange extends Audience {
  /** `false`: 2025-11-25 and older. */
  readonly modern: boolean
  /** Aborted when the client gives the request up. */
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
  /** What the client says that it can do. */
  readonly clientCapabilities: Readonly<Record<string, unknown>>
  /** Ends the stream of this request so that the client has to come back for the answer (2025-11-25 with an event store). */
  closeStream(): void
}

/** A tool that is no operation. */
export interface ExtensionTool {
  /** As lists of tools show it. */
  readonly tool: Omit<Tool, 'annotations' | 'title'> & Partial<Pick<Tool, 'annotations' | 'title'>>
  /** Answers a call; a `CrmError` becomes a result that says so. */
  call(args: Readonly<Record<string, unknown>>, exchange: Exchange): Promise<CallResult | InputRequired>
}

/** Asks the client for more before the call can be answered (2026-07-28). */
export interface InputRequired {
  /** By which the client tells it from a result. */
  readonly resultType: 'input_required'
  /** What the client is to ask or to do, by a name of yours for each. */
  readonly inputRequests?: Readonly<Record<string, { readonly method: string; readonly params: Readonly<Record<string, unknown>> }>>
  /** What comes back with the answers. */
  readonly requestState?: string
}

/** Answers one protocol method; throws `ProtocolFault` for an error of the protocol. */
export type Method = (params: Readonly<Record<string, unknown>>, exchange: Exchange) => Promise<Readonly<Record<string, unknown>>>

/** What an embedding app or a test adds to the protocol beyond operations: tools, and methods such as `prompts/list`. */
export interface Extension {
  /** Server capabilities that the methods need, e.g. `{ prompts: {} }`. */
  readonly capabilities?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Tools that are no operations. */
  readonly tools?: readonly ExtensionTool[]
  /** Protocol methods by their name, such as `prompts/list`. */
  readonly methods?: Readonly<Record<string, Method>>
}
