import { type AnyWatch, type Change, eventsOf, type Identified } from './changes.ts'
import type { Via } from '../../operation/actor.ts'
import type { Row } from './codec.ts'
import { requestIdOf, type Unit } from './unit.ts'

/** Columns of an event that is about to be written. */
export interface EventDraft extends Row {
  readonly type: string
  readonly user_from: string
  readonly entity_type: string
  readonly entity_id: string
  readonly payload: string
  readonly body: string
  readonly actor: Via
  readonly cause_chain: string[] | null
  readonly step: string | null
  readonly request_id: string | null
  readonly created_at: Date
  readonly processed_at: Date | null
}

/** Who made an event, when, and by which workflows. */
type Cause = Pick<Unit, 'actor' | 'now' | 'causes' | 'acting'>

/** The events that one change makes, for the recorder and the set-writer alike; `today` as `dayFor` says it of the watch. */
export function draftsOf(watch: AnyWatch, change: Change<Identified>, unit: Cause, today?: string): EventDraft[] {
  const events = eventsOf(watch, change, today)
  if (events.length === 0) return []
  const { id } = change.record
  const record = JSON.stringify(watch.record(change.record, unit.now, today))
  return events.map(({ type, data }) => draftOf(type, { type: watch.entityType, id }, data, record, unit))
}

/** An event that no change makes: inbound, manual or by the clock. */
export function draftOf(type: string, entity: { type: string; id: string }, data: Row, record: string | null, unit: Cause): EventDraft {
  const payload = JSON.stringify(data)
  const step = unit.acting?.of(entity.id)
  return {
    type,
    user_from: unit.actor.organization,
    entity_type: entity.type,
    entity_id: entity.id,
    payload,
    body: bodyOf(type, entity, payload, record, unit),
    actor: step?.via ?? unit.actor.via,
    cause_chain: unit.causes ? [...unit.causes] : null,
    step: step?.step ?? null,
    request_id: requestIdOf(unit, entity.id),
    created_at: unit.now,
    processed_at: null,
  }
}

/** The delivered bytes: the frozen body with the id in front, which only the database knows. */
export function deliveredBody(id: number | string, body: string): string {
  return `{"id":"evt_${id}",${body}`
}

function bodyOf(type: string, entity: { type: string; id: string }, payload: string, record: string | null, unit: Cause): string {
  const head = JSON.stringify({
    type,
    created_at: unit.now.toISOString(),
    organization: unit.actor.organization,
    entity: { type: entity.type, id: entity.id },
  })
  const data = record === null ? payload : `${payload.slice(0, -1)}${payload === '{}' ? '' : ','}"record":${record}}`
  return `${head.slice(1, -1)},"data":${data}}`
}
