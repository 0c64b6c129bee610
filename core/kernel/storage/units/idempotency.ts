import { createHash } from 'node:crypto'
import type { CurrentActor } from '../../operation/actor.ts'
import { CrmError } from '../../operation/errors.ts'
import type { AnyOperation, Sealing, Resolved } from '../../operation/operation.ts'
import type { CallerKey, Reply } from '../../operation/reply.ts'
import { storable } from '../../operation/schema/storable.ts'
import { Ids } from '../../ports/ids.ts'
import { isObject } from '../../values/is-object.ts'
import { IdempotencyKey } from './idempotency-key.ts'
import { Records } from '../records/records.ts'
import type { Row } from '../schema/codec.ts'
import type { Units } from './units.ts'

const KEPT_MS = 24 * 3_600_000
// A call of another process that is not done by then has died with it.
const UNDER_WAY_MS = 60_000
// Keys behind which this process is at work: it knows that without a clock, which may jump meanwhile.
const underWay = new Set<string>()

// In process, ids that no number can hold come as bigint.
const plain = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

/** What is secret in the result of an operation, and what seals it where it is kept. */
interface Secretive extends Pick<AnyOperation, 'id'> {
  readonly secrets?: readonly string[] | undefined
  readonly seals?: Sealing | undefined
}

/** Runs a write at most once per caller and key: the same key with the same input answers the first result again. */
export class IdempotencyKeys {
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof IdempotencyKeys.uses>

  constructor(uses: Resolved<typeof IdempotencyKeys.uses>) {
    this.#uses = uses
  }

  /**
   * Does `work` unless this key of this caller has led to a result within 24 hours, which is answered again instead; values named as secrets are kept
   * sealed, or without seals not at all and answered as null then. Throws `idempotency_mismatch` for another input, `invalid_input` for what
   * is no text of 1 to 255 characters.
   */
  async once<T>(
    key: CallerKey,
    { id: operation, secrets = [], seals }: Secretive,
    input: unknown,
    reply: Reply,
    work: () => Promise<T>,
  ): Promise<T> {
    const hash = hashOf(input)
    const known = await this.#find(key, operation, hash)
    if (known)
      // What is kept is what `work` of the same operation came to.
      return (await changed(answered(known, reply), secrets, (sealed) => seals?.open(sealed, known.id))) as T
    const id = await this.#take(key, operation, hash)
    const result = await work()
    await this.keep(id, await changed(result, secrets, (secret) => seals?.seal(secret, id)), reply)
    return result
  }

  /**
   * Takes the key for work of several units, or answers what it led to. Throws `conflict` (with `retry_after`, seconds) while the first
   * call is under way, and as `once` does.
   */
  async begin(
    key: CallerKey,
    { id: operation }: AnyOperation,
    input: unknown,
    reply: Reply,
  ): Promise<{ taken: string } | { result: unknown }> {
    const hash = hashOf(input)
    for (;;) {
      const known = await this.#find(key, operation, hash)
      if (!known) return { taken: await this.#take(key, operation, hash) }
      if (known.result !== null) return { result: answered(known, reply) }
      // A key of the future was taken before the clock went back.
      const age = Math.abs(this.#uses.records.unit.now.getTime() - known.created_at.getTime())
      if (underWay.has(known.id) || age < UNDER_WAY_MS)
        throw new CrmError('conflict', 'The first call with this idempotency key is under way', { retry_after: 5 })
      await this.#giveUp(known.id)
    }
  }

  /** Keeps what the work behind a taken key has come to. */
  async keep(id: string, result: unknown, { matchedBy }: Reply): Promise<void> {
    const row = this.#uses.records.codec(IdempotencyKey).toRow({ result, matched_by: matchedBy ?? null })
    await this.#uses.records.db.updateTable(IdempotencyKey.table).set(row).where('id', '=', id).execute()
  }

  // Nobody is heard of whose call it was; one that ended since it was read has kept its result, which stays.
  async #giveUp(id: string): Promise<void> {
    const { db } = this.#uses.records
    await db.deleteFrom(IdempotencyKey.table).where('id', '=', id).where('result', 'is', null).execute()
  }

  /** The call has failed: it may be tried again under the same key. */
  async giveBack(id: string): Promise<void> {
    await this.#uses.records.db.deleteFrom(IdempotencyKey.table).where('id', '=', id).execute()
  }

  async #find(key: CallerKey, operation: string, hash: string): Promise<IdempotencyKey | undefined> {
    if (key.key === '' || key.key !== storable(key.key))
      throw new CrmError('invalid_input', 'An idempotency key is a text of 1 to 255 characters, without null characters')
    await this.#forgetOld(key, operation)
    const known = await this.#read(key, operation)
    if (known && known.input_hash !== hash) throw new CrmError('idempotency_mismatch', 'This idempotency key was used with another input')
    return known
  }

  async #read({ caller, key }: CallerKey, operation: string): Promise<IdempotencyKey | undefined> {
    const [row] = await this.#uses.records.rows<Row>('idempotency key', [caller, operation, key], (db, whose, which, what) =>
      db.selectFrom(IdempotencyKey.table).selectAll().where('caller', '=', whose).where('operation', '=', which).where('key', '=', what),
    )
    return row && this.#uses.records.codec(IdempotencyKey).fromRow(row)
  }

  async #take({ caller, key }: CallerKey, operation: string, input_hash: string): Promise<string> {
    const id = this.#uses.ids.next()
    const { actor, now } = this.#uses.records.unit
    const own = { id, user_from: actor.organization, caller, key, operation, input_hash }
    await this.#uses.records.insert(IdempotencyKey, [{ ...own, result: null, matched_by: null, created_at: now }])
    return id
  }

  async #forgetOld({ caller, key }: CallerKey, operation: string): Promise<void> {
    const before = this.#uses.records
      .codec(IdempotencyKey)
      .toColumn('created_at', new Date(this.#uses.records.unit.now.getTime() - KEPT_MS))
    await this.#uses.records.db
      .deleteFrom(IdempotencyKey.table)
      .where('caller', '=', caller)
      .where('operation', '=', operation)
      .where('key', '=', key)
      .where('created_at', '<', before)
      .execute()
  }
}

/** The same for work that opens units of its own, such as outgoing calls: the key is taken before it and holds the result behind it. */
export async function onceAround(
  units: Units,
  {
    actor,
    operation,
    input,
    reply,
    key: text,
  }: { actor: CurrentActor; operation: AnyOperation; input: unknown; reply: Reply; key: string },
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = { caller: actor.caller, key: text }
  const keys = <T>(use: (keys: IdempotencyKeys) => Promise<T>) => units.write(actor, (resolve) => use(resolve(IdempotencyKeys)))
  const begun = await keys((each) => each.begin(key, operation, input, reply))
  if ('result' in begun) return begun.result
  underWay.add(begun.taken)
  try {
    const result = await work()
    const kept = await changed(result, operation.secrets ?? [], () => undefined)
    await keys((each) => each.keep(begun.taken, kept, reply))
    return result
  } catch (error) {
    await keys((each) => each.giveBack(begun.taken))
    throw error
  } finally {
    underWay.delete(begun.taken)
  }
}

function answered({ matched_by, result }: IdempotencyKey, reply: Reply): unknown {
  reply.replayed = true
  reply.matchedBy = matched_by ?? undefined
  return result
}

/** The result with other texts in these fields; null where there is none. */
async function changed(result: unknown, names: readonly string[], change: (text: string) => Promise<string> | undefined): Promise<unknown> {
  if (names.length === 0) return result
  const values = isObject(result) ? { ...result } : {}
  for (const name of names) values[name] = (typeof values[name] === 'string' ? await change(values[name]) : undefined) ?? null
  return values
}

/** What tells the work of a call from that of every other, for records that say for good that it is done: 43 characters. */
export function workKeyOf({ caller, key }: CallerKey, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([caller, key, input], plain))
    .digest('base64url')
}

function hashOf(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input, plain)).digest('hex')
}
