import { type AnyOperation, CrmError } from 'rapport-crm'
import { finderBeside } from './by-name.ts'
import { badArgument } from './fault.ts'
import type { OperationTool } from './tool.ts'
import type { Toolbox } from './toolbox.ts'

type Json = Readonly<Record<string, unknown>>
type Ask = (operation: AnyOperation, input: unknown) => Promise<unknown>
interface Asked {
  readonly entry: OperationTool
  readonly input: Json
  readonly toolbox: Toolbox
  readonly ask: Ask
}

const paging = new Set(['limit', 'cursor', 'sort', 'fields', 'include', 'detail', 'q'])
// So many filters are looked into, each with a query or two.
const MAX_CHECKED = 6
const MAX_CANDIDATES = 60

/**
 * Refuses the filters of a list that found nothing because there is no such record, tag or value: a model would take the empty list for the answer.
 * Throws `invalid_input` at the filter, with the candidates where they are known: `unknown_record` for an id, `not_allowed` for a tag, a
 * stage or a value that neither a list of the organization nor any record has. Asks nothing where the list has records.
 */
export async function refuseUnknown(asked: Asked, page: unknown): Promise<void> {
  const { entry, input } = asked
  const records = Object.values(Object(page) as Json).find(Array.isArray)
  if (!entry.operation.route.startsWith('GET ') || records?.length !== 0 || input['cursor'] !== undefined) return
  const filters = Object.entries(input).filter(
    (each): each is [string, string] => typeof each[1] === 'string' && each[1].trim() !== '' && !paging.has(each[0]),
  )
  for (const [name, value] of filters.slice(0, MAX_CHECKED)) await checked(asked, name, value)
}

async function checked(asked: Asked, name: string, value: string): Promise<void> {
  const schema = Object((asked.entry.operation.input.properties as Json)[name]) as Json
  try {
    if (schema['format'] === 'uuid') return await checkId(asked, name, value)
    if (name === 'tag') return await checkTag(asked, value)
    // Other formats and closed words are checked by the schema.
    if (schema['type'] === 'string' && schema['format'] === undefined) return await checkWord(asked, name, value)
  } catch (error) {
    const isOurs = error instanceof CrmError && error.details.errors?.[0]?.path === `/${name}`
    // What cannot be asked now, by its rights or its budget, leaves the answer as it is.
    if (isOurs || !(error instanceof CrmError)) throw error
  }
}

async function checkId({ entry, input, toolbox, ask }: Asked, name: string, id: string): Promise<void> {
  const finder = await finderBeside({ field: name, path: [name] }, entry, input, toolbox, ask)
  const path = /^\w+ \/([\w-]+)/.exec(toolbox.named(finder ?? '')?.operation.route ?? '')?.[1]
  const getter = operationAt(toolbox, `GET /${path}/{id}`)
  if (!getter) return
  try {
    await ask(getter, { id })
  } catch (error) {
    if (!(error instanceof CrmError) || error.code !== 'not_found') throw error
    const type = toolbox.recordTypes.get(path ?? '')?.singular.replaceAll('_', ' ')
    throw badArgument(`/${name}`, 'unknown_record', `There is no ${type} with the id ${id}, or none that you see`)
  }
}

async function checkTag({ entry, toolbox, ask }: Asked, tag: string): Promise<void> {
  const tags = operationAt(toolbox, 'GET /tags')
  const object = objectOf(entry)
  if (!tags || object === undefined) return
  const named = async (query: Json) => namesOf(await ask(tags, { object, fields: 'name', ...query }))
  const alike = await named({ q: tag, limit: 200 })
  if (alike.some((each) => fold(each) === fold(tag))) return
  const candidates = alike.length > 0 ? alike : await named({ limit: MAX_CANDIDATES })
  throw badArgument('/tag', 'not_allowed', `No record of ${object} has the tag "${tag}"`, candidates.slice(0, MAX_CANDIDATES))
}

// Values that conditions know, such as those of stages, are judged as in a search.
async function checkWord({ entry, toolbox, ask }: Asked, name: string, value: string): Promise<void> {
  const object = objectOf(entry)
  const search = operationAt(toolbox, `POST /${object}/search`)
  if (!search) return
  let found: unknown
  try {
    found = await ask(search, { filter: { field: name, op: 'eq', value }, limit: 1 })
  } catch (error) {
    const [fault] = error instanceof CrmError ? (error.details.errors ?? []) : []
    if (fault?.code !== 'not_allowed') throw error
    throw badArgument(`/${name}`, 'not_allowed', fault.message, fault.allowed)
  }
  const lists = operationAt(toolbox, 'GET /organization/picklists')
  if (!lists || recordsOf(found).length > 0) return
  const own = recordsOf(await ask(lists, {})).find(({ fields }) => Array.isArray(fields) && fields.includes(`${object}.${name}`))
  if (!own) return
  const listed = recordsOf({ values: own['values'] })
  if (listed.some((each) => [each['value'], each['label']].some((word) => fold(String(word)) === fold(value)))) return
  const known = new Set([...listed.map((each) => each['value']), ...(await valuesInUse(object, name, toolbox, ask))])
  if (known.size === 0) return
  throw badArgument(`/${name}`, 'not_allowed', `No record of ${object} has the ${name} "${value}"`, [...known].slice(0, MAX_CANDIDATES))
}

// What records hold that is in no list of the organization.
async function valuesInUse(object: string | undefined, field: string, toolbox: Toolbox, ask: Ask): Promise<unknown[]> {
  const report = operationAt(toolbox, 'POST /reports/query')
  if (!report) return []
  const { rows } = Object(await ask(report, { object, group_by: [{ field }], measures: [{ measure: 'count' }], period: 'all' })) as Json
  return recordsOf({ rows }).flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : []))
}

const operationAt = (toolbox: Toolbox, route: string): AnyOperation | undefined =>
  toolbox.tools.find(({ operation }) => operation.route === route)?.operation

const objectOf = ({ operation }: OperationTool): string | undefined => /^GET \/([\w-]+)$/.exec(operation.route)?.[1]

const recordsOf = (answer: unknown): readonly Json[] => Object.values(Object(answer) as Json).find(Array.isArray) ?? []

const namesOf = (answer: unknown): string[] => recordsOf(answer).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))

const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase()
