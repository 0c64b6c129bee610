import type { Static, TObject } from '@sinclair/typebox'
import type { TriggerType } from '../../kernel/operation/catalog.ts'
import type { Reference } from './definition/references.ts'

/** What starts workflows: the events of its type that its configuration asks for. */
export interface Trigger<C = Readonly<Record<string, unknown>>> extends TriggerType {
  /**
   * Whether an event meets the configuration; keys that are left out must ask nothing. Without it, each key that has a value must be equal
   * to that of the payload. One that throws is not met.
   */
  meets?(config: C, payload: Readonly<Record<string, unknown>>): boolean
  /** What a configuration names that must be there when a workflow is saved and activated; a name becomes the id in what is stored. */
  references?(config: C): readonly Reference[]
}

/** Declares a trigger; its configuration is typed by its schema. With `event` it declares the event type, too. */
export function defineTrigger<const C extends TObject>(trigger: Omit<Trigger<Static<C>>, 'config'> & { readonly config: C }): Trigger {
  // The engine checks the configuration against the schema before it calls the trigger with it.
  return trigger as unknown as Trigger
}
