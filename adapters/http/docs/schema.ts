import { type Html, html } from 'rapport-crm'
import type { Parameter, Schema } from './model.ts'
import { prose } from './prose.ts'

const MANY_WORDS = 24

/** The fields of an object, each with type, meaning and bounds; fields of inner objects follow below. `up` leads to the root of the site. */
export function fieldsOf(schema: Schema, up: string): Html {
  const { properties, required = [] } = inner(schema)
  if (!properties) return html`<p>${typeOf(schema, up)}</p>`
  return html`<ul class="fields">
    ${Object.entries(properties).map(([name, each]) => field(name, each, required.includes(name), up))}
  </ul>`
}

/** Parameters of path, query and header. */
export function parametersOf(parameters: readonly Parameter[], up: string): Html {
  return html`<ul class="fields">
    ${parameters.map(
      ({ name, in: place, required, description, schema }) =>
        html`<li>
          <code>${name}</code> <i>${place}</i> ${typeOf(schema, up)}${mark(required)} ${prose(description)}${boundsOf(schema)}
        </li> `,
    )}
  </ul>`
}

function field(name: string, schema: Schema, required: boolean, up: string): Html {
  const below = inner(schema)
  return html`<li>
    <code>${name}</code> ${typeOf(schema, up)}${mark(required)}
    ${prose(schema.description)}${boundsOf(schema)}${below.properties && fieldsOf(below, up)}
  </li> `
}

const mark = (required: boolean | undefined) => required && html` <b>required</b>`

// The content of lists and nullable values is shown in place; named schemas are linked.
function inner(schema: Schema): Schema {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  if (only && others.length === 0) return inner(only)
  return schema.items && !schema.properties ? inner(schema.items) : schema
}

function typeOf(schema: Schema, up: string): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="${up}docs/schemas/${name}">${name}</a>`
  }
  if (schema.anyOf) return joined(schema.anyOf.map((each) => typeOf(each, up)))
  const types = [schema.type ?? 'any'].flat()
  const words = types.map((type) => {
    if (type === 'array') return html`list${schema.items && html` of ${typeOf(schema.items, up)}`}`
    return html`<i>${type === 'string' && schema.format ? schema.format : type}</i>`
  })
  return joined(words)
}

const joined = (parts: readonly Html[]) => html`${parts.map((part, at) => html`${at > 0 && ' or '}${part}`)}`

function boundsOf(schema: Schema): Html | false {
  const { enum: words, default: initial, minimum, maximum, maxLength, maxItems } = schema.items || schema
  const said = [
    words && words.length <= MANY_WORDS && `one of ${words.map((each) => JSON.stringify(each)).join(', ')}`,
    schema.const !== undefined && `always ${JSON.stringify(schema.const)}`,
    (initial ?? schema.default) !== undefined && `default ${JSON.stringify(initial ?? schema.default)}`,
    minimum !== undefined && Math.abs(minimum) < 1e9 && `at least ${minimum}`,
    maximum !== undefined && Math.abs(maximum) < 1e9 && `at most ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    (schema.maxItems ?? maxItems) !== undefined && `at most ${schema.maxItems ?? maxItems} items`,
  ].filter(Boolean)
  return said.length > 0 && html` <small>${said.join('; ')}</small>`
}
