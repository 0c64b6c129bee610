import { Type } from '@sinclair/typebox'
import { hidden, json, optional, readOnly, text, timestamp } from '../../operation/schema/fields.ts'
import { entity, ownFields } from '../schema/entity.ts'

const fields = {
  ...ownFields,
  caller: readOnly(text()),
  key: readOnly(text()),
  operation: readOnly(text()),
  input_hash: readOnly(text()),
  result: hidden(optional(json(Type.Unknown()))),
  matched_by: readOnly(optional(text())),
  created_at: readOnly(timestamp()),
}
// One row per caller, operation and key: the same key of two callers or of two operations is two keys.
const schema = entity('IdempotencyKey', 'idempotency_keys', fields, {
  uniques: [['caller', 'operation', 'key']],
  indexes: [['created_at']],
})

/** The result of a write that carried an `Idempotency-Key`, kept for 24 h in the same transaction as the write. */
export class IdempotencyKey extends schema.class {}
schema.setClass(IdempotencyKey)
