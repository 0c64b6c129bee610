import { invalid } from '../../kernel/operation/errors.ts'
import { isObject } from '../../kernel/values/is-object.ts'

/** What the conditions of one place may cost: groups within groups, comparisons, and groups in all. */
export const conditionLimits = { depth: 8, comparisons: 100, groups: 100 } as const

/** One comparison of a filter, and the JSON pointer to it. */
export interface Leaf {
  readonly field: unknown
  readonly op: unknown
  readonly value: unknown
  readonly pointer: string
}
/** A filter whose form is known to be right and within the limits. */
export type Shape = { readonly and: readonly Shape[] } | { readonly or: readonly Shape[] } | { readonly not: Shape } | Leaf

/**
 * The form of conditions as definitions of workflows have them: a list, which all must hold, or one filter; nothing holds always. Throws
 * `invalid_input` with the pointer of the first fault.
 */
export function shapeOf(given: unknown, pointer: string): Shape {
  if (given === undefined || given === null) return { and: [] }
  const walk = new Walk()
  return Array.isArray(given) ? walk.group('and', given, pointer, 0) : walk.shape(given, pointer, 1)
}

const forms = ['and', 'or', 'not'] as const
const partsOfLeaf = new Set(['field', 'op', 'value'])

class Walk {
  #comparisons = 0
  #groups = 0

  shape(given: unknown, pointer: string, depth: number): Shape {
    if (!isObject(given) || Array.isArray(given))
      throw invalid(pointer, 'invalid_type', 'A condition is {field, op, value}, {and: [...]}, {or: [...]} or {not: {...}}')
    const form = forms.find((each) => Object.hasOwn(given, each))
    const unknown = Object.keys(given).find((each) => (form ? each !== form : !partsOfLeaf.has(each)))
    if (unknown !== undefined)
      throw invalid(pointer, 'unknown_field', `"${unknown.slice(0, 100)}" is no part of a condition`, form ? [form] : [...partsOfLeaf])
    if (!form) return this.#leaf(given, pointer)
    const inner = `${pointer}/${form}`
    if (form === 'not') {
      this.#count(inner, depth)
      return { not: this.shape(given['not'], inner, depth + 1) }
    }
    const parts = given[form]
    if (!Array.isArray(parts)) throw invalid(inner, 'invalid_type', `${form} takes a list of conditions`)
    return this.group(form, parts, inner, depth)
  }

  group(form: 'and' | 'or', parts: readonly unknown[], pointer: string, depth: number): Shape {
    this.#count(pointer, depth)
    if (parts.length > conditionLimits.comparisons + conditionLimits.groups) throw tooMany(pointer)
    const shapes = parts.map((each, at) => this.shape(each, `${pointer}/${at}`, depth + 1))
    return form === 'and' ? { and: shapes } : { or: shapes }
  }

  #leaf({ field, op, value }: Readonly<Record<string, unknown>>, pointer: string): Leaf {
    this.#comparisons += 1
    if (this.#comparisons > conditionLimits.comparisons) throw tooMany(pointer)
    return { field, op, value, pointer }
  }

  #count(pointer: string, depth: number): void {
    this.#groups += 1
    if (depth > conditionLimits.depth) throw invalid(pointer, 'too_deep', `Groups are nested at most ${conditionLimits.depth} deep`)
    if (this.#groups > conditionLimits.groups) throw invalid(pointer, 'too_many', `At most ${conditionLimits.groups} groups`)
  }
}

const tooMany = (pointer: string) => invalid(pointer, 'too_many', `At most ${conditionLimits.comparisons} conditions`)
