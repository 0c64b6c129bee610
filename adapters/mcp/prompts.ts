import { type Core, CrmError, type PromptType, type Registry } from 'rapport-crm'
import type { CallContext } from './caller.ts'
import { type Candidates, type Completion, shown } from './completion.ts'
import { callIn } from './engine-call.ts'
import { INVALID_PARAMS, ProtocolFault, shortened } from './fault.ts'
import { faultOf, isNotFound } from './refused.ts'
import { allows, recordUri, type Resources } from './resources.ts'
import { type Content, MAX_SHOWN, textFor, textOf } from './result.ts'
import type { Audience } from './toolbox.ts'
import { truncate } from './truncate.ts'

type Json = Readonly<Record<string, unknown>>

// What is shown of one record or answer; all of a prompt together stay below what a tool may show.
const MAX_PART = 8000
const MAX_NAME = 100
const MAX_VALUE = 300
// So many records that may be meant are named.
const MAX_MEANT = 10

/** The prompts that features declare, with the records that they need. */
export class Prompts {
  readonly #engine: Core
  readonly #resources: Resources
  readonly #candidates: Candidates
  readonly #prompts: ReadonlyMap<string, PromptType>

  constructor(engine: Core, resources: Resources, candidates: Candidates) {
    this.#engine = engine
    this.#resources = resources
    this.#candidates = candidates
    this.#prompts = new Map(engine.registry.all('prompts').map((each) => [each.name, each]))
  }

  /** Number of prompts that are declared. */
  get size(): number {
    return this.#prompts.size
  }

  /** Whether a prompt has this name. */
  owns(name: unknown): name is string {
    return typeof name === 'string' && this.#prompts.has(name)
  }

  /** Result of `prompts/list`: those whose records the caller may read. */
  list(audience: Audience): Json[] {
    return [...this.#prompts.values()]
      .filter((each) => this.#isOpen(each, audience))
      .map(({ name, title, description, arguments: taken }) => ({
        name,
        title,
        description,
        arguments: Object.entries(taken).map(([argument, { object, description: what, required }]) => ({
          name: argument,
          description: `${what}: name or id out of ${object.replaceAll('_', ' ')}`,
          required: required ?? false,
        })),
      }))
  }

  /** Result of `prompts/get`. Throws `ProtocolFault` for arguments that are missing, unknown or lead to nothing that the caller sees. */
  async get(name: string, given: unknown, context: CallContext): Promise<Json> {
    const prompt = this.#promptOf(name, context)
    const ids = await this.#idsOf(prompt, given, context)
    const parts: Content[] = []
    for (const [argument, { object }] of Object.entries(prompt.arguments)) {
      const id = ids[argument]
      if (id !== undefined) parts.push(await this.#record(argument, object, id, context))
    }
    for (const { heading, operation, input } of prompt.reads) {
      const asked = input(ids)
      if (asked) parts.push(textOf(`${heading}:\n${await this.#answer(operation, asked, context)}`))
    }
    const messages = fitting([...parts, textOf(prompt.task)]).map((content) => ({ role: 'user', content }))
    return { description: prompt.description, messages }
  }

  /** Result of `completion/complete` for an argument: names with the id, which `get` takes as they are. */
  async complete(name: string, argument: string, typed: string, context: CallContext): Promise<Completion> {
    const { object } = this.#promptOf(name, context).arguments[argument] ?? {}
    if (object === undefined) throw new ProtocolFault(INVALID_PARAMS, `The prompt ${name} has no argument ${argument}`)
    const found = await this.#candidates.of(object, typed.replace(/ \(\S*$/, ''), context)
    return shown(found.map(labelOf))
  }

  async #idsOf(prompt: PromptType, given: unknown, context: CallContext): Promise<Readonly<Record<string, string | undefined>>> {
    const ids: Record<string, string> = {}
    for (const [argument, value] of Object.entries(valuesOf(prompt, given))) {
      const object = prompt.arguments[argument]?.object ?? ''
      ids[argument] = labelled.exec(value)?.[1] ?? (await this.#idCalled({ argument, object, value }, context))
    }
    return ids
  }

  // People type names where their program completes nothing. What is no name may be an id of another form.
  async #idCalled(
    { argument, object, value }: { readonly argument: string; readonly object: string; readonly value: string },
    context: CallContext,
  ): Promise<string> {
    const found = await this.#candidates.of(object, value, context)
    const exact = found.filter(({ name }) => name.toLowerCase() === value.trim().toLowerCase())
    const meant = exact.length > 0 ? exact : found
    const [only] = meant
    if (only && meant.length === 1) return only.id
    if (only) throw new ProtocolFault(INVALID_PARAMS, `${argument} may be ${meant.slice(0, MAX_MEANT).map(labelOf).join(' or ')}`)
    if (/^[\w-]{1,100}$/.test(value)) return value
    throw new ProtocolFault(INVALID_PARAMS, `${argument}: no record of ${object} is called ${value}`)
  }

  #promptOf(name: string, audience: Audience): PromptType {
    const prompt = this.#prompts.get(name)
    if (!prompt || !this.#isOpen(prompt, audience)) throw new ProtocolFault(INVALID_PARAMS, `Unknown prompt: ${shortened(name)}`)
    return prompt
  }

  #isOpen({ arguments: taken, reads }: PromptType, audience: Audience): boolean {
    const isRead = reads.some(({ operation: id }) => {
      const operation = this.#engine.registry.byId.get(id)
      return operation !== undefined && allows(audience, operation)
    })
    return isRead && Object.values(taken).every(({ object }) => this.#resources.typeFor(object, audience) !== undefined)
  }

  async #record(argument: string, object: string, id: string, context: CallContext): Promise<Content> {
    const uri = recordUri(object, id)
    try {
      const value = await this.#resources.value(uri, context)
      return { type: 'resource', resource: { uri, mimeType: 'application/json', text: JSON.stringify(truncate(value, MAX_PART).value) } }
    } catch (error) {
      if (!isNotFound(error)) throw error
      throw new ProtocolFault(INVALID_PARAMS, `${argument}: no record of ${object} has the id ${id}`, { uri })
    }
  }

  async #answer(id: string, input: Json, context: CallContext): Promise<string> {
    const operation = this.#engine.registry.byId.get(id)
    try {
      if (!operation || !allows(context, operation)) return 'not available with this key or address'
      const answer = await callIn(this.#engine, operation, input, context)
      const { value, notes } = truncate(JSON.parse(textFor(answer, { modern: true })), MAX_PART)
      return [JSON.stringify(value), ...notes].join('\n')
    } catch (error) {
      throw faultOf(error, context)
    }
  }
}

/** A record as people choose it. */
const labelOf = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  name === '' ? id : `${name.replaceAll(/\s+/g, ' ').slice(0, MAX_NAME)} (${id})`

// An id, or a name with the id behind it, as `complete` answers it.
const labelled = /(?:^| \()([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\)?$/i

function valuesOf({ name, arguments: taken }: PromptType, given: unknown): Readonly<Record<string, string>> {
  const values = (typeof given === 'object' && given !== null ? given : {}) as Json
  const unknown = Object.keys(values).find((each) => !Object.hasOwn(taken, each))
  if (unknown !== undefined)
    throw new ProtocolFault(INVALID_PARAMS, `The prompt ${name} takes no ${unknown}, only ${Object.keys(taken).join(', ')}`)
  return Object.fromEntries(
    Object.entries(taken).flatMap(([argument, { required, object }]) => {
      const value = values[argument]
      if (value === undefined || value === '') {
        if (required) throw new ProtocolFault(INVALID_PARAMS, `The prompt ${name} needs ${argument}, a name or id out of ${object}`)
        return []
      }
      if (typeof value !== 'string' || value.length > MAX_VALUE)
        throw new ProtocolFault(INVALID_PARAMS, `${argument} must be a name or id out of ${object}`)
      return [[argument, value]]
    }),
  )
}

// What comes first counts most; the task is always there.
function fitting(parts: readonly Content[]): Content[] {
  const task = parts.at(-1)
  let room = MAX_SHOWN - JSON.stringify(task ?? '').length
  const kept = parts.slice(0, -1).filter((each) => {
    const { length } = JSON.stringify(each)
    room -= length
    return room >= 0
  })
  return task ? [...kept, task] : kept
}

/** Throws `invalid_input` for a prompt that reads by something else than an operation that only reads. */
export function checkPrompts(registry: Registry): void {
  for (const { name, reads } of registry.all('prompts'))
    for (const { operation } of reads)
      if (!registry.byId.get(operation)?.route.startsWith('GET '))
        throw new CrmError('invalid_input', `The prompt ${name} reads by ${operation}, which is no operation that only reads`)
}
