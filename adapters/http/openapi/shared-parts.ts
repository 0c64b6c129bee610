import { type JsonSchema, refTo } from './schemas.ts'
import { pascal } from './shared-names.ts'

/** A part of several operations. */
interface Found {
  count: number
  /** Names that say what it is, the shortest first. */
  readonly names: readonly string[]
  readonly part: JsonSchema
}

type Parts = Record<string, JsonSchema>
type Operation = JsonSchema & { readonly operationId: string; readonly parameters: readonly JsonSchema[] }

const LEAST_EXAMPLE = 200

/** In steps, the same paths with each parameter and each example of an answer that stands in several places as a component. */
export function* withSharedParts(
  paths: JsonSchema,
): Generator<void, { readonly paths: Parts; readonly parameters: Parts; readonly examples: Parts }> {
  const [givenParameters, givenExamples] = [new Map<string, Found>(), new Map<string, Found>()]
  for (const { operation, path } of operationsOf(paths)) {
    for (const each of operation.parameters) if (!('$ref' in each)) note(givenParameters, each, parameterNames(each, path, operation))
    for (const { example } of answersOf(operation))
      if (isLong(example)) note(givenExamples, { value: example }, [`${pascal(operation.operationId)}Answer`])
    yield
  }
  const [parameters, examples] = [new Components('parameters', givenParameters), new Components('examples', givenExamples)]
  const content = ({ example, ...rest }: JsonSchema): JsonSchema => {
    if (example === undefined) return rest
    const ref = examples.refOf({ value: example })
    return ref ? { ...rest, examples: { answer: ref } } : { ...rest, example }
  }
  const answer = (response: JsonSchema): JsonSchema =>
    response['content'] === undefined ? response : { ...response, content: mapped(response['content'] as Parts, content) }
  const write = (operation: Operation): JsonSchema => ({
    ...operation,
    parameters: operation.parameters.map((each) => parameters.refOf(each) ?? each),
    responses: mapped(operation['responses'] as Parts, answer),
  })
  const written: Parts = {}
  for (const [path, methods] of Object.entries(paths as Parts)) {
    written[path] = mapped(methods as Parts, (each) => write(each as Operation))
    yield
  }
  return { paths: written, parameters: parameters.parts, examples: examples.parts }
}

/** Those that stand in several places, by the first name that is free. */
class Components {
  readonly parts: Parts = {}
  readonly #kind: string
  readonly #names = new Map<string, string>()

  constructor(kind: string, found: ReadonlyMap<string, Found>) {
    this.#kind = kind
    for (const [text, { count, names, part }] of found) {
      if (count < 2) continue
      const name = names.find((each) => !(each in this.parts)) ?? `${names.at(-1)}${this.#names.size}`
      this.#names.set(text, name)
      this.parts[name] = part
    }
  }

  refOf(part: JsonSchema): JsonSchema | undefined {
    const name = this.#names.get(JSON.stringify(part))
    return name === undefined ? undefined : refTo(name, this.#kind)
  }
}

function note(found: Map<string, Found>, part: JsonSchema, names: readonly string[]): void {
  const text = JSON.stringify(part)
  const known = found.get(text) ?? { count: 0, names, part }
  known.count += 1
  found.set(text, known)
}

// The `id` of `/contacts/{id}` is called `ContactsId`, the `limit` of most lists `Limit`, and that of others by their operation.
function parameterNames({ name, in: place }: JsonSchema, path: string, { operationId }: Operation): string[] {
  const own = pascal(String(name))
  if (place !== 'path') return [own, `${pascal(operationId)}${own}`]
  const before =
    path
      .split(`/{${String(name)}}`)[0]
      ?.split('/')
      .findLast((each) => /^[a-z]/.test(each)) ?? ''
  return [`${pascal(before)}${own}`, `${pascal(operationId)}${own}`]
}

function* operationsOf(paths: JsonSchema): Generator<{ readonly operation: Operation; readonly path: string }> {
  for (const [path, methods] of Object.entries(paths))
    for (const operation of Object.values(methods as Parts)) yield { operation: operation as Operation, path }
}

function answersOf({ responses }: JsonSchema): JsonSchema[] {
  return Object.values(responses as Parts).flatMap(({ content }) => Object.values((content ?? {}) as Parts))
}

function isLong(example: unknown): boolean {
  return example !== undefined && JSON.stringify(example).length >= LEAST_EXAMPLE
}

function mapped(all: Parts, change: (each: JsonSchema) => JsonSchema): Parts {
  return Object.fromEntries(Object.entries(all).map(([key, each]) => [key, change(each)]))
}
