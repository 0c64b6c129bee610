import { type AnyOperation, idsOf } from 'rapport-crm'
import { badArgument } from './fault.ts'
import { plainName } from './record-types.ts'
import type { OperationTool } from './tool.ts'
import type { Toolbox } from './toolbox.ts'

type Json = Readonly<Record<string, unknown>>
type Ask = (operation: AnyOperation, input: unknown) => Promise<unknown>
interface Wanted {
  readonly field: string
  readonly word: string
  /** Where it stands: the field, the field of an object or the place in a list before it, and the position in a list of ids. */
  readonly path: readonly (string | number)[]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
// What people call a record by, in this order; a title where it has no name.
const names = ['name', 'email', 'domain', 'number', 'sku', 'code', 'label', 'title']
// So many names of a call are looked up, in so many pages of a list.
const MAX_NAMES = 10
const MAX_PAGES = 5
const MAX_CANDIDATES = 20

/**
 * The input with the ids of records that it names as people do ("VIP" for a list, "Sales" for a pipeline), where exactly one of those that the
 * caller sees is called so. Throws `invalid_input` with the candidates where none is (`invalid_format`) or several are (`ambiguous`), and for
 * what a tool deletes or overwrites: that is chosen by its id.
 */
export async function withIds(
  entry: OperationTool,
  input: Json,
  toolbox: Toolbox,
  { user }: { readonly user: string },
  ask: Ask,
): Promise<Json> {
  const typed = withTypes(entry, input, toolbox)
  // The record of the path comes first: it may say what the others are.
  const wanted = wantedIn(entry.inputSchema, typed).toSorted((a, b) => Number(isOwnId(b, entry)) - Number(isOwnId(a, entry)))
  if (wanted.length === 0 || wanted.length > MAX_NAMES) return typed
  let changed = typed
  for (const each of wanted) {
    const { word, path: steps } = each
    const isOwn = isOwnId(each, entry)
    const finder = isOwn ? toolbox.finderOf(entry) : await finderBeside(each, entry, changed, toolbox, ask)
    const found = finder === undefined ? undefined : toolbox.named(finder)
    if (!found) continue
    const { candidates, isWhole } = await recordsCalled(found, word === 'me' ? user : word, toolbox, ask)
    const meant = candidates.filter((each) => callsOf(each).some((call) => fold(call) === fold(word === 'me' ? user : word)))
    const path = `/${steps.join('/')}`
    const [only, ...others] = meant
    const isChosen = entry.tool.annotations.destructiveHint && isOwn
    if (only && others.length === 0 && !isChosen) {
      changed = placed(changed, steps, String(only['id'])) as Json
      continue
    }
    if (only)
      throw badArgument(
        path,
        others.length > 0 ? 'ambiguous' : 'invalid_format',
        messageFor(word, meant, isChosen),
        meant.slice(0, MAX_CANDIDATES).map(({ id }) => id),
      )
    const known = isWhole ? candidates.flatMap((each) => callsOf(each).slice(0, 1)).slice(0, 60) : []
    throw badArgument(
      path,
      'invalid_format',
      `${word} is no id, and nothing that you see is called so`,
      known.length > 0 ? known : undefined,
    )
  }
  return changed
}

// The records of the path itself; `ids` below one of them are those of something else.
function isOwnId({ field, path }: Wanted, { operation }: OperationTool): boolean {
  if (path[0] !== field || idsOf(operation.input.properties[field]) !== undefined) return false
  return field === 'id' || field === 'merge_ids' || (field === 'ids' && !operation.route.includes('{id}'))
}

function placed(holder: unknown, [step, ...more]: readonly (string | number)[], id: string): unknown {
  if (step === undefined) return id
  if (Array.isArray(holder)) return holder.map((each: unknown, index) => (index === step ? placed(each, more, id) : each))
  const object = holder as Json
  return { ...object, [step]: placed(object[step], more, id) }
}

/** The tool that finds what the ids of a field are of: as its schema says, else as its name does. */
export async function finderBeside(
  { field, path }: Pick<Wanted, 'field' | 'path'>,
  entry: OperationTool,
  input: Json,
  toolbox: Toolbox,
  ask: Ask,
): Promise<string | undefined> {
  const of = path[0] === field ? idsOf(entry.operation.input.properties[field]) : undefined
  if (of === undefined) return toolbox.finderFor(field)
  const said = typeof of === 'string' ? of : 'by' in of ? input[of.by] : (await ownRecord(entry, input, toolbox, ask))?.[of.at]
  const type = typeof said === 'string' ? toolbox.recordTypeCalled(said) : undefined
  return toolbox.finderFor(type?.singular ?? field)
}

// The record that the path names; undefined where its id is none, which the call itself says.
async function ownRecord({ operation }: OperationTool, { id }: Json, toolbox: Toolbox, ask: Ask): Promise<Json | undefined> {
  const [, base] = operation.route.split('/')
  const getter = toolbox.tools.find((each) => each.operation.route === `GET /${base}/{id}`)
  return getter && typeof id === 'string' && UUID.test(id) ? ((await ask(getter.operation, { id })) as Json) : undefined
}

// `Companies` for `companies`, `Credit note` for `credit_note`; the engine takes both plural and singular.
function withTypes({ operation }: OperationTool, input: Json, toolbox: Toolbox): Json {
  const said = Object.values(operation.input.properties).flatMap((schema) => {
    const of = idsOf(schema)
    if (typeof of !== 'object' || !('by' in of)) return []
    const word = input[of.by]
    if (typeof word !== 'string') return []
    const { singular, plural } = toolbox.recordTypeCalled(word) ?? {}
    const own = [singular, plural].find((each) => each === plainName(word))
    return own === undefined ? [] : [[of.by, own] as const]
  })
  return said.length === 0 ? input : { ...input, ...Object.fromEntries(said) }
}

function messageFor(word: string, meant: readonly Json[], isChosen: boolean): string {
  const told = meant.slice(0, MAX_CANDIDATES).map((each) => `${String(each['id'])} (${callsOf(each).join(', ')})`)
  const why = isChosen ? 'pass the id of what is to be overwritten or deleted' : 'pass the id'
  return `${word} may be ${told.join(' or ')}: ${why}`
}

function wantedIn(schema: Json, input: Json, before: readonly (string | number)[] = []): Wanted[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>
  return Object.entries(input).flatMap(([field, value]): Wanted[] => {
    const of = properties[field]
    const path = [...before, field]
    if (of?.['format'] === 'uuid') return isName(value) ? [{ field, word: value, path }] : []
    if (of?.['properties'] && before.length === 0 && typeof value === 'object' && value !== null) return wantedIn(of, value as Json, path)
    const items = of?.['items'] as Json | undefined
    if (!items || !Array.isArray(value)) return []
    if (items['format'] === 'uuid') return value.flatMap((word, at) => (isName(word) ? [{ field, word, path: [...path, at] }] : []))
    // Such as the product of a line.
    if (!items['properties'] || before.length > 0) return []
    return value.flatMap((each, at) => (typeof each === 'object' && each !== null ? wantedIn(items, each as Json, [...path, at]) : []))
  })
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 200 && !UUID.test(value.trim())

/** The records that may be called so: those that a search finds, or all of a short list. */
async function recordsCalled(
  { operation }: OperationTool,
  word: string,
  toolbox: Toolbox,
  ask: Ask,
): Promise<{ readonly candidates: readonly Json[]; readonly isWhole: boolean }> {
  const [method = '', path = ''] = operation.route.split(' ')
  const type = toolbox.recordTypes.get(path.split('/')[1] ?? '')
  if (method === 'POST') {
    const fields = names.filter((name) => type?.fields.has(name) && (name !== 'title' || !type.fields.has('name')))
    const filter = { or: fields.map((field) => ({ field, op: 'eq', value: word })) }
    return { candidates: recordsOf(await ask(operation, { filter, limit: MAX_CANDIDATES + 1 })), isWhole: false }
  }
  const candidates: Json[] = []
  const pages = Object.hasOwn(operation.input.properties, 'cursor')
  let cursor: unknown
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await ask(operation, { ...(pages && { limit: 200 }), ...(cursor !== undefined && { cursor }) })
    candidates.push(...recordsOf(answer))
    cursor = (answer as Json)['next_cursor'] ?? undefined
    if (cursor === undefined) return { candidates, isWhole: true }
  }
  return { candidates, isWhole: false }
}

const recordsOf = (answer: unknown): readonly Json[] => Object.values(answer as Json).find(Array.isArray) ?? []

function callsOf(record: Json): string[] {
  const own = names.filter((name) => name !== 'title' || record['name'] === undefined)
  return own.flatMap((name) => (typeof record[name] === 'string' && record[name] !== '' ? [record[name]] : []))
}

const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase()
