import { scopes } from '../../kernel/operation/actor.ts'
import type { Registry } from '../../kernel/feature/registry.ts'
import { operatorNames } from '../../records/search/operators.ts'

// Of JSON that is no field of a record: conditions, bodies of events, actors.
const keys = ['field', 'op', 'value', 'and', 'or', 'not', 'data', 'record', 'entity', 'organization', 'user', 'via']

/**
 * What the engine calls things: tables, types, states, fields. A value that is one of these wholly says nothing of a person, though
 * there is one of that name, and without it the row that holds it is no more understood: a job of the kind `export`, say.
 */
export function wordsOfEngine(registry: Registry): ReadonlySet<string> {
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

// A choice that may be null is a choice within a choice.
function constants(schema: object): string[] {
  const { anyOf = [], const: own } = schema as { anyOf?: readonly object[]; const?: unknown }
  return [...(typeof own === 'string' ? [own] : []), ...anyOf.flatMap(constants)]
}
