import { deliveredBody, type EventDraft } from '../schema/event-draft.ts'
import type { Row } from '../schema/codec.ts'
import type { Unit } from '../schema/unit.ts'

/** An event that has committed, as its delivered bytes. */
export interface CommittedEvent {
  readonly type: string
  readonly body: string
}

/** Who hears of events in this process as soon as they have committed. */
export interface EventAudience {
  /** Whether somebody listens to this type. */
  wants(type: string): boolean
  /** Called after the commit of a unit of work with its events, in the order of their ids; does not throw. */
  committed(events: readonly CommittedEvent[]): void
}

/** Events of one statement or more, and the ids that the database gives them, which come in the order of the events. */
interface Written {
  readonly drafts: readonly EventDraft[]
  readonly ids: number[]
}

const kept = new WeakMap<Unit, Written[]>()

/** Whether somebody listens to any of these events. */
export function isHeard(audience: EventAudience | undefined, drafts: readonly EventDraft[]): audience is EventAudience {
  return audience !== undefined && drafts.some(({ type }) => audience.wants(type))
}

/** Keeps events until their unit of work has committed; what is answered takes the rows with ids that their statements return. */
export function untilCommit(unit: Unit, audience: EventAudience, drafts: readonly EventDraft[]): (answer: Promise<readonly Row[]>) => void {
  const ids: number[] = []
  const written: Written = { drafts, ids }
  const known = kept.get(unit)
  if (known) known.push(written)
  else {
    const all = [written]
    kept.set(unit, all)
    unit.onCommit.push(() => audience.committed(all.flatMap((each) => heardOf(each, audience))))
  }
  // A unit commits only when all its statements are answered. Who runs them tells of failures.
  return (answer) => void answer.then((rows) => ids.push(...rows.map(({ id }) => Number(id)))).catch(() => undefined)
}

function heardOf({ drafts, ids }: Written, audience: EventAudience): CommittedEvent[] {
  const inOrder = ids.toSorted((a, b) => a - b)
  return drafts.flatMap(({ type, body }, at) => (audience.wants(type) ? [{ type, body: deliveredBody(inOrder[at] ?? 0, body) }] : []))
}
