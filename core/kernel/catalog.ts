import type { TSchema } from '@sinclair/typebox'

/** An event type as the catalog lists it (contract 6.1). */
export interface EventType {
  readonly label: string
  /** `External` events are inbound or manual; the others belong to the record of their name. */
  readonly group?: string
}

/** A step of workflows as the catalog lists it (contract 2.10). */
export interface ActionType {
  readonly type: string
  readonly label: string
  readonly config: Readonly<Record<string, TSchema>>
  readonly branches?: readonly string[]
}
