import { type Actor, type AnyOperation, type CallOptions, CrmError, type Core } from 'rapport-crm'

/** The engine as this adapter sees it: the one door, and the typed view that looks through it. */
export interface Typed<A> extends Core {
  /** The typed operations, acting as `actor`. */
  as(actor: Actor): A
}

/** Every operation in two forms: typed (`crm.contacts.create(...)`) and by its id, where the operation is data. */
export type InProcess<A> = A & {
  /** Calls the operation of this id (`createContact`); throws `not_found` when there is none. */
  readonly call: (id: string, input?: unknown, options?: CallOptions) => Promise<unknown>
}

/** The engine for code of the same process, acting as one user. */
export function inProcess<A extends object>(engine: Typed<A>, actor: Actor): InProcess<A> {
  return {
    ...engine.as(actor),
    call: async (id, input, options) => await engine.call(operationOf(engine, id), input, actor, options),
  }
}

/** The same for the holder of an API key; throws `unauthenticated` for one that is unknown or revoked (contract section 5). */
export async function inProcessByKey<A extends object>(engine: Typed<A>, key: string): Promise<InProcess<A>> {
  return inProcess(engine, await engine.authenticate(key))
}

function operationOf({ registry }: Core, id: string): AnyOperation {
  const operation = registry.byId.get(id)
  if (!operation) throw new CrmError('not_found', `There is no operation ${id}`)
  return operation
}
