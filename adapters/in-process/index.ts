import { type Actor, type AnyOperation, type CallOptions, CrmError, type Core } from 'rapport-crm'

/** An engine with its typed operations. */
export interface Typed<A> extends Core {
  /** The typed operations, called as `actor`. */
  as(actor: Actor): A
}

/** Every operation in two forms: typed (`crm.contacts.create(...)`) and by id, for callers that get the id as data. */
export type InProcess<A> = A & {
  /** Calls the operation of this id (`createContact`); throws `not_found` if it does not exist. */
  readonly call: (id: string, input?: unknown, options?: CallOptions) => Promise<unknown>
}

/** The engine for code of the same process, called as one user. */
export function inProcess<A extends object>(engine: Typed<A>, actor: Actor): InProcess<A> {
  return {
    ...engine.as(actor),
    call: async (id, input, options) => await engine.call(operationOf(engine, id), input, actor, options),
  }
}

/** The same for an API key; throws `unauthenticated` if it is unknown or revoked. */
export async function inProcessByKey<A extends object>(engine: Typed<A>, key: string): Promise<InProcess<A>> {
  return inProcess(engine, await engine.authenticate(key))
}

function operationOf({ registry }: Core, id: string): AnyOperation {
  const operation = registry.byId.get(id)
  if (!operation) throw new CrmError('not_found', `Unknown operation ${id}`)
  return operation
}
