import type { JsonSchema } from './schemas.ts'

type Parts = Readonly<Record<string, JsonSchema>>

/**
 * In steps, the same with answers that may have more fields: later versions add some, which is no new version of the API. What requests are made of
 * stays closed, because unknown fields are refused.
 */
export function* withOpenAnswers(paths: Parts, schemas: Parts): Generator<void, { readonly paths: Parts; readonly schemas: Parts }> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as Parts))
  const given = new Set<string>()
  const find = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (given.has(name)) continue
      given.add(name)
      find(schemas[name])
    }
  }
  for (const { parameters, requestBody } of operations) {
    find(parameters)
    find(requestBody)
    yield
  }
  const opened: Record<string, JsonSchema> = {}
  for (const [name, schema] of Object.entries(schemas)) {
    opened[name] = given.has(name) ? schema : (open(schema) as JsonSchema)
    yield
  }
  const written: Record<string, JsonSchema> = {}
  for (const [path, methods] of Object.entries(paths)) {
    const all = Object.entries(methods as Parts)
    written[path] = Object.fromEntries(all.map(([method, each]) => [method, { ...each, responses: open(each['responses']) }]))
    yield
  }
  return { paths: written, schemas: opened }
}

function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      if (key === 'example' || key === 'examples') return [[key, each]]
      return key === 'additionalProperties' && each === false ? [] : [[key, open(each)]]
    }),
  )
}
