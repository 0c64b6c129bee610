import { whileAwaited } from '../../operation/cancellation.ts'
import { writes } from '../../operation/operation.ts'
import type { Call, Resolve } from '../../operation/pipeline.ts'
import { AfterFlush } from '../../operation/reply.ts'
import { LoadedRecords } from '../records/loaded-records.ts'
import { Records } from '../records/records.ts'
import { silentFields } from '../schema/changes.ts'
import type { Unit } from '../schema/unit.ts'
import { IdempotencyKeys, onceAround } from './idempotency.ts'
import type { Units } from './units.ts'

type Handle = (resolve: Resolve) => Promise<unknown>

/**
 * Runs the handler of a call in the unit of work that its operation wants: reads need no transaction, slow operations open units of their
 * own, and a write with an idempotency key answers the first result again.
 */
export async function runInUnit(units: Units, call: Call, handle: Handle): Promise<unknown> {
  const { operation, options } = call
  // What is written in several units would be left half done, and a public page may count its visitors.
  const goesOn = operation.scope === 'public' || (operation.unitOfWork === false && writes(operation))
  return await whileAwaited(goesOn ? undefined : options.signal, () => inItsUnit(units, call, handle))
}

async function inItsUnit(units: Units, call: Call, handle: Handle): Promise<unknown> {
  const { operation, actor, input, reply, options } = call
  const { check } = operation
  if (check) await units.read(actor, (resolve) => resolve(check).check(input))
  const { idempotencyKey: key } = options
  const alone = () => units.read(actor, handle, reply)
  if (!writes(operation)) return await alone()
  if (operation.unitOfWork !== false) return await units.write(actor, (resolve) => written(resolve, call, handle), reply)
  return key !== undefined && !operation.idempotent
    ? await onceAround(units, { actor, operation, input: withoutFile(operation, input), reply, key }, alone)
    : await alone()
}

// Its bytes are not read before the call is known to be the first.
function withoutFile({ upload }: Call['operation'], input: unknown): unknown {
  if (!upload || typeof input !== 'object' || input === null) return input
  const { [upload.content]: _, ...others }: Readonly<Record<string, unknown>> = { ...input }
  return others
}

async function written(resolve: Resolve, { operation, actor, input, reply, options }: Call, handle: Handle): Promise<unknown> {
  const { idempotencyKey: key } = options
  const work = async () => {
    const { unit } = resolve(Records)
    unit.enters = operation.enters
    const answer = await flushed(resolve, handle)
    reply.changed = changedIn(answer, unit)
    return answer
  }
  if (key === undefined) return await work()
  const { id, secrets, seals } = operation
  const kept = { id, secrets, seals: seals && resolve(seals) }
  return await resolve(IdempotencyKeys).once({ caller: actor.caller, key }, kept, input, reply, work)
}

// Of the record that is answered, the fields that are shown and have another value now.
function changedIn(answer: unknown, { changed }: Unit): readonly string[] | undefined {
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) return undefined
  const names = changed?.get(String(answer.id)) ?? []
  return [...names].filter((name) => !silentFields.has(name) && Object.hasOwn(answer, name))
}

async function flushed(resolve: Resolve, handle: Handle): Promise<unknown> {
  const result = await handle(resolve)
  await resolve(LoadedRecords).flush()
  return result instanceof AfterFlush ? result.value() : result
}
