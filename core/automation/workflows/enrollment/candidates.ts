import type { DispatchedEvent } from '../../../kernel/feature/event-consumer.ts'
import type { RunMemory, Workflow } from '../entity.ts'
import type { CompiledVersion } from '../definition/compiled.ts'

/** An active workflow with the version that new runs follow. */
export interface ActiveWorkflow {
  readonly workflow: Pick<Workflow, 'id' | 'user_from' | 'name' | 'created_by'>
  readonly version: CompiledVersion
}

/** The records of a run that is to be. */
export interface EnrolledIds {
  readonly entity_type: string | null
  readonly entity_id: string | null
  readonly contact_id: string | null
  readonly deal_id: string | null
  readonly company_id: string | null
}

/** A record that a workflow may enroll. */
export interface Candidate extends ActiveWorkflow {
  readonly ids: EnrolledIds
  readonly event_id: number | null
  readonly cause_chain: readonly string[]
  readonly memory: RunMemory
  /** Enrolled by somebody, who decides instead of the conditions. */
  readonly manual: boolean
  /** The conditions hold: they were asked for many at once (`Screening`). */
  readonly judged?: boolean
}

/** What a run remembers of the call that led to it; nothing where none did. */
export const callMemory = (request_id: string | null): Pick<RunMemory, 'request_id'> => (request_id === null ? {} : { request_id })

// What a run keeps of its event; a larger value is left out.
const MAX_VALUE = 2000

/** What a run remembers of the event that started it. */
export function remembered({
  type,
  payload,
  created_at,
}: Pick<DispatchedEvent, 'type' | 'payload' | 'created_at'>): NonNullable<RunMemory['event']> {
  const values = JSON.parse(payload) as Readonly<Record<string, unknown>>
  // None of its values is longer than the whole.
  if (payload.length <= MAX_VALUE) return { type, payload: values, at: created_at.toISOString() }
  const short = Object.entries(values).filter(([, value]) => JSON.stringify(value).length <= MAX_VALUE)
  return { type, payload: Object.fromEntries(short), at: created_at.toISOString() }
}
