import type { TSchema } from '@sinclair/typebox'
import { composeFeatures } from '../../../core/records/record-type/compose-features.ts'
import { expect, test } from 'vitest'
import { builtin } from '../../../core/builtin.ts'

// What has no bound in its schema meets one in a column of a database, and a caller sees that as a fault of ours.
test.each(composeFeatures(builtin).registry.list.map((operation) => [operation.id, operation] as const))(
  'the input of %s is bounded: every number, text, list and map',
  (_, { input, foreign = [] }) => {
    const own = Object.entries(input.properties).filter(([name]) => !foreign.includes(name))
    expect(own.flatMap(([name, schema]) => unbounded(schema, name))).toEqual([])
  },
)

test.each(composeFeatures(builtin).registry.list.map((operation) => [operation.id, operation] as const))(
  'the input of %s takes texts as long as its schema says',
  (_, { input, foreign = [], longTexts = [] }) => {
    const own = Object.entries(input.properties).filter(([name]) => ![...foreign, ...longTexts].includes(name))
    expect(own.flatMap(([name, schema]) => longer(schema, name))).toEqual([])
  },
)

// Other texts are refused beyond 64 KiB, whatever their schema says.
function longer(schema: TSchema, path: string): string[] {
  const { items, anyOf = [], properties = {} } = schema as { items?: TSchema; anyOf?: TSchema[]; properties?: Record<string, TSchema> }
  return [
    ...(schema['maxLength'] > 65_536 ? [path] : []),
    ...(items ? longer(items, `${path}/*`) : []),
    ...anyOf.flatMap((each) => longer(each, path)),
    ...Object.entries(properties).flatMap(([name, each]) => longer(each, `${path}/${name}`)),
  ]
}

function unbounded(schema: TSchema, path: string): string[] {
  const has = (...keywords: string[]) => keywords.some((each) => each in schema)
  const members = (schema['anyOf'] ?? []) as TSchema[]
  const inside = members.flatMap((each) => unbounded(each, path))
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return has('const') || (has('minimum', 'exclusiveMinimum') && has('maximum')) ? [] : [`${path}: ${schema['type']}`]
    case 'string':
      return has('const', 'enum', 'maxLength', 'format', 'pattern') ? [] : [`${path}: string`]
    case 'array':
      return [...(has('maxItems') ? [] : [`${path}: array`]), ...unbounded((schema['items'] ?? {}) as TSchema, `${path}/*`)]
    case 'object': {
      const maps = Object.values((schema['patternProperties'] ?? {}) as Record<string, TSchema>)
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>)
      return [
        ...(maps.length === 0 || has('maxProperties') ? [] : [`${path}: map`]),
        // Maps are stored as JSON, which holds any number; all else they hold counts.
        ...maps.flatMap((each) => unbounded(each, `${path}/*`)).filter((each) => !each.endsWith('number')),
        ...properties.flatMap(([name, each]) => unbounded(each, `${path}/${name}`)),
      ]
    }
    default:
      return inside
  }
}
