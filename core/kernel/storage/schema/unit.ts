import type { CurrentActor, Via } from '../../operation/actor.ts'
import type { DayCalendar } from '../../values/relative-days.ts'
import type { Remarks } from './changes.ts'
import type { EventDraft } from './event-draft.ts'

/** One unit of work: who acts and since when; found by the entity manager that carries it out. */
export interface Unit {
  readonly actor: CurrentActor
  readonly now: Date
  /** The names of the plugins that are loaded, of which records may have external ids. */
  readonly providers?: ReadonlySet<string>
  /** The day that it is in the organization, once somebody has asked; see `todayOf` of access. */
  today?: string
  /** The time zone of the organization, once a record was told that is shown by the day; see `dayFor`. */
  zone?: Promise<string>
  /** The month in which its fiscal year begins, known with the day. */
  yearStart?: number
  /** By which a condition counts days that are meant by today, once one has named such; see `loadCalendar` of access. */
  calendar?: DayCalendar
  /** Workflows that led here. */
  readonly causes?: readonly string[]
  /** The steps of workflows that act at the moment, where one unit of work does those of several runs: events tell them. */
  acting?: Acting | undefined
  /** The table whose records the call enters field by field: who makes one of them is asked for required properties (`isEntered`). */
  enters?: string | undefined
  /** It is a part of a transaction of the app, which may have changed what others do not see yet. */
  isJoined?: boolean
  /** Which settings ask for events, by field, once a change was made of which they decide. */
  asked?: Map<string, Promise<boolean>>
  /** What was said about changes of loaded records, by record, until they are flushed (`RecordStore.change`). */
  remarks?: Map<object, Remarks>
  /** The names of what has changed in records that were there before, by id: for the answer to who changed them. */
  changed?: Map<string, Set<string>>
  /** Its events, where it keeps them until its end and dispatches them itself (`DispatchWithin`). */
  held?: EventDraft[] | undefined
  /** Draws the numbers of rows that the database counts: of a unit that is undone, because those that the database draws never come back. */
  readonly numbers?: () => number
  /** Done once the unit has committed, and not when it fails: what a process keeps in its memory. */
  readonly onCommit: (() => void)[]
}

/** The steps of workflows that act at the moment. */
export interface Acting {
  /** The step that writes this record; undefined where no single one does. */
  of(record_id: string): ActingStep | undefined
}

/** A step of a run of a workflow: the run by which its changes came in, and `<run>:<seq>`. */
export interface ActingStep {
  readonly via: Via
  readonly step: string
  /** By which the call is named that the run began with; null where none is known. */
  readonly request_id: string | null
}

/** By which the call is named that has what happens to this record done: that of the run whose step writes it, or of the caller. */
export function requestIdOf({ actor, acting }: Pick<Unit, 'actor' | 'acting'>, record_id: string): string | null {
  const step = acting?.of(record_id)
  return (step ? step.request_id : actor.asked?.request_id) ?? null
}

const units = new WeakMap<object, Unit>()

/** Says to which unit of work an entity manager belongs; once, when the unit begins. */
export function bindUnit(em: object, unit: Unit): void {
  units.set(em, unit)
}

const doors = new WeakMap<Unit, object>()

/** Says by what the records of a unit of work are reached. */
export function bindDoor(unit: Unit, door: object): void {
  doors.set(unit, door)
}

/** By what the records of a unit of work are reached: `Records`, of which this part knows nothing. */
export function doorOf(unit: Unit): object {
  const door = doors.get(unit)
  if (!door) throw new Error('No door to the records of this unit of work')
  return door
}

/** The unit of work of an entity manager; a plain error where there is none, which is a fault of the program. */
export function unitOf(em: object): Unit {
  const unit = units.get(em)
  if (!unit) throw new Error('No unit of work: write through an operation')
  return unit
}
