import { type Core, CrmError } from 'rapport-crm'
import type { CallContext } from './caller.ts'
import { callIn } from './engine-call.ts'
import { faultOf } from './refused.ts'
import type { Resources, ResourceType } from './resources.ts'

/** A record that an argument may mean. */
export interface Candidate {
  readonly id: string
  readonly name: string
}

/** The result of `completion/complete`. */
export interface Completion {
  readonly completion: { readonly values: readonly string[]; readonly hasMore: boolean }
}

const MAX_VALUES = 20
// Of a type that is not searched by its words, so many of the latest are looked through.
const LOOKED_THROUGH = 100
const MAX_WORDS = 200

/** The completion of these values: those that begin as what was typed, in their order. */
export function completed(values: readonly string[], typed: string): Completion {
  const found = values.filter((each) => each.startsWith(typed))
  return shown(found)
}

/** The first values, and whether there are more. */
export const shown = (found: readonly string[]): Completion => ({
  completion: { values: found.slice(0, MAX_VALUES), hasMore: found.length > MAX_VALUES },
})

/** Records of one type that the caller sees and that what was typed may mean: a name, the beginning of an id, nothing yet. */
export class Candidates {
  readonly #engine: Core
  readonly #resources: Resources

  constructor(engine: Core, resources: Resources) {
    this.#engine = engine
    this.#resources = resources
  }

  /** The most likely ones first; one more than is shown, if there are more. Throws `ProtocolFault` where the caller has called too often. */
  async of(object: string, typed: string, context: CallContext): Promise<Candidate[]> {
    const type = this.#resources.typeFor(object, context)
    const words = typed.trim().slice(0, MAX_WORDS)
    if (!type) return []
    try {
      if (words === '') return await this.#latest(type, MAX_VALUES + 1, context)
      if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(words)) return await this.#byId(type, words, context)
      const found = /^[\da-f]{8}-/i.test(words) ? [] : await this.#byWords(type, words, context)
      if (found.length > 0) return found
      const like = words.toLowerCase()
      return (await this.#latest(type, LOOKED_THROUGH, context)).filter(
        ({ id, name }) => id.startsWith(like) || name.toLowerCase().includes(like),
      )
    } catch (error) {
      throw faultOf(error, context)
    }
  }

  async #byWords({ object }: ResourceType, q: string, context: CallContext): Promise<Candidate[]> {
    const search = this.#engine.registry.byId.get('searchAll')
    if (!search) return []
    try {
      const found = await callIn(this.#engine, search, { q, types: [object], limit: MAX_VALUES + 1 }, context)
      return recordsIn(found)
    } catch (error) {
      // Of a type that is not searched by its words.
      if (error instanceof CrmError && error.code === 'invalid_input') return []
      throw error
    }
  }

  async #byId({ get }: ResourceType, id: string, context: CallContext): Promise<Candidate[]> {
    try {
      return [candidateOf((await callIn(this.#engine, get, { id }, context)) as Json)]
    } catch (error) {
      if (error instanceof CrmError && error.code === 'not_found') return []
      throw error
    }
  }

  async #latest({ list }: ResourceType, limit: number, context: CallContext): Promise<Candidate[]> {
    return list ? recordsIn(await callIn(this.#engine, list, 'limit' in list.input.properties ? { limit } : {}, context)) : []
  }
}

type Json = Readonly<Record<string, unknown>>

// The records of an answer are its first list.
function recordsIn(answer: unknown): Candidate[] {
  const list = Object.values(answer as Json).find((each) => Array.isArray(each)) as readonly Json[] | undefined
  return (list ?? []).map(candidateOf)
}

const candidateOf = (record: Json): Candidate => ({ id: String(record['id']), name: nameOf(record) })

function nameOf(record: Json): string {
  const person = [record['first_name'], record['last_name']].filter(Boolean).join(' ')
  const names = [record['name'], record['title'], person, record['number'], record['subject'], record['primary_email'], record['email']]
  return String(names.find((each) => typeof each === 'string' && each !== '') ?? '')
}
