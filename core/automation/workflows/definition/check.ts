import type { TSchema } from '@sinclair/typebox'
import { CrmError, type FieldError } from '../../../kernel/operation/errors.ts'
import { faultsOf } from '../../../kernel/operation/validate.ts'
import { suggestion } from '../../../kernel/operation/nearest.ts'
import { isTimeZone } from '../../../platform/access/locale.ts'
import type { ActionTypes } from '../actions/action-types.ts'
import type { FoundReferences, PlacedReference, Reference } from './references.ts'
import { type Definition, GivenStep, MAX_BYTES, MAX_DEPTH, MAX_STEPS, type Step } from './schema.ts'

// Who has more faults than these reads none of them.
const MAX_FAULTS = 50
const TIMEZONE = 'timezone'

/** Conditions that must all hold, and the pointer to their list. */
export interface ConditionList {
  readonly conditions: readonly unknown[]
  readonly at: string
}

/** What a definition says that stays right only as long as others stay: texts, conditions, references. */
export interface DefinitionRules {
  /** Faults of all conditions, at their pointers, in look-ups that do not grow with their number. */
  conditions(lists: readonly ConditionList[], recordType: string): Promise<readonly FieldError[]>
  /** What the references mean, in look-ups that do not grow with their number. */
  references(references: readonly PlacedReference[]): Promise<FoundReferences>
  /** Type of the records that the definition enrolls; undefined where its triggers say different things. */
  recordTypeOf(definition: Definition): string | undefined
  /** Faults of the texts of a configuration. */
  texts(schema: TSchema, config: Readonly<Record<string, unknown>>, at: string): readonly FieldError[]
}

/** A definition with what its triggers name by id, and its faults, each with a pointer; without any it can be saved. */
export interface CheckedDefinition {
  readonly definition: Definition
  readonly faults: readonly FieldError[]
}

/** Checks a definition, and looks for what it names. */
export async function checkDefinition(definition: Definition, types: ActionTypes, rules: DefinitionRules): Promise<CheckedDefinition> {
  return await new DefinitionCheck(definition, types, rules).result()
}

/** The fault of a definition that is longer than it may be. */
export const tooLarge: FieldError = { path: '', code: 'too_large', message: `A definition has at most ${MAX_BYTES} bytes` }

/** Length of a definition as JSON. */
export const bytesOf = (definition: object): number => Buffer.byteLength(JSON.stringify(definition))

/** Throws `invalid_input` with all faults of a definition. */
export function refuseFaults(faults: readonly FieldError[]): void {
  const [first] = faults
  if (first) throw new CrmError('invalid_input', `Invalid workflow: ${first.path} ${first.message}`, { errors: faults })
}

class DefinitionCheck {
  readonly #definition: Definition
  readonly #types: ActionTypes
  readonly #rules: DefinitionRules
  readonly #faults: FieldError[] = []
  readonly #ids = new Set<string>()
  readonly #lists: ConditionList[] = []
  /** Pointers to the conditions that stand alone instead of in a list. */
  readonly #alone = new Set<string>()
  readonly #references: PlacedReference[] = []
  #steps = 0

  constructor(definition: Definition, types: ActionTypes, rules: DefinitionRules) {
    this.#definition = definition
    this.#types = types
    this.#rules = rules
  }

  async result(): Promise<CheckedDefinition> {
    const definition = this.#definition
    const { triggers, conditions, steps, settings } = definition
    if (bytesOf(definition) > MAX_BYTES) return { definition, faults: [tooLarge] }
    for (const [at, trigger] of triggers.entries()) this.#trigger(trigger, `/triggers/${at}`)
    const recordType = this.#rules.recordTypeOf(definition)
    if (recordType === undefined) this.#fault('/triggers', 'mixed_records', 'The triggers of one workflow enroll records of one type')
    this.#lists.push({ conditions, at: '/conditions' }, { conditions: settings.exit_conditions ?? [], at: '/settings/exit_conditions' })
    if (settings.timezone !== undefined) this.#zone(settings.timezone, '/settings/timezone')
    this.#list(steps, '/steps', 0)
    for (const each of await this.#rules.conditions(this.#lists, recordType ?? 'contact')) this.#faults.push(this.#placed(each))
    const { faults, ids } = await this.#rules.references(this.#references)
    this.#faults.push(...faults)
    return { definition: this.#resolved(ids), faults: this.#faults.slice(0, MAX_FAULTS) }
  }

  #trigger({ type, config }: Definition['triggers'][number], at: string): void {
    if (!this.#types.starts(type)) return this.#unknown(`${at}/type`, 'unknown_trigger', type, this.#types.triggerNames)
    const trigger = this.#types.trigger(type)
    if (trigger) {
      if (this.#config(trigger.config, config, `${at}/config`)) this.#refers(trigger.references?.(config), `${at}/config`)
    } else if (Object.keys(config).length > 0)
      this.#fault(`${at}/config/${Object.keys(config)[0]}`, 'unknown_field', `The trigger ${type} takes no configuration`)
    if (typeof config[TIMEZONE] === 'string') this.#zone(config[TIMEZONE], `${at}/config/timezone`)
    if (config['frequency'] === 'weekly' && config['weekday'] === undefined)
      this.#fault(`${at}/config/weekday`, 'required', 'is required for weekly schedules')
  }

  #list(steps: readonly Step[], at: string, depth: number): void {
    if (depth > MAX_DEPTH) return this.#fault(at, 'too_deep', `Branches are nested at most ${MAX_DEPTH} levels deep`)
    for (const [index, step] of steps.entries()) this.#step(step, `${at}/${index}`, depth)
  }

  #step(step: Step, at: string, depth: number): void {
    if (++this.#steps > MAX_STEPS) {
      if (this.#steps === MAX_STEPS + 1) this.#fault(at, 'too_many', `A workflow has at most ${MAX_STEPS} steps`)
      return
    }
    const form = faultsOf(GivenStep, step)
    if (form.length > 0) return void this.#faults.push(...form.map((each) => ({ ...each, path: `${at}${each.path}` })))
    if (this.#ids.has(step.id)) this.#fault(`${at}/id`, 'not_unique', `Another step has the id ${step.id}`)
    this.#ids.add(step.id)
    const action = this.#types.action(step.type)
    if (!action) return this.#unknown(`${at}/type`, 'unknown_action', step.type, this.#types.actionNames)
    if (this.#config(action.config, step.config, `${at}/config`)) this.#own(step, `${at}/config`)
    this.#ways(step, action.branches ?? [], at, depth)
    this.#special(step, `${at}/config`)
  }

  #ways({ type, branches = {} }: Step, names: readonly string[], at: string, depth: number): void {
    for (const [name, inner] of Object.entries(branches)) {
      if (names.includes(name)) this.#list(inner, `${at}/branches/${name}`, depth + 1)
      else
        this.#faults.push({
          path: `${at}/branches/${name}`,
          code: 'unknown_branch',
          message: names.length > 0 ? `${type} has the branches ${names.join(' and ')}` : `${type} has no branches`,
          allowed: names,
        })
    }
  }

  // What an action says itself of a configuration that its schema takes.
  #own({ type, config }: Step, at: string): void {
    const action = this.#types.behavior(type)
    try {
      const faults = action?.check?.(config) ?? []
      this.#faults.push(...faults.map((each) => ({ ...each, path: `${at}${each.path}` })))
      if (faults.length === 0) this.#refers(action?.references?.(config), at)
    } catch (error) {
      if (!this.#types.isForeign(type)) throw error
      this.#fault(at, 'not_checked', `The plugin of ${type} failed while it read this configuration`)
    }
  }

  #refers(references: readonly Reference[] = [], at: string): void {
    this.#references.push(...references.map((each) => ({ ...each, place: `${at}${each.at}` })))
  }

  // What the schema of a configuration cannot say.
  #special({ type, config }: Step, at: string): void {
    if (type === 'if_else') this.#lists.push({ conditions: listIn(config['conditions']), at: `${at}/conditions` })
    if (type === 'wait_until') {
      const { field, op, value } = config
      this.#lists.push({ conditions: [{ field, op, ...(value !== undefined && { value }) }], at })
      this.#alone.add(at)
    }
    if (type === 'wait_for_event' && typeof config['event_type'] === 'string' && !this.#types.isEvent(config['event_type']))
      this.#unknown(`${at}/event_type`, 'unknown_event', config['event_type'], this.#types.triggerNames)
  }

  #placed(fault: FieldError): FieldError {
    const alone = [...this.#alone].find((at) => fault.path.startsWith(`${at}/0`))
    return alone === undefined ? fault : { ...fault, path: `${alone}${fault.path.slice(alone.length + 2)}` }
  }

  // Events tell ids: a name in a trigger would be compared with them for each.
  #resolved(ids: FoundReferences['ids']): Definition {
    const meant = new Map([...ids].map(([{ place }, id]) => [place, id]))
    const triggers = this.#definition.triggers.map(({ type, config }, at) => ({
      type,
      config: Object.fromEntries(
        Object.entries(config).map(([name, value]) => [name, meant.get(`/triggers/${at}/config/${name}`) ?? value]),
      ),
    }))
    return { ...this.#definition, triggers }
  }

  #config(schema: TSchema, config: Readonly<Record<string, unknown>>, at: string): boolean {
    const faults = faultsOf(schema, config).map((each) => ({ ...each, path: `${at}${each.path}` }))
    this.#faults.push(...(faults.length > 0 ? faults : this.#rules.texts(schema, config, at)))
    return faults.length === 0
  }

  #zone(zone: string, at: string): void {
    if (!isTimeZone(zone)) this.#fault(at, 'unknown_timezone', `${zone} is not an IANA time zone, such as Europe/Madrid`)
  }

  #unknown(path: string, code: string, name: string, names: readonly string[]): void {
    this.#faults.push({ path, code, message: `There is no ${name}${suggestion(name, names)}`, allowed: names })
  }

  #fault(path: string, code: string, message: string): void {
    this.#faults.push({ path, code, message })
  }
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
