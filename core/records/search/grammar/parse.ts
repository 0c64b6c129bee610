import { invalid } from '../../../kernel/operation/errors.ts'
import type { Condition, FieldFilter, FieldPath } from './condition.ts'
import { customField } from './custom.ts'
import { contrary, ofTheSame } from './joining.ts'
import { operandsOf, type Strictness } from './operands.ts'
import { assertion, furtherOperatorsOf, isOperator, operatorNames, type Operator, operatorsOf } from './operators.ts'
import type { Nameable, Searchable } from './searchable.ts'
import { booleanOf } from './text.ts'

/** What one search may cost: groups within groups, and groups, comparisons and their values in all. */
export const limits = { depth: 8, groups: 200, comparisons: 100, values: 2000 } as const

/** A filter as a condition of these records; throws `invalid_input` with the place of the first fault. `strict`: see `operandsOf`. */
export function parseFilter(
  of: Searchable,
  filter: unknown,
  { path = '/filter', strict = false }: { readonly path?: string; readonly strict?: Strictness } = {},
): Condition {
  return new Parser(of, strict).condition(filter, path, 1)
}

/** Conditions by field and operator, as queries write them (`filter[amount][gte]=1000`): all of them together. */
export function parseFields(of: Searchable, fields: FieldFilter): Condition {
  const parser = new Parser(of, true)
  const all = Object.entries(fields).flatMap(([field, operators]) => {
    const at = `/filter/${escaped(field)}`
    return Object.entries(operators).map(([op, value]) => {
      const places = { whole: at, field: at, op: `${at}/${escaped(op)}`, value: `${at}/${escaped(op)}` }
      const condition = parser.comparison({ field, op, value }, places)
      return op.startsWith('is_') && isDenied(value, places.value) ? contrary(condition) : condition
    })
  })
  return { all: ofTheSame(all) }
}

/** The field that a path names; throws `unknown_field` with all that could be named. */
export function fieldAt(of: Nameable, name: string, pointer: string): FieldPath {
  const found = foundAt(of, name)
  if (found) return found
  throw invalid(pointer, 'unknown_field', `${name} is not a field of ${/^[aeio]/.test(of.name) ? 'an' : 'a'} ${of.name}`, namesOf(of))
}

/** The field that a path names, if there is one. */
export function foundAt(of: Nameable, name: string): FieldPath | undefined {
  const path = name.startsWith(`${of.name}.`) ? name.slice(of.name.length + 1) : name
  const own = ownField(of, path)
  if (own) return { path, ...own }
  const [head = '', ...rest] = path.split('.')
  const related = Object.hasOwn(of.related, head) ? of.related[head] : undefined
  const other = related && ownField(related.to, rest.join('.'))
  return related && other && { path, ...other, related: { name: head, ...related } }
}

/** All fields that a condition can name. */
export function namesOf(of: Nameable): string[] {
  return [...ownNames(of), ...Object.entries(of.related).flatMap(([name, { to }]) => ownNames(to).map((each) => `${name}.${each}`))]
}

/** Where the parts of a comparison stand in the input. */
type Places = Readonly<Record<'whole' | 'field' | 'op' | 'value', string>>

class Parser {
  readonly #of: Searchable
  readonly #strict: Strictness
  #comparisons = 0
  #groups = 0
  #values = 0

  constructor(of: Searchable, strict: Strictness) {
    this.#of = of
    this.#strict = strict
  }

  condition(filter: unknown, path: string, depth: number): Condition {
    if (!isObject(filter)) throw invalid(path, 'invalid_type', 'A filter is {and: [...]}, {or: [...]}, {not: {...}} or {field, op, value}')
    const form = (['and', 'or', 'not'] as const).find((each) => each in filter)
    const known = form ? [form] : ['field', 'op', 'value']
    const unknown = Object.keys(filter).find((each) => !known.includes(each))
    if (unknown !== undefined)
      throw invalid(`${path}/${escaped(unknown)}`, 'unknown_field', `${unknown} is no part of this form of a filter`, known)
    if (!form) return this.comparison(filter, { whole: path, field: `${path}/field`, op: `${path}/op`, value: `${path}/value` })
    const inner = `${path}/${form}`
    if (depth > limits.depth) throw invalid(inner, 'too_deep', `Groups are nested at most ${limits.depth} deep`)
    this.#groups += 1
    if (this.#groups > limits.groups) throw invalid(inner, 'too_many', `At most ${limits.groups} groups`)
    if (form === 'not') return contrary(this.condition(filter['not'], inner, depth + 1))
    const parts = filter[form]
    if (!Array.isArray(parts)) throw invalid(inner, 'invalid_type', `${form} takes a list of filters`)
    const conditions = parts.map((each, at) => this.condition(each, `${inner}/${at}`, depth + 1))
    return form === 'or' ? { any: conditions } : { all: ofTheSame(conditions) }
  }

  comparison({ field, op, value }: Readonly<Record<string, unknown>>, places: Places): Condition {
    this.#comparisons += 1
    if (this.#comparisons > limits.comparisons) throw invalid(places.whole, 'too_many', `At most ${limits.comparisons} conditions`)
    if (typeof field !== 'string')
      throw invalid(places.field, field === undefined ? 'required' : 'invalid_type', 'A condition names a field')
    const at = fieldAt(this.#of, field, places.field)
    const { test, negated: denied } = assertion(operatorOf(op, at, places.op))
    const operands = operandsOf(at, test, value, places.value, this.#strict)
    this.#values += operands.length
    if (this.#values > limits.values) throw invalid(places.value, 'too_many', `At most ${limits.values} values in all`)
    // Of a boolean null counts as false, so that "is false" is the contrary of "is true".
    const isFalse = at.field.type === 'boolean' && test === 'eq' && operands[0] === false
    const met = { at, test, negated: isFalse, operands: isFalse ? [true] : operands }
    if (at.related?.latest) return { of: at.related, met, negated: denied }
    return denied ? contrary(met) : met
  }
}

// A query cannot leave out the value of `is_set`: none and `true` mean the same, `false` the contrary.
function isDenied(value: unknown, pointer: string): boolean {
  const asked = value === '' || value === undefined ? true : booleanOf(value)
  if (asked === null) throw invalid(pointer, 'invalid_type', 'Neither true nor false', [true, false])
  return !asked
}

function operatorOf(op: unknown, { field: { type }, path }: FieldPath, pointer: string): Operator {
  if (!isOperator(op)) throw invalid(pointer, op === undefined ? 'required' : 'not_allowed', `Not an operator`, operatorNames)
  const own: readonly Operator[] = { ...operatorsOf, ...furtherOperatorsOf }[type]
  if (!own.includes(op)) throw invalid(pointer, 'not_allowed', `${path} is of the type ${type}, which does not take ${op}`, own)
  return op
}

function ownField(of: Nameable, path: string): Pick<FieldPath, 'field' | 'key'> | undefined {
  if (Object.hasOwn(of.fields, path)) return { field: of.fields[path]! }
  const key = /^custom(?:_properties)?\.(.{1,100})$/s.exec(path)?.[1]
  return of.custom && key !== undefined ? { field: customField(of.custom, key), key } : undefined
}

function ownNames({ fields, custom }: Nameable): string[] {
  return [...Object.keys(fields), ...(custom ? [`${custom}.<name>`] : [])]
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
