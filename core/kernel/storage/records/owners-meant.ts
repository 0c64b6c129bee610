import type { TSchema } from '@sinclair/typebox'
import { invalid } from '../../operation/errors.ts'
import { type AnyOperation, type Token, writes } from '../../operation/operation.ts'
import { type Keywords, OWNER } from '../../operation/schema/schema.ts'
import { valuesOf } from '../../values/objects.ts'
import { foldOwner, ME } from '../../values/owner.ts'
import { teammateFinder } from '../../values/teammates.ts'
import { unknownOwner } from '../writing/owner-check.ts'
import { Records } from './records.ts'

type Input = Readonly<Record<string, unknown>>

/**
 * The input with the addresses of the teammates that it names as people do (`Ada`), in its own fields and in those of `set`. Throws
 * `invalid_input` with the candidates for a name of nobody (`unknown_user`) or of several (`ambiguous`), and in a read for an address of
 * nobody: it would find nothing. An organization that stores no teammates may name any.
 */
export async function withOwnersMeant(operation: AnyOperation, input: unknown, resolve: <T>(token: Token<T>) => T): Promise<unknown> {
  if (typeof input !== 'object' || input === null) return input
  const named = ownersIn(operation.input, valuesOf(input), writes(operation))
  if (named.length === 0) return input
  const records = resolve(Records)
  const teammates = await records.teammates()
  if (teammates.length === 0) return input
  const caller = foldOwner(records.unit.actor.user)
  const finder = teammateFinder(teammates.some(({ email }) => email === caller) ? teammates : [...teammates, { email: caller, name: null }])
  const changed: Record<string, unknown> = { ...input }
  for (const { path, word } of named) {
    const meant = finder.meant(word)
    const pointer = `/${path.join('/')}`
    const [address] = meant
    if (address === undefined || meant.length > 1) {
      const { code, reason, allowed } = unknownOwner(word, finder, records.unit.actor)
      throw invalid(pointer, code, reason, allowed)
    }
    const [field = '', inner] = path
    const holder = changed[field]
    changed[field] = inner !== undefined && typeof holder === 'object' ? { ...holder, [inner]: address } : address
  }
  return changed
}

interface Named {
  readonly path: readonly string[]
  readonly word: string
}

// Writes check addresses themselves.
function ownersIn(schema: TSchema, input: Input, isWrite: boolean): Named[] {
  const { own, set } = fieldsOf(schema)
  const isName = (word: unknown): word is string =>
    typeof word === 'string' && word.trim() !== '' && foldOwner(word) !== ME && !(isWrite && word.includes('@'))
  const of = (fields: readonly string[], values: Input, before: readonly string[]): Named[] =>
    fields.flatMap((name) => {
      const word = values[name]
      return isName(word) ? [{ path: [...before, name], word }] : []
    })
  const inner = input['set']
  return [
    ...of(own, input, []),
    ...(set.length > 0 && typeof inner === 'object' && inner !== null ? of(set, valuesOf(inner), ['set']) : []),
  ]
}

const fieldsBySchema = new WeakMap<TSchema, { readonly own: readonly string[]; readonly set: readonly string[] }>()

function fieldsOf(schema: TSchema) {
  const known = fieldsBySchema.get(schema)
  if (known) return known
  const { properties = {} }: Keywords = schema
  const made = { own: marked(schema), set: properties['set'] ? marked(properties['set']) : [] }
  fieldsBySchema.set(schema, made)
  return made
}

function marked(schema: TSchema): string[] {
  const { properties = {} }: Keywords = schema
  return Object.entries(properties).flatMap(([name, each]) => (isOwner(each) ? [name] : []))
}

function isOwner(schema: TSchema): boolean {
  const { anyOf = [] }: Keywords = schema
  return OWNER in schema || anyOf.some(isOwner)
}
