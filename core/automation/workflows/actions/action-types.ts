import type { ActionType } from '../../../kernel/operation/catalog.ts'
import { Registry } from '../../../kernel/feature/registry.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { Trigger } from '../trigger.ts'
import type { Action } from './action.ts'
import { managedSteps } from './managed-steps.ts'

// The feature that has the steps of the engine itself.
const OWN = 'workflows'

/** The triggers and steps that the loaded features have. */
export class ActionTypes {
  static readonly uses = { registry: Registry }
  readonly #actions: ReadonlyMap<string, ActionType>
  readonly #triggers: ReadonlyMap<string, Trigger>
  readonly #events: ReadonlySet<string>
  readonly #foreign: ReadonlyMap<string, string>
  readonly #managed: ReadonlyMap<string, Action>

  constructor({ registry }: Resolved<typeof ActionTypes.uses>) {
    this.#actions = new Map(registry.all('actions').map((each) => [each.type, each]))
    this.#triggers = new Map(registry.all('triggers').map((each) => [each.type, each]))
    this.#events = new Set(registry.eventTypes.keys())
    this.#managed = new Map(registry.attached(managedSteps).map((each) => [each.type, each]))
    const others = registry.features.filter(({ name }) => name !== OWN)
    this.#foreign = new Map(others.flatMap(({ name, actions = [] }) => actions.map(({ type }) => [type, name] as const)))
  }

  /** The step of this type. */
  action(type: string): ActionType | undefined {
    return this.#actions.get(type)
  }

  /** What the step does; undefined for one that is declared only, whose integration is missing. */
  behavior(type: string): Action | undefined {
    const action = this.#actions.get(type)
    return action && hasBehavior(action) ? action : this.#managed.get(type)
  }

  /** Whether a plugin has brought it: it may do anything. */
  isForeign(type: string): boolean {
    return this.#foreign.has(type)
  }

  /** The plugin that has brought it; undefined of what is the engine's own. */
  pluginOf(type: string): string | undefined {
    return this.#foreign.get(type)
  }

  /** The trigger with a configuration of its own. */
  trigger(type: string): Trigger | undefined {
    return this.#triggers.get(type)
  }

  /** Whether something of this name can start a workflow. */
  starts(type: string): boolean {
    return this.#events.has(type) || this.#triggers.has(type)
  }

  get actionNames(): string[] {
    return [...this.#actions.keys()]
  }

  get triggerNames(): string[] {
    return [...new Set([...this.#events, ...this.#triggers.keys()])]
  }

  /** Whether there is an event of this type. */
  isEvent(type: string): boolean {
    return this.#events.has(type)
  }
}

function hasBehavior(action: ActionType): action is Action {
  return 'run' in action && 'effect' in action
}
