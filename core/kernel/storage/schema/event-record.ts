import { Type } from '@sinclair/typebox'
import { bigInteger, hidden, json, optional, readOnly, text, timestamp } from '../../operation/schema/fields.ts'
import { Actor } from '../../operation/schema/values.ts'
import { entity } from './entity.ts'

const fields = {
  /** The order in which the events of all organizations were written, as far as one was open when another began. */
  position: hidden(readOnly(bigInteger())),
  /** Counts the events of one organization. */
  id: readOnly(bigInteger()),
  user_from: readOnly(text()),
  type: readOnly(text()),
  entity_type: readOnly(text()),
  entity_id: readOnly(text()),
  /** `data` without the record, as JSON text. */
  payload: hidden(text()),
  /** The delivered bytes behind the id, frozen when the event commits. */
  body: hidden(text()),
  actor: hidden(json(Actor)),
  /** Ids of the workflows that led to this event. */
  cause_chain: hidden(optional(json(Type.Array(Type.String())))),
  /** The step of a run of a workflow that made it: `<run>:<seq>`. */
  step: hidden(optional(text())),
  /** By which the call is named that led to it, at once or by a job, a run or a sequence; null where the engine acts by itself. */
  request_id: readOnly(optional(text())),
  created_at: readOnly(timestamp()),
  /** Where it was dispatched before it was committed; else its `EventDispatch` says when. */
  processed_at: optional(readOnly(timestamp())),
}

const schema = entity('EventRecord', 'events', fields, {
  key: ['position'],
  uniques: [['id']],
  indexes: [
    ['type', 'id'],
    ['entity_id', 'id'],
  ],
  ownership: { type: 'entity_type', id: 'entity_id' },
})

/** One entry of the event log. */
export class EventRecord extends schema.class {}
schema.setClass(EventRecord)
