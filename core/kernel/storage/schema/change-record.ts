import { Type } from '@sinclair/typebox'
import { bigInteger, json, optional, readOnly, text, timestamp, uuid } from '../../operation/schema/fields.ts'
import { Actor } from '../../operation/schema/values.ts'
import { entity } from './entity.ts'

const fields = {
  id: readOnly(bigInteger()),
  user_from: readOnly(text()),
  /** `contact`, as on events. */
  entity_type: readOnly(text()),
  record_id: readOnly(uuid()),
  /** By field, the value before and after. */
  changes: readOnly(json(Type.Record(Type.String(), Type.Array(Type.Unknown())))),
  /** What was done, where the changes do not say it: `created`, `rotated`, ... */
  action: readOnly(optional(text())),
  actor: readOnly(json(Actor)),
  /** The call that it was done for; null where the engine acted by itself. */
  operation: readOnly(optional(text())),
  request_id: readOnly(optional(text())),
  created_at: readOnly(timestamp()),
}
const schema = entity('ChangeRecord', 'record_changes', fields, {
  indexes: [
    ['record_id', 'id'],
    ['created_at', 'id'],
  ],
  ownership: { type: 'entity_type', id: 'record_id' },
})

/** One write of one record, field by field: what history and audit are read from; events tell only what the contract lists. */
export class ChangeRecord extends schema.class {}
schema.setClass(ChangeRecord)
