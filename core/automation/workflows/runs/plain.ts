import { CrmError } from '../../../kernel/operation/errors.ts'
import { isObject } from '../../../kernel/values/is-object.ts'

/** Characters that the result of one step may have as JSON. */
export const MAX_RESULT = 32_768
/** Characters that what a call to the outside needs may have. */
export const MAX_PREPARED = 524_288
const MAX_DEPTH = 20
const MAX_NAME = 100

/**
 * A copy of a value as JSON tells it: of texts, finite numbers, booleans, nulls, lists and plain objects; a date is its ISO text. It is read
 * no further than to its limit, so that a value of any size, or one that holds itself, costs nobody time. Throws `internal_error` for what
 * is no JSON, and `too_large`.
 */
export function plainOf(value: unknown, limit: number, what: string): unknown {
  return new Reader(limit, what).read(value, 0)
}

/** The same for an object. */
export function plainObject(value: unknown, limit: number, what: string): Readonly<Record<string, unknown>> {
  const plain = plainOf(value, limit, what)
  if (!isObject(plain) || Array.isArray(plain)) throw rubbish(`${what} is no object`)
  return plain
}

/** A short text, such as the reason why a step was left out. */
export function shortText(value: unknown, what: string): string {
  if (typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME) return value
  throw rubbish(`${what} is no text of at most ${MAX_NAME} characters`)
}

/** What is said of a step that answers what no step may. */
export function rubbish(why: string): CrmError {
  return new CrmError('internal_error', `The step answered what no step may: ${why}`)
}

class Reader {
  readonly #what: string
  readonly #limit: number
  #left: number

  constructor(limit: number, what: string) {
    this.#what = what
    this.#limit = limit
    this.#left = limit
  }

  read(value: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) throw rubbish(`${this.#what} is nested more than ${MAX_DEPTH} levels deep, or holds itself`)
    if (value === null || typeof value === 'boolean') return this.#took(value, 5)
    if (typeof value === 'string') return this.#took(value, value.length + 2)
    if (typeof value === 'number' && Number.isFinite(value)) return this.#took(value, 8)
    if (value instanceof Date && !Number.isNaN(value.getTime())) return this.#took(value.toISOString(), 26)
    if (Array.isArray(value)) return this.#list(value, depth)
    if (typeof value === 'object') return this.#object(value, depth)
    throw rubbish(`${this.#what} holds a ${typeof value}, which is no JSON`)
  }

  #list(value: readonly unknown[], depth: number): unknown[] {
    this.#took(null, value.length + 2)
    return Array.from(value, (each) => this.read(each ?? null, depth + 1))
  }

  #object(value: object, depth: number): object {
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== null && prototype !== Object.prototype) throw rubbish(`${this.#what} holds an object that is no plain one`)
    const copy: Record<string, unknown> = Object.create(null)
    for (const name in value) {
      const member: unknown = Reflect.get(value, name)
      if (member === undefined) continue
      this.#took(null, name.length + 4)
      copy[name] = this.read(member, depth + 1)
    }
    return { ...copy }
  }

  #took<T>(value: T, characters: number): T {
    this.#left -= characters
    if (this.#left >= 0) return value
    throw new CrmError('too_large', `${this.#what} has more than ${this.#limit} characters`)
  }
}
