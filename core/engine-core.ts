import type { LongLived } from './kernel/events/access-watch.ts'
import type { Registry } from './kernel/feature/registry.ts'
import type { Actor, RequestOrigin } from './kernel/operation/actor.ts'
import type { HeldBody } from './kernel/operation/body-room.ts'
import type { AnyOperation, CallOptions } from './kernel/operation/operation.ts'
import type { Input } from './kernel/operation/pipeline.ts'

/** The part of the engine that adapters use. */
export interface Core {
  /** All operations. */
  readonly registry: Registry
  /** Calls an operation; throws `CrmError` for every error that the caller may see. */
  call(operation: AnyOperation, input: Input, actor: Actor, options?: CallOptions): Promise<unknown>
  /** The actor of a key; throws `unauthenticated`. */
  authenticate(token: string, origin?: RequestOrigin): Promise<Actor>
  /** Tells what outlasts a call when its caller may no longer make the call, within a second; the function that is answered ends that. */
  watch(answer: LongLived): () => void
  /**
   * Secrets of 32 bytes for one purpose of an adapter, the same in all processes and after a restart: the first one signs, and what any of them has
   * signed is accepted.
   */
  secretsFor(purpose: string): Promise<readonly Buffer[]>
  /**
   * Room for a request body of which so many bytes are announced, until it is released; throws `unavailable` when large bodies of
   * others take it. For transports, before they read a body.
   */
  holdBody(actor: Actor, announced: number): HeldBody
}
