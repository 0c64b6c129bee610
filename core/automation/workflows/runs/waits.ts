import type { Records } from '../../../kernel/storage/records/records.ts'
import type { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { ParsedConditions } from '../../conditions/parsed.ts'
import type { PlacedStep } from '../definition/path.ts'
import { awaitedEvent } from './awaited-event.ts'
import type { RunTurn } from './interpreter.ts'
import type { RunState } from './run-state.ts'

const DAY_MS = 86_400_000

/** Looks whether what a run waits for has come or its time is over, and goes on then; else it waits on. */
export async function settleWait(
  { records, types }: { readonly records: Records; readonly types: RecordTypes },
  state: RunState,
  placed: PlacedStep,
  turn: RunTurn,
): Promise<void> {
  const { now } = records.unit
  const { wait } = state.run.memory
  if (!wait) return
  const until = new Date(wait.until)
  // What ends the run may come to hold by time alone.
  const { exit } = turn.version
  const look = exit && looksAt(turn, exit, now)
  if (wait.for === 'effect') return waitOn(state, look ?? null)
  if (wait.for === 'delay') {
    if (now < until) return waitOn(state, earlier(until, look))
    return over(state, placed, now, null)
  }
  if (wait.for === 'again') return now < until ? waitOn(state, until) : again(state, now)
  if (wait.for === 'task') return now < until ? waitOn(state, until) : over(state, placed, now, 'timeout')
  if (wait.for === 'condition') {
    const condition = required(turn.version.of(placed.step))
    if (turn.test(condition)) return over(state, placed, now, 'received')
    if (now >= until) return over(state, placed, now, 'timeout')
    return waitOn(state, earlier(earlier(until, looksAt(turn, condition, now)), look))
  }
  if (wait.for !== 'event') return
  const event = await awaitedEvent(records, types, state.run, wait)
  if (event) {
    const payload = JSON.parse(event.payload) as Readonly<Record<string, unknown>>
    state.remember({ wait_event: { type: event.type, payload } })
    return over(state, placed, now, 'received')
  }
  if (now >= until) return over(state, placed, now, 'timeout')
  state.remember({ wait: { ...wait, looked: true } })
  waitOn(state, earlier(until, look))
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

// The step is done once more, as one of its own in the history.
function again(state: RunState, now: Date): void {
  const { wait: _over, ...memory } = state.run.memory
  const { seq } = state.run
  state.settled = { seq, status: 'done', reason: null, output: null, error: null, ended_at: now }
  state.change({ memory, status: 'running', waiting_for: null, wake_at: now, seq: seq + 1 })
  state.forgetWaits = true
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

// Once a day in any case: what the condition reads may change without an event. In a rehearsal it does not.
function looksAt(turn: RunTurn, condition: ParsedConditions, now: Date): Date | undefined {
  const flip = turn.flip(condition) ?? undefined
  return turn.onlooker ? flip : earlier(new Date(now.getTime() + DAY_MS), flip)
}

function waitOn(state: RunState, until: Date | null): void {
  const { wait } = state.run.memory
  state.change({ status: 'waiting', waiting_for: wait?.event_type ?? wait?.on ?? wait?.for ?? null, wake_at: until })
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A step that waits for a condition has none')
  return value
}

function earlier(left: Date, right: Date = left): Date {
  return left < right ? left : right
}
