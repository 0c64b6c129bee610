import { type AnyOperation, isStream, mediaOf, type Registry } from 'rapport-crm'
import { type Callable, type Field, written } from './call.ts'
import { builtInNames } from './generated/names.ts'
import type { Described, Model, Parameter, Schema } from './model.ts'

/** What the form of an operation asks for, and what its snippets are made of. */
export function callableOf({ method, path, operationId, parameters, body, needs }: Described, model: Model, registry: Registry): Callable {
  const declared = registry.byId.get(operationId)
  const example = body && model.exampleOf(body)
  const name = builtInNames[operationId]
  const answers = declared && answersOf(declared)
  return {
    method,
    path,
    ...(name !== undefined && { name }),
    ...(answers && { answers }),
    ...(needs.startsWith('Needs no key') && { open: true }),
    ...(isRisky(method, declared) && { asks: true }),
    fields: parameters.filter(isAsked).map((each) => fieldOf(each, model)),
    ...(body && { body: example === undefined ? '{}' : written(example) }),
    ...(declared?.upload && { sends: declared.upload.content }),
  }
}

function answersOf({ output }: AnyOperation): Callable['answers'] {
  if (isStream(output)) return 'stream'
  return mediaOf(output) === undefined ? undefined : 'file'
}

// What a model would have to ask a person for.
function isRisky(method: string, declared: AnyOperation | undefined): boolean {
  return method === 'DELETE' || declared?.scope === 'delete' || declared?.overwrites === true || declared?.asks !== undefined
}

// Browsers keep the other headers for themselves.
const isAsked = ({ in: place, name }: Parameter) => place !== 'header' || name === 'Idempotency-Key' || name === 'If-Match'

function fieldOf({ name, in: place, required, example, schema }: Parameter, model: Model): Field {
  const shown = example ?? schema.enum?.[0] ?? schema.default ?? (name === 'If-Match' ? '"1"' : undefined)
  return {
    name,
    in: place,
    kind: kindOf(model.schemaOf(schema)),
    ...((required ?? place === 'path') && { required: true }),
    ...(shown !== undefined && { example: typeof shown === 'string' ? shown : JSON.stringify(shown) }),
  }
}

function kindOf({ type }: Schema): Field['kind'] {
  const [first] = [type ?? 'string'].flat()
  if (first === 'integer' || first === 'number') return 'number'
  if (first === 'array') return 'list'
  return first === 'boolean' || first === 'object' ? first : 'text'
}
