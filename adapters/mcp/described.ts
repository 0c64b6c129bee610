import type { JsonSchema } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

// The instructions of the server say what these are in every tool.
const explained = new Set(['id', 'limit', 'cursor', 'fields', 'detail', 'idempotency_key', 'updated_since', 'period'])
// A description is worth its tokens where it is short: longer ones are cut where a clause ends.
const LONGEST = { word: 56, object: 90 }
const LEAST = 5
// Objects, whose fields are not shown, may take so many characters more.
const OF_OBJECTS = 250

/**
 * The shortened schema with descriptions again, of properties whose names do not say what they are, as many as fit into `length` more characters.
 * `schema` is the whole one.
 */
export function withDescriptions(short: JsonSchema, schema: JsonSchema, length: number): JsonSchema {
  const whole = schema['properties'] as Readonly<Record<string, Json>>
  let left = length
  const shown = Object.entries(short['properties'] as Readonly<Record<string, Json>>).map(([name, each]) => {
    const description =
      each['description'] === undefined
        ? briefOf(name, whole[name]?.['description'], isObject(each) ? LONGEST.object : LONGEST.word)
        : undefined
    const cost = JSON.stringify({ description }).length - 1
    if (description === undefined || cost > left + (isObject(each) ? OF_OBJECTS : 0)) return [name, each] as const
    left -= cost
    return [name, { ...each, description }] as const
  })
  return { ...short, properties: Object.fromEntries(shown) }
}

const isObject = ({ type, items }: Json): boolean => type === 'object' || (items as Json | undefined)?.['type'] === 'object'

function briefOf(name: string, description: unknown, longest: number): string | undefined {
  if (typeof description !== 'string' || explained.has(name)) return undefined
  const clauses = [description, ...[/\. /, /; /, / \(/, /: /, /, /].map((end) => description.split(end)[0] ?? '')]
  // The first of several words is no description of them all.
  const isWhole = (each: string) =>
    each.split('{').length === each.split('}').length && (each.includes(' ') || !description.startsWith(`${each},`))
  return clauses.find((each) => each.length <= longest && saysMore(name, each) && isWhole(each))
}

// `owner_email: Owner` says no more than the name, and neither does `name: Name of the deal`.
function saysMore(name: string, text: string): boolean {
  if (text.length < LEAST || /^(Records whose \w+ (is|have) this|Name of |What the \w+ is called)/.test(text)) return false
  const known = new Set(name.split('_').flatMap((word) => [word, `${word}s`]))
  return text
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => word.length > 3 && !known.has(word))
}
