import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { CurrentActor, Scope } from './actor.ts'
import type { AfterFlush, Reply } from './reply.ts'

/** Method and path of an operation below the version segment. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** A class that the container can make: `new Token(services)` with those that it `uses`, without any by `new Token()`. */
export interface Token<T = unknown> {
  /** What the token stands for. */
  readonly prototype: T
  /** For messages. */
  readonly name: string
  /** The services that its constructor is given, by name. */
  readonly uses?: Uses
}
/** The services that a handler asks for, by name. */
export type Uses = Readonly<Record<string, Token>>
/** The services themselves, by the same names. */
export type Resolved<U extends Uses> = { readonly [K in keyof U]: U[K] extends { readonly prototype: infer T } ? T : never }

/** What a handler receives besides its input: the services of `uses`, the actor, and the reply for everything beside the result. */
export type Context<U extends Uses> = Resolved<U> & { readonly actor: CurrentActor; readonly reply: Reply }

/** One operation of the API; routes, tools and types are derived from it. */
export interface Operation<I extends TObject = TObject, O extends TSchema = TSchema, U extends Uses = Uses> {
  /** camelCase, unique: the OpenAPI operationId; in snake_case, the MCP tool. */
  readonly id: string
  /** One sentence, also the description of the tool. */
  readonly summary: string
  /** What the key must carry; `public` needs no key, `widget` marks what a widget-only key may also do. */
  readonly scope: Scope | 'public'
  /** The acting user must also be administrator. */
  readonly admin?: boolean
  /** A widget-only key may call it, too. */
  readonly widget?: boolean
  /** Shows, moves or sends records of all owners, so users without full visibility may not call it. */
  readonly requiresFullVisibility?: true
  /** Method and path below the version segment; `{name}` is a path parameter and a field of the input. */
  readonly route: Route
  /** `true` = a tool, `default` = also in the lean surface, absent = none. */
  readonly mcp?: true | 'default'
  /** OpenAPI tag; set by `group`. */
  readonly tag?: string
  /** Largest body that a transport takes; batch endpoints take 32 MiB, others 1 MiB. */
  readonly batch?: boolean
  /** Its greatest input keeps a database busy for a while, so that organizations take turns with it (`HeavyCalls`); as a rule that of a batch does. */
  readonly heavy?: boolean
  /**
   * It reads very many rows of a large organization, whatever it is asked, though not for so long that organizations take turns: SQLite reads
   * them in a thread, as for heavy ones. A write does so before it writes.
   */
  readonly readsMany?: true
  /**
   * Input fields of a file that is sent as it is: `content` is the body of the request, piece by piece, and `media_type` its `Content-Type`. The
   * other fields stand in the query then. The handler limits what it reads.
   */
  readonly upload?: { readonly content: string; readonly media_type: string }
  /** Input fields that hold the words of a foreign system, which the handler cleans itself. */
  readonly foreign?: readonly string[]
  /** Input fields whose texts may be as long as their schema says, beyond what every other text may have. */
  readonly longTexts?: readonly string[]
  /**
   * Fields of the output (texts) that are shown and stored nowhere as they are; the repetition of an idempotent call answers them as null.
   */
  readonly secrets?: readonly string[]
  /** Encrypts them in the kept result, so that the repetition answers them too. */
  readonly seals?: Token<Sealing>
  /** Of the read of one record: the fields that tell which it is and how it stands, for readers who pay by the word. */
  readonly concise?: readonly string[]
  /**
   * HTTP status of a new record is 201; `reply.matched()` turns it into 200, which `always` forbids. The one that is matched is changed
   * by what is given, but for `once`, which answers it as it is.
   */
  readonly creates?: true | 'once' | 'always'
  /** The table of the records that its input enters field by field, custom values among them: required properties are asked of its callers. */
  readonly enters?: string
  /** Of a read: what it shows depends on the state of the record, so that it can answer `conflict`; every write can. */
  readonly conflicts?: true
  /** Of a read: it answers what is left of the limits of its caller, so it begins once the call itself is counted. */
  readonly tellsLimits?: true
  /** The handler does slow work (outgoing calls) and opens its own units of work. */
  readonly unitOfWork?: false
  /** Its own units of work may all be parts of a transaction of the embedding app: it neither calls out nor streams. */
  readonly joins?: true
  /** Writes over what many records hold, or what only an administrator could bring back; deletes do so in any case. */
  readonly overwrites?: true
  /**
   * What a person should be asked before it is done on behalf of a model; undefined: nothing. `preview` is the answer with `dry_run`.
   * Programs, which call by other transports, are not asked.
   */
  readonly asks?: (
    input: Readonly<Record<string, unknown>>,
    preview: () => Promise<Readonly<Record<string, unknown>>>,
  ) => string | undefined | Promise<string | undefined>
  /** Keeps the idempotency key of its calls although it opens its own units of work (`reply.idempotencyKey`). */
  readonly idempotent?: true
  /** Slow checks of the input, such as name resolution, made before the unit of work is opened; throws to refuse the call. */
  readonly check?: Token<{ check(input: Static<I>): Promise<void> }>
  /** Of a page: how many requests of a minute are answered from one address and for one token, instead of what all pages share. */
  readonly perMinute?: { readonly address: number; readonly token: number }
  /** What is taken; everything else is refused. */
  readonly input: I
  /** What is answered. */
  readonly output: O
  /** Services that the handler is given, by name. */
  readonly uses: U
  /** Does it, in a unit of work that is committed with its events when it returns; throws `CrmError`. */
  handle(input: Static<I>, context: Context<U>): Promise<Static<O> | AfterFlush<Static<O>>>
}

/** Makes a secret a text that can be stored, and opens it again with the same context only. */
export interface Sealing {
  seal(secret: string, context: string): Promise<string>
  open(sealed: string, context: string): Promise<string>
}

/** Any operation, whatever its types: what adapters and the pipeline loop over. */
export type AnyOperation = Omit<Operation, 'uses' | 'handle' | 'check'> & {
  readonly uses: Uses
  readonly check?: Token<{ check(input: unknown): Promise<void> }>
  handle(input: unknown, context: unknown): Promise<unknown>
}
/** The operations of one feature, by the names of their methods. */
export type OperationGroup = Readonly<Record<string, AnyOperation>>
/** Operations by group and method, as the typed API shows them. */
export type Operations = Readonly<Record<string, OperationGroup>>

/**
 * Declares one operation; REST route, OpenAPI, MCP tool and typed method are derived from the object returned. Which services it uses nobody
 * else is told, so that declarations of features need not name their classes.
 */
export function operation<I extends TObject, O extends TSchema, const U extends Uses>(definition: Operation<I, O, U>): Operation<I, O> {
  return definition
}

/** Whether the operation can change data: not if it only reads and creates nothing. */
export function writes({ scope, route, creates }: Pick<AnyOperation, 'scope' | 'route' | 'creates'>): boolean {
  return !route.startsWith('GET ') && (creates !== undefined || (scope !== 'read' && scope !== 'public'))
}

/** Puts the operations of one feature under one tag. */
export function group<const G extends OperationGroup>(tag: string, operations: G): G {
  return grouped(operations, () => ({ tag }))
}

/** A group for users with full visibility only, because it shows, moves or sends the records of all owners. */
export function fullVisibilityGroup<const G extends OperationGroup>(tag: string, operations: G): G {
  return grouped(operations, () => ({ tag, requiresFullVisibility: true }))
}

/** A group that everyone may read; its writes affect the records of all owners, so they require full visibility. */
export function sharedReadGroup<const G extends OperationGroup>(tag: string, operations: G): G {
  return grouped(operations, ({ scope }) => (scope === 'read' ? { tag } : { tag, requiresFullVisibility: true }))
}

function grouped<G extends OperationGroup>(operations: G, common: (each: AnyOperation) => Partial<AnyOperation>): G {
  // The same names with the same operations, which `Object.fromEntries` does not know.
  return Object.fromEntries(Object.entries(operations).map(([name, each]) => [name, { ...each, ...common(each) }])) as G
}

type Method<O> =
  O extends Operation<infer I, infer R, infer _U>
    ? Record<string, never> extends Static<I>
      ? (input?: Static<I>, options?: CallOptions) => Promise<Static<R>>
      : (input: Static<I>, options?: CallOptions) => Promise<Static<R>>
    : never

/** The typed, in-process face of a group of operations. */
export type Methods<G> = { readonly [M in keyof G]: Method<G[M]> }

/** By what a call came in; `in_process` where none is named. */
export type CallTransport = 'http' | 'mcp' | 'page' | 'in_process'

/** What a call may carry besides its input. */
export interface CallOptions {
  /** The same key with the same input within 24 h answers the first result again. */
  readonly idempotencyKey?: string
  /** Version that the record must still have; otherwise `version_mismatch`. */
  readonly ifMatch?: number
  /** By which the log of calls and the answer name the call. */
  readonly requestId?: string
  /** Of the call, for traces and metrics; adapters name theirs. */
  readonly transport?: CallTransport
  /** Whether the caller has this answer already (`If-None-Match`): then the call does not count against the rate limit. */
  readonly isKnown?: (value: unknown) => boolean
  /** Collects what a transport shows beside the value: new or matched, rate limit, replay. */
  readonly reply?: Reply
  /**
   * Aborted when nobody waits for the answer any longer: statements under way end, what is not yet committed is undone, and the call
   * rejects with the reason of the signal. What is written in several transactions goes on.
   */
  readonly signal?: AbortSignal
}
