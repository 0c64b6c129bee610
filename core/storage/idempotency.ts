import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { CrmError } from '../kernel/errors.ts'
import { hidden, json, optional, readOnly, text, timestamp } from '../kernel/fields.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import type { Reply } from '../kernel/reply.ts'
import { Ids } from '../ports/ids.ts'
import { entity, ownFields } from './entity.ts'
import { Records } from './records.ts'

const fields = {
  ...ownFields,
  key: readOnly(text()),
  operation: readOnly(text()),
  input_hash: readOnly(text()),
  result: hidden(optional(json(Type.Unknown()))),
  matched_by: readOnly(optional(text())),
  created_at: readOnly(timestamp()),
}
const schema = entity('IdempotencyKey', 'idempotency_keys', fields, { uniques: [['operation', 'key']], indexes: [['created_at']] })

/** The result of a write that carried an `Idempotency-Key`, kept for 24 h in the same transaction as the write. */
export class IdempotencyKey extends schema.class {}
schema.setClass(IdempotencyKey)

const KEPT_MS = 24 * 3_600_000

/** Runs a write at most once per key: the same key with the same input answers the first result again (operations.md 1). */
export class IdempotencyKeys {
  static readonly inject = [Records, Ids] as const
  readonly #records: Records
  readonly #ids: Ids

  constructor(records: Records, ids: Ids) {
    this.#records = records
    this.#ids = ids
  }

  async once<T>(
    key: string,
    { id: operation, secrets = [] }: AnyOperation,
    input: unknown,
    reply: Reply,
    work: () => Promise<T>,
  ): Promise<T> {
    if (key.length > 255) throw new CrmError('invalid_input', 'An idempotency key has at most 255 characters')
    const { unit, db } = this.#records
    const hash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
    await this.#forgetOld(operation, key)
    const [known] = (await this.#records.findBy(IdempotencyKey, 'key', [key])).filter((each) => each.operation === operation)
    if (known) {
      if (known.input_hash !== hash) throw new CrmError('idempotency_mismatch', 'This idempotency key was used with another input')
      reply.replayed = true
      reply.matchedBy = known.matched_by ?? undefined
      return known.result as T
    }
    const id = this.#ids.next()
    const { organization: user_from } = unit.actor
    await this.#records.insert(IdempotencyKey, [
      { id, user_from, key, operation, input_hash: hash, result: null, matched_by: null, created_at: unit.now },
    ])
    const result = await work()
    const kept = secrets.length > 0 ? { ...result, ...Object.fromEntries(secrets.map((name) => [name, null])) } : result
    const row = this.#records.codec(IdempotencyKey).toRow({ result: kept, matched_by: reply.matchedBy ?? null })
    await db.updateTable(IdempotencyKey.table).set(row).where('id', '=', id).execute()
    return result
  }

  async #forgetOld(operation: string, key: string): Promise<void> {
    const before = this.#records.codec(IdempotencyKey).toColumn('created_at', new Date(this.#records.unit.now.getTime() - KEPT_MS))
    await this.#records.db
      .deleteFrom(IdempotencyKey.table)
      .where('operation', '=', operation)
      .where('key', '=', key)
      .where('created_at', '<', before)
      .execute()
  }
}
