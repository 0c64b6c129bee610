import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { type AnyOperation, exampleOf, writes } from 'rapport-crm'
import type { Records } from './records.ts'
import { type JsonSchema, refTo } from './schemas.ts'

/** Examples of pages, as components. */
export interface PageExamples {
  /** Of a list whose `fields` can be named: a page with the few that tell its records apart. */
  readonly of: (operation: AnyOperation) => JsonSchema | undefined
  readonly components: Record<string, JsonSchema>
}

// Of records that do not say which fields tell them apart, so many are shown.
const FEW = 6
// What every record has, and tells least.
const common = new Set('id,user_from,external_ids,created_by,created_via,created_at,updated_at,deleted_at,version'.split(','))

/** Whole records would make a page that nobody reads: their examples stand with the operations that read one. */
export function pageExamples(operations: readonly AnyOperation[], { names, recordOf }: Records): PageExamples {
  const components: Record<string, JsonSchema> = {}
  const concise = new Map(operations.flatMap((each) => (each.concise ? [[each.output as TSchema, each.concise] as const] : [])))
  const of = (operation: AnyOperation) => {
    const { input, output } = operation
    if (!Object.hasOwn(input.properties, 'fields') || !isPage(output) || writes(operation)) return undefined
    const [list, page] = Object.entries(output.properties).find(([, { type }]) => type === 'array') ?? []
    const items = page?.['items'] as TObject
    const record = recordOf(items) ?? items
    const name = names.get(record)?.replace(/^Listed/, '')
    if (list === undefined || name === undefined) return undefined
    const shown = briefOf(items, concise.get(record))
    const value = exampleOf(Type.Object({ ...output.properties, [list]: Type.Array(Type.Object(shown)) }))
    if (value === undefined) return undefined
    const example = { summary: `With \`fields=${Object.keys(shown).join(',')}\``, value }
    const known = (components[`${name}Page`] ??= example)
    // Another list of the same records may say more of them, such as what is unpaid in all.
    return { page: JSON.stringify(known) === JSON.stringify(example) ? refTo(`${name}Page`, 'examples') : example }
  }
  return { of, components }
}

function briefOf({ properties, required = [] }: TObject, concise: readonly string[] | undefined): Record<string, TSchema> {
  const chosen = concise ?? required.filter((name) => !common.has(name)).slice(0, FEW)
  return Object.fromEntries(['id', ...chosen].flatMap((name) => (properties[name] ? [[name, properties[name]]] : [])))
}

function isPage(output: TSchema): output is TObject {
  return output['type'] === 'object' && Object.hasOwn(output['properties'] as object, 'next_cursor')
}
