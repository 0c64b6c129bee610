/** A schema of JSON, as the OpenAPI document has it. */
export type Schema = Readonly<Record<string, unknown>>

/** How a type is written. */
export interface Style {
  /** Where its lines begin. */
  readonly indent: string
  /** Whether it is only sent, so that callers may give lists that nobody may change. */
  readonly isInput: boolean
  /** The components; of these, only objects and alternatives have types of their own. */
  readonly schemas: Readonly<Record<string, Schema>>
}

/** The type of the values that a schema accepts, as TypeScript. */
export function typeOf(schema: Schema, style: Style): string {
  const { $ref, anyOf, oneOf, allOf, enum: words, type } = schema
  if (typeof $ref === 'string') {
    const name = $ref.replace('#/components/schemas/', '')
    const own = style.schemas[name]
    return own && isPlain(own) ? typeOf(own, style) : name
  }
  if ('contentMediaType' in schema && type === undefined) return 'Uint8Array<ArrayBuffer> | Blob'
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(words)) return words.map((each) => literal(each)).join(' | ')
  const either = listOf(anyOf) ?? listOf(oneOf)
  if (either) return unique(either.map((each) => typeOf(each, style))).join(' | ')
  const all = listOf(allOf)
  if (all) return all.map((each) => bracketed(typeOf(each, style))).join(' & ')
  if (Array.isArray(type)) return unique(type.map((each: string) => typeOf({ ...schema, type: each }, style))).join(' | ')
  if (type === 'array') return listType(schema, style)
  if (type === 'object') return objectType(schema, style)
  return typeof type === 'string' ? (plain[type] ?? 'unknown') : 'unknown'
}

/** The members of an object, each with its docstring, without the brackets around them. */
export function membersOf({ properties, required }: Schema, style: Style): string[] {
  const { indent } = style
  const needed = new Set(required as readonly string[] | undefined)
  return Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(([name, each]) => [
    ...docOf(meaningOf(meant(each, style)), indent),
    `${indent}${keyOf(name)}${needed.has(name) ? '' : '?'}: ${typeOf(each, style)}`,
  ])
}

/** A docstring, as lines. */
export function docOf(text: string | undefined, indent: string): string[] {
  if (text === undefined || text === '') return []
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`]
  return [`${indent}/**`, ...lines.map((each) => `${indent} * ${each}`.trimEnd()), `${indent} */`]
}

/** Whether it reads best where it stands: a text, a number, a word, or a list. */
export function isPlain({ type, properties, patternProperties, anyOf, oneOf, allOf }: Schema): boolean {
  return type !== undefined && type !== 'object' && !properties && !patternProperties && !anyOf && !oneOf && !allOf
}

// What stands beside a reference goes before what the component says.
function meant(schema: Schema, { schemas }: Style): Schema {
  const { $ref } = schema
  return typeof $ref === 'string' ? { ...schemas[$ref.replace('#/components/schemas/', '')], ...schema } : schema
}

const plain: Readonly<Record<string, string>> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }
const formats: Readonly<Record<string, string>> = { 'date-time': 'RFC 3339', date: 'YYYY-MM-DD', uuid: 'UUID' }

function meaningOf(schema: Schema): string | undefined {
  const { description, format, default: otherwise } = schema
  const notes = [formats[String(format)], otherwise === undefined ? undefined : `default ${JSON.stringify(otherwise)}`].filter(Boolean)
  const text = typeof description === 'string' ? description : undefined
  if (notes.length === 0 || (text?.includes('default') && notes.length === 1 && otherwise !== undefined)) return text
  return text === undefined ? notes.join(', ') : `${text} (${notes.join(', ')})`
}

function listType({ items, prefixItems }: Schema, style: Style): string {
  const places = listOf(prefixItems)
  if (places) return `[${places.map((each) => typeOf(each, style)).join(', ')}]`
  return `${style.isInput ? 'readonly ' : ''}${bracketed(isSchema(items) ? typeOf(items, style) : 'unknown')}[]`
}

function objectType(schema: Schema, style: Style): string {
  const { indent } = style
  const { properties, additionalProperties, patternProperties } = schema
  const members = membersOf(schema, { ...style, indent: `${indent}  ` })
  const rest = isSchema(patternProperties) ? (Object.values(patternProperties) as Schema[]) : []
  if (isSchema(additionalProperties)) rest.push(additionalProperties)
  const values = unique(rest.map((each) => typeOf(each, style))).join(' | ')
  if (members.length > 0) return `{\n${members.join('\n')}\n${indent}}${values === '' ? '' : ` & Record<string, unknown>`}`
  if (values !== '') return `Record<string, ${values}>`
  return additionalProperties === false && isSchema(properties) ? 'Record<string, never>' : 'Record<string, unknown>'
}

function bracketed(type: string): string {
  return /^[^{]*[|&]|^readonly /.test(type) || /\}.*[|&]/.test(type) ? `(${type})` : type
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'` : JSON.stringify(value)
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

function listOf(value: unknown): readonly Schema[] | undefined {
  return Array.isArray(value) ? (value as Schema[]) : undefined
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unique(all: readonly string[]): string[] {
  return [...new Set(all)]
}
