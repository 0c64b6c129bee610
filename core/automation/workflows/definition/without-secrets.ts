import type { ActionTypes } from '../actions/action-types.ts'
import { masked } from '../actions/masked.ts'
import type { Definition, Step } from './schema.ts'

/** A definition for callers who only read: without what its actions mask, and without all that a step of an action holds which is missing. */
export function withoutSecrets(definition: Definition, actions: Pick<ActionTypes, 'behavior'>): Definition {
  const shown = (step: Step): Step => {
    const { type, config, branches } = step
    const own = { ...step, config: masked(actions.behavior(type) ?? { masked: Object.keys(config) }, config) }
    if (!branches) return own
    return { ...own, branches: Object.fromEntries(Object.entries(branches).map(([way, steps]) => [way, steps.map(shown)])) }
  }
  return { ...definition, steps: definition.steps.map(shown) }
}
