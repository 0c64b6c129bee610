import { sql, type SqlBool } from 'kysely'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { EventRecord } from '../../../kernel/storage/schema/event-record.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import { Turns } from '../../../kernel/values/turns.ts'
import type { ActionTypes } from '../actions/action-types.ts'
import type { Definition } from '../definition/schema.ts'
import { meets } from '../enrollment/trigger-match.ts'
import type { StartingEvent } from './sample-event.ts'

/** Events that one simulation reads at most. */
export const MAX_EVENTS = 20_000
const PAGE = 200

/** An event of the past, as a trigger reads it. */
export type PastEvent = Pick<EventRecord, 'id' | 'type' | 'entity_type' | 'entity_id' | 'payload' | 'cause_chain' | 'created_at'>

/** What was found in the log. */
export interface PastEvents {
  /** Those that meet a trigger, in their order. */
  readonly matched: readonly PastEvent[]
  readonly read: number
  /** Since when all were read; later than asked where there are too many. */
  readonly from: Date
  readonly isCut: boolean
}

/** The events since a moment that meet triggers of a workflow, read page by page: of too many, the latest of each type. */
export async function pastEvents(
  { records, actions }: { readonly records: Records; readonly actions: ActionTypes },
  { triggers }: Definition,
  since: Date,
): Promise<PastEvents> {
  const types = [...new Set(triggers.map(({ type }) => type))].filter((type) => type !== 'schedule' && type !== 'workflow.enrolled')
  const matched: PastEvent[] = []
  let [read, from, isCut] = [0, since, false]
  const turns = new Turns(1)
  for (const type of types) {
    const most = Math.floor(MAX_EVENTS / types.length)
    let count = 0
    for (let page: readonly PastEvent[] | undefined; page === undefined || page.length === PAGE;) {
      page = await pageOf(records, type, since, page?.at(-1)?.id)
      read += page.length
      count += page.length
      for (const each of page) if (starts(actions, triggers, each)) matched.push(each)
      if (turns.areOver()) await turns.next()
      const last = page.at(-1)
      if (last && count >= most) {
        isCut = true
        if (last.created_at > from) from = last.created_at
        break
      }
    }
  }
  const found = matched.filter(({ created_at }) => created_at >= from)
  return { matched: found.toSorted((left, right) => Number(left.id) - Number(right.id)), read, from, isCut }
}

async function pageOf(records: Records, type: string, since: Date, before: PastEvent['id'] | undefined): Promise<PastEvent[]> {
  const columns = ['id', 'type', 'entity_type', 'entity_id', 'payload', 'cause_chain', 'created_at'] as const
  const from = records.codec(EventRecord).toColumn('created_at', since)
  return await records.columns(EventRecord, columns, (query) => {
    const own = query.where('type', '=', type).where(sql<SqlBool>`created_at >= ${from}`)
    return (before === undefined ? own : own.where('id', '<', before)).orderBy('id', 'desc').limit(PAGE)
  })
}

function starts(actions: ActionTypes, triggers: Definition['triggers'], { type, payload }: PastEvent): boolean {
  return meetsOneOf(actions, triggers, { type, payload: membersOf(JSON.parse(payload)) })
}

/** Whether an event meets one of the triggers; one of a plugin that fails counts as not met, as when events are dispatched. */
export function meetsOneOf(actions: ActionTypes, triggers: Definition['triggers'], { type, payload }: StartingEvent): boolean {
  try {
    return triggers.some((each) => each.type === type && meets(each, payload, actions.trigger(type)))
  } catch {
    return false
  }
}
