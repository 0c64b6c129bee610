import type { TObject } from '@sinclair/typebox'
import type { Uses } from './operation.ts'

/** An event type as the catalog lists it. */
export interface EventType {
  /** For people, such as `Contact created`. */
  readonly label: string
  /** `External` events are inbound or manual; the others belong to the record of their name. */
  readonly group?: string
  /** It is beyond the contract's list; patterns match it like the others. */
  readonly extension?: true
}

/** What starts workflows as the catalog lists it; every event type does, with or without config of its own. */
export interface TriggerType {
  /** An event type, or a name of its own such as `schedule`. */
  readonly type: string
  /** For a trigger that is no event type. */
  readonly label?: string
  /** What a workflow says of it. */
  readonly config: TObject
  /** It declares the event type of its name as well, with `label`; such events are made with `EventWriter.tell`. */
  readonly event?: Pick<EventType, 'group' | 'extension'>
}

/** A step of workflows as the catalog lists it. */
export interface ActionType {
  /** Unique, as workflows name it: `add_tag`. */
  readonly type: string
  /** For people. */
  readonly label: string
  /** What it does, one sentence. */
  readonly summary: string
  /** What a workflow says of the step. */
  readonly config: TObject
  /** Names of the ways on from it; a step without them has one. */
  readonly branches?: readonly string[]
  /** Services that it is done with, by name. */
  readonly uses?: Uses
}

/** Event types of one group, by label; `group` is left out for those that have none. */
export function eventTypes(labels: Readonly<Record<string, string>>, group?: string): Readonly<Record<string, EventType>> {
  return Object.fromEntries(Object.entries(labels).map(([type, label]) => [type, { label, ...(group && { group }) }]))
}
