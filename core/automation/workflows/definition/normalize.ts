import { Kind, OptionalKind, type Static, type TObject, type TSchema } from '@sinclair/typebox'
import type { Keywords } from '../../../kernel/operation/schema/schema.ts'
import { isObject } from '../../../kernel/values/is-object.ts'
import { lifecycleIds } from '../../../records/search/grammar/lifecycle.ts'
import { foldText } from '../../../records/search/grammar/text.ts'
import type { ActionTypes } from '../actions/action-types.ts'
import type { definitionParts, Definition, GivenStep, Step } from './schema.ts'

type Given = { readonly [K in keyof typeof definitionParts]?: Static<(typeof definitionParts)[K]> }

const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/
const words: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false }

/**
 * A definition in its canonical form: every step has an id and its branches beside its configuration; numbers and booleans that were given
 * as texts are what the configuration asks for, lifecycle stages their ids, and optional keys without a value left out. What `given` leaves out stays as it is in `known`.
 */
export function normalizeDefinition(given: Given, known: Definition, types: ActionTypes): Definition {
  const { triggers = known.triggers, conditions = known.conditions, steps, settings = known.settings } = given
  return {
    triggers: triggers.map(({ type, config = {} }) => ({ type, config: coerced(types.trigger(type)?.config, config) })),
    conditions,
    steps: steps ? new StepNames(steps, known.steps).named(steps, types) : known.steps,
    settings,
  }
}

/** Gives ids to steps that have none: the next number that neither the definition nor the one before it uses. */
class StepNames {
  readonly #taken = new Set<string>()
  #last = 0

  constructor(given: readonly GivenStep[], known: readonly Step[]) {
    for (const steps of [given, known]) this.#take(steps)
  }

  named(steps: readonly GivenStep[], types: ActionTypes): Step[] {
    return steps.map((given) => {
      const { id = this.#next(), type, on_error } = given
      const { config, branches } = withBranches(given)
      const action = types.action(type)
      const ways = Object.entries(branches ?? {}).map(([name, steps]) => [name, this.named(steps, types)])
      return {
        id,
        type,
        config: coerced(action?.config, config),
        ...(branches && { branches: Object.fromEntries(ways) }),
        ...(on_error && { on_error }),
      }
    })
  }

  #take(steps: readonly (GivenStep | Step)[]): void {
    for (const each of steps) {
      if (each.id !== undefined) this.#taken.add(each.id)
      for (const inner of Object.values(withBranches(each).branches ?? {})) this.#take(inner)
    }
  }

  #next(): string {
    do this.#last += 1
    while (this.#taken.has(`s${this.#last}`))
    return `s${this.#last}`
  }
}

/** A step whose branches stand where they belong; some write them into the configuration. */
export function withBranches({ config: { branches: inner, ...config } = {}, branches }: GivenStep | Step): {
  readonly config: Readonly<Record<string, unknown>>
  readonly branches?: Readonly<Record<string, readonly GivenStep[]>>
} {
  // Their form is checked as that of branches is.
  const own = (branches ?? (isObject(inner) ? inner : undefined)) as Readonly<Record<string, readonly GivenStep[]>> | undefined
  return { config, ...(own && { branches: own }) }
}

// What is left as it was does not fit, which the check of the configuration tells.
function coerced(schema: TObject | undefined, config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!schema) return config
  return Object.fromEntries(
    Object.entries(config).flatMap(([name, value]) => {
      const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
      return field && isLeftOut(field, value) ? [] : [[name, fitting(field, value)]]
    }),
  )
}

// Forms send what nobody filled in as an empty text; a text that is shown to people may be empty.
function isLeftOut(field: TSchema, value: unknown): boolean {
  const isBlank = value === null || (typeof value === 'string' && value.trim() === '')
  return isBlank && field[OptionalKind] === 'Optional' && field['merge_tags'] !== true
}

function fitting(schema: TSchema | undefined, value: unknown): unknown {
  const kind = schema?.[Kind]
  if ((kind === 'Number' || kind === 'Integer') && typeof value === 'string' && NUMBER.test(value)) return Number(value)
  if (kind === 'Boolean' && typeof value === 'string') return words[value.toLowerCase()] ?? value
  if (typeof value === 'string' && takes(schema, 'mql')) return lifecycleIds.get(foldText(value)) ?? value
  if (typeof value === 'boolean' && kind !== 'Boolean' && takes(schema, 'yes')) return value ? 'yes' : 'no'
  return value
}

function takes(schema: TSchema | undefined, word: string): boolean {
  const { anyOf = [] }: Keywords = schema ?? {}
  return anyOf.some((each: Keywords) => each.const === word)
}
