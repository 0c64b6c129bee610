import type { TSchema } from '@sinclair/typebox'
import { CrmError, type FieldError } from '../../../kernel/operation/errors.ts'
import { faultsOf } from '../../../kernel/operation/validate.ts'
import { suggestion } from '../../../kernel/values/nearest.ts'
import { isTimeZone } from '../../../platform/access/locale.ts'
import type { ActionTypes } from '../actions/action-types.ts'
import { type Definition, GivenStep, MAX_BYTES, MAX_DEPTH, MAX_STEPS, type Step } from './schema.ts'

// Who has more faults than these reads none of them.
const MAX_FAULTS = 50
const TIMEZONE = 'timezone'

/** What a definition says that stays right only as long as others stay: texts, conditions, references. */
export interface DefinitionRules {
  /** Faults of conditions, at their pointers. */
  conditions(conditions: readonly unknown[], at: string, recordType: string): Promise<readonly FieldError[]>
  /** Type of the records that the definition enrolls; undefined where its triggers say different things. */
  recordTypeOf(definition: Definition): string | undefined
  /** Faults of the texts of a configuration. */
  texts(schema: TSchema, config: Readonly<Record<string, unknown>>, at: string): readonly FieldError[]
}

/** The faults of a definition, each with a pointer to the trigger, condition or step; empty when it can be saved. */
export async function faultsOfDefinition(definition: Definition, types: ActionTypes, rules: DefinitionRules): Promise<FieldError[]> {
  const check = new DefinitionCheck(definition, types, rules)
  return (await check.faults()).slice(0, MAX_FAULTS)
}

/** Throws `invalid_input` with all faults of a definition. */
export function refuseFaults(faults: readonly FieldError[]): void {
  const [first] = faults
  if (first) throw new CrmError('invalid_input', `Invalid workflow: ${first.path} ${first.message}`, { errors: faults })
}

class DefinitionCheck {
  readonly #definition: Definition
  readonly #types: ActionTypes
  readonly #rules: DefinitionRules
  readonly #recordType: string
  readonly #faults: FieldError[] = []
  readonly #ids = new Set<string>()
  #steps = 0

  constructor(definition: Definition, types: ActionTypes, rules: DefinitionRules) {
    this.#definition = definition
    this.#types = types
    this.#rules = rules
    this.#recordType = rules.recordTypeOf(definition) ?? 'contact'
  }

  async faults(): Promise<FieldError[]> {
    const { triggers, conditions, steps, settings } = this.#definition
    if (Buffer.byteLength(JSON.stringify(this.#definition)) > MAX_BYTES)
      return [{ path: '', code: 'too_large', message: `A definition has at most ${MAX_BYTES} bytes` }]
    for (const [at, trigger] of triggers.entries()) this.#trigger(trigger, `/triggers/${at}`)
    if (this.#rules.recordTypeOf(this.#definition) === undefined)
      this.#fault('/triggers', 'mixed_records', 'The triggers of one workflow enroll records of one type')
    await this.#conditions(conditions, '/conditions')
    await this.#conditions(settings.exit_conditions ?? [], '/settings/exit_conditions')
    if (settings.timezone !== undefined) this.#zone(settings.timezone, '/settings/timezone')
    await this.#list(steps, '/steps', 0)
    return this.#faults
  }

  #trigger({ type, config }: Definition['triggers'][number], at: string): void {
    if (!this.#types.starts(type)) return this.#unknown(`${at}/type`, 'unknown_trigger', type, this.#types.triggerNames)
    const schema = this.#types.trigger(type)?.config
    if (schema) this.#config(schema, config, `${at}/config`)
    else if (Object.keys(config).length > 0)
      this.#fault(`${at}/config/${Object.keys(config)[0]}`, 'unknown_field', `The trigger ${type} takes no configuration`)
    if (typeof config[TIMEZONE] === 'string') this.#zone(config[TIMEZONE], `${at}/config/timezone`)
    if (config['frequency'] === 'weekly' && config['weekday'] === undefined)
      this.#fault(`${at}/config/weekday`, 'required', 'is required for weekly schedules')
  }

  async #list(steps: readonly Step[], at: string, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) return this.#fault(at, 'too_deep', `Branches are nested at most ${MAX_DEPTH} levels deep`)
    for (const [index, step] of steps.entries()) await this.#step(step, `${at}/${index}`, depth)
  }

  async #step(step: Step, at: string, depth: number): Promise<void> {
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
    this.#config(action.config, step.config, `${at}/config`)
    this.#ownFaults(step, action.config, `${at}/config`)
    await this.#ways(step, action.branches ?? [], at, depth)
    await this.#special(step, `${at}/config`)
  }

  async #ways({ type, branches = {} }: Step, names: readonly string[], at: string, depth: number): Promise<void> {
    for (const [name, inner] of Object.entries(branches)) {
      if (names.includes(name)) await this.#list(inner, `${at}/branches/${name}`, depth + 1)
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
  #ownFaults({ type, config }: Step, schema: TSchema, at: string): void {
    const check = this.#types.behavior(type)?.check
    if (check && faultsOf(schema, config).length === 0)
      this.#faults.push(...check(config).map((each) => ({ ...each, path: `${at}${each.path}` })))
  }

  // What the schema of a configuration cannot say.
  async #special({ type, config }: Step, at: string): Promise<void> {
    if (type === 'if_else') await this.#conditions(Array.isArray(config['conditions']) ? config['conditions'] : [], `${at}/conditions`)
    if (type === 'wait_until') {
      const { field, op, value } = config
      await this.#conditions([{ field, op, ...(value !== undefined && { value }) }], at, true)
    }
    if (type === 'wait_for_event' && typeof config['event_type'] === 'string' && !this.#types.isEvent(config['event_type']))
      this.#unknown(`${at}/event_type`, 'unknown_event', config['event_type'], this.#types.triggerNames)
  }

  async #conditions(conditions: readonly unknown[], at: string, alone = false): Promise<void> {
    if (conditions.length === 0) return
    const faults = await this.#rules.conditions(conditions, at, this.#recordType)
    this.#faults.push(...(alone ? faults.map((each) => ({ ...each, path: each.path.replace(`${at}/0`, at) })) : faults))
  }

  #config(schema: TSchema, config: Readonly<Record<string, unknown>>, at: string): void {
    const faults = faultsOf(schema, config).map((each) => ({ ...each, path: `${at}${each.path}` }))
    this.#faults.push(...(faults.length > 0 ? faults : this.#rules.texts(schema, config, at)))
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
