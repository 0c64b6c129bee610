import { bigInteger, hidden, optional, readOnly, text, timestamp } from '../../operation/schema/fields.ts'
import { entity } from './entity.ts'

const dispatch = entity(
  'EventDispatch',
  'event_dispatches',
  {
    /** `EventRecord.position` */
    position: hidden(readOnly(bigInteger())),
    user_from: readOnly(text()),
    /** Null while the event waits for the dispatcher. */
    processed_at: optional(readOnly(timestamp())),
  },
  // Nothing but numbers and times, which the log shows with each event.
  { key: ['position'], privacy: 'kept' },
)

/**
 * The place of an event in the queue of the dispatcher, apart from the event, so that nothing large is written again when it is dispatched.
 * A trigger adds it, whoever writes an event (`2026-12-25-event-dispatches`); events that are dispatched before they commit have none.
 */
export class EventDispatch extends dispatch.class {}
dispatch.setClass(EventDispatch)
