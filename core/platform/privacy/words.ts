import { scopes } from '../../kernel/operation/actor.ts'
import type { Registry } from '../../kernel/feature/registry.ts'
import { operatorNames } from '../../records/search/grammar/operators.ts'

// Keys of JSON values that are no records: conditions, bodies of events, actors.
const keys = ['field', 'op', 'value', 'and', 'or', 'not', 'data', 'record', 'entity', 'organization', 'user', 'via']

/**
 * Words of the engine: tables, types, states, fields. A value that is exactly one of these says nothing about a person, even one of that
 * name, and must stay, or the row could no longer be read: for example a job of the kind `export`.
 */
export function wordsOfEngine(registry: Registry): ReadonlySet<string> {
  const words = known.get(registry) ?? wordsOf(registry)
  known.set(registry, words)
  return words
}

// Each step of an erasure asks for them.
const known = new WeakMap<Registry, ReadonlySet<string>>()

function wordsOf(registry: Registry): ReadonlySet<string> {
  const entities = registry.all('entities')
  const fields = entities.flatMap((each) => Object.entries(each.fields))
  const choices = fields.flatMap(([, { schema }]) => constants(schema))
  return new Set([
    ...entities.map(({ table }) => table),
    ...registry.watches.map(({ entityType }) => entityType),
    ...registry.eventTypes.keys(),
    ...registry.all('jobTypes').map(({ kind }) => kind),
    ...fields.map(([name]) => name),
    ...choices,
    ...scopes,
    ...operatorNames,
    ...keys,
  ])
}

// A nullable choice is a union within a union.
interface Choices {
  readonly anyOf?: readonly Choices[]
  readonly const?: unknown
  readonly [keyword: string]: unknown
}

function constants({ anyOf = [], const: own }: Choices): string[] {
  return [...(typeof own === 'string' ? [own] : []), ...anyOf.flatMap(constants)]
}
