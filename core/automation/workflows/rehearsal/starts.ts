import type { Records } from '../../../kernel/storage/records/records.ts'
import { homeOf } from '../../../platform/access/organization.ts'
import type { RecordTypes } from '../../../records/record-type/record-types.ts'
import { selectMatching } from '../../conditions/select.ts'
import { occurrencesBetween } from '../../schedules/occurrences.ts'
import { parseSchedule } from '../../schedules/schedule.ts'
import { zoneClock } from '../../schedules/zone-clock.ts'
import type { CompiledVersion } from '../definition/compiled.ts'
import { recordTypeOf } from '../definition/record-type.ts'
import { type Candidate, type EnrolledIds, remembered } from '../enrollment/candidates.ts'
import { recordsOfEvents } from '../enrollment/event-records.ts'
import { Facts } from '../runs/facts.ts'
import { scheduleOf } from '../schedules.ts'
import type { PastEvent } from './past-events.ts'

const PART = 100
// Records that one occurrence of a schedule enrolls in a simulation.
const MOST = 500
const nobody: EnrolledIds = { entity_type: null, entity_id: null, contact_id: null, deal_id: null, company_id: null }

/** A record that met a trigger in the past. */
export interface Start {
  readonly at: Date
  readonly candidate: Omit<Candidate, 'workflow' | 'version'>
  /** Whether it meets the conditions as it is now. */
  readonly meets: boolean
}

interface Uses {
  readonly records: Records
  readonly types: RecordTypes
}

/** What happened in some days: events that meet triggers, in their order. */
interface Past {
  readonly events: readonly PastEvent[]
  readonly from: Date
  readonly until: Date
}

/** Whom a workflow would have met, part by part: by its events, then by its schedules. */
export async function* startsOf(uses: Uses, version: CompiledVersion, { events, from, until }: Past): AsyncGenerator<Start> {
  for (let at = 0; at < events.length; at += PART) yield* await startsOfPart(uses, version, events.slice(at, at + PART))
  yield* scheduledStarts(uses, version, from, until)
}

async function startsOfPart({ records, types }: Uses, version: CompiledVersion, events: readonly PastEvent[]): Promise<Start[]> {
  const asked = events.map((each) => ({ ...each, id: Number(each.id) }))
  const ids = await recordsOfEvents(records, types, asked)
  const starts = asked.flatMap((event) => {
    const own = ids.get(event.id)
    const said = { event_id: event.id, cause_chain: event.cause_chain ?? [], memory: { event: remembered(event) }, manual: false }
    return own ? [{ at: event.created_at, candidate: { ids: own, ...said } }] : []
  })
  const met = await meeting({ records, types }, version, starts)
  return starts.map((each) => ({ ...each, meets: met.has(each) }))
}

async function meeting<S extends Omit<Start, 'meets'>>(
  uses: Uses,
  { conditions }: CompiledVersion,
  starts: readonly S[],
): Promise<ReadonlySet<S>> {
  if (!conditions) return new Set(starts)
  const facts = new Facts(uses)
  const runs = new Map(
    starts.map((each) => [each, { ...each.candidate.ids, wait_result: null, split_variant: null, memory: each.candidate.memory }]),
  )
  const contexts = await facts.contextsOf([...runs.values()], [conditions])
  return new Set(
    starts.filter((each) => {
      const run = runs.get(each)
      const context = run && contexts.get(run)
      return context !== undefined && facts.met(conditions, { ...context, now: each.at })
    }),
  )
}

// With conditions the records that meet them now, else nobody in particular.
async function* scheduledStarts({ records, types }: Uses, version: CompiledVersion, since: Date, until: Date): AsyncGenerator<Start> {
  const { definition, conditions } = version
  const schedules = definition.triggers.filter(({ type }) => type === 'schedule')
  if (schedules.length === 0) return
  const ids = conditions ? await matching({ records, types }, version) : [nobody]
  const { timezone } = await homeOf(records)
  for (const { config } of schedules) {
    const schedule = scheduleOf(config)
    const clock = await zoneClock(schedule.timezone ?? timezone)
    for (const { at, date } of occurrencesBetween(parseSchedule(schedule), clock, { after: since, until })) {
      const event = { type: 'schedule', payload: { date, at: at.toISOString() }, at: at.toISOString() }
      for (const own of ids)
        yield { at, meets: true, candidate: { ids: own, event_id: null, cause_chain: [], memory: { event }, manual: false } }
    }
  }
}

async function matching({ records, types }: Uses, { conditions, definition }: CompiledVersion): Promise<readonly EnrolledIds[]> {
  const found = conditions ? await selectMatching(records, conditions, { limit: MOST }) : []
  const entity_type = recordTypeOf(definition, types) ?? 'contact'
  const asked = found.map((entity_id, id) => ({ id, entity_type, entity_id, payload: '{}' }))
  return [...(await recordsOfEvents(records, types, asked)).values()]
}
