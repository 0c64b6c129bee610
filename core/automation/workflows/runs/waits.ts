import { sql, type SqlBool } from 'kysely'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { EventRecord } from '../../../kernel/storage/schema/event-record.ts'
import type { PlacedStep } from '../definition/path.ts'
import type { RunTurn } from './interpreter.ts'
import type { RunState } from './run-state.ts'
import { subjectNames } from './subjects.ts'

const DAY_MS = 86_400_000

/** Looks whether what a run waits for has come or its time is over, and goes on then; else it waits on. */
export async function settleWait(records: Records, state: RunState, placed: PlacedStep, turn: RunTurn): Promise<void> {
  const { now } = records.unit
  const { wait } = state.run.memory
  if (!wait) return
  const until = new Date(wait.until)
  if (wait.for === 'delay') {
    if (now < until) return waitOn(state, until)
    return over(state, placed, now, null)
  }
  if (wait.for === 'condition') {
    const condition = required(turn.version.of(placed.step))
    if (turn.test(condition)) return over(state, placed, now, 'received')
    if (now >= until) return over(state, placed, now, 'timeout')
    // Once a day in any case: what the condition reads may change without an event.
    const daily = turn.onlooker ? until : new Date(now.getTime() + DAY_MS)
    return waitOn(state, earlier(until, earlier(turn.flip(condition) ?? daily, daily)))
  }
  if (wait.for !== 'event') return
  const event = await firstEvent(records, state, wait)
  if (event) {
    state.remember({ wait_event: event })
    return over(state, placed, now, 'received')
  }
  if (now >= until) return over(state, placed, now, 'timeout')
  waitOn(state, until)
}

/** The run goes on behind the step that waited. */
export function over(state: RunState, placed: PlacedStep, now: Date, result: string | null): void {
  const { wait: _over, ...memory } = state.run.memory
  state.settled = {
    seq: state.run.seq,
    status: 'done',
    reason: result,
    output: result === null ? null : { result },
    error: null,
    ended_at: now,
  }
  state.change({ memory, status: 'running', waiting_for: null, wake_at: now, ...(result !== null && { wait_result: result }) })
  state.forgetWaits = true
  state.goTo(placed.after, now)
}

/** How the history of a run tells of a call that was made, and where the run goes on. */
export function settleCall(
  state: RunState,
  placed: PlacedStep | undefined,
  result: { readonly done: Readonly<Record<string, unknown>> } | { readonly skipped: string },
  now: Date,
): void {
  const { wait: _over, ...memory } = state.run.memory
  const said = { seq: state.run.seq, error: null, ended_at: now }
  state.settled =
    'done' in result
      ? { ...said, status: 'done', reason: null, output: result.done }
      : { ...said, status: 'skipped', reason: result.skipped, output: null }
  const held = state.run.status === 'frozen'
  state.change({ memory })
  state.goTo(placed?.after ?? null, now)
  if (state.run.ended_at) return
  if (held) state.change({ status: 'frozen' })
  else state.change({ status: 'running', waiting_for: null, wake_at: now })
}

function waitOn(state: RunState, until: Date): void {
  state.change({ status: 'waiting', wake_at: until })
}

// An event counts that happened after the wait began and not after its end; looked up, because those that came while the step was being
// committed found nobody who waited.
async function firstEvent(
  records: Records,
  { run }: RunState,
  { since, until, event_type }: { readonly since: string; readonly until: string; readonly event_type?: string },
): Promise<{ readonly type: string; readonly payload: Readonly<Record<string, unknown>> } | undefined> {
  const codec = records.codec(EventRecord)
  const ids = subjectNames(run).map((name) => name.slice(name.indexOf(':') + 1))
  const at = (text: string) => codec.toColumn('created_at', new Date(text))
  const row = await records
    .from(EventRecord)
    .selectAll()
    .where(records.anyOf(EventRecord, 'entity_id', ids))
    .where('type', '=', event_type ?? '')
    .where(sql<SqlBool>`created_at >= ${at(since)}`)
    .where(sql<SqlBool>`created_at <= ${at(until)}`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { type, payload } = codec.fromRow(row)
  return { type, payload: JSON.parse(payload) as Readonly<Record<string, unknown>> }
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A step that waits for a condition has none')
  return value
}

function earlier(left: Date, right: Date): Date {
  return left < right ? left : right
}
