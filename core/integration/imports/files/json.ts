import { isObject } from '../../../kernel/values/is-object.ts'
import { CrmError, invalid } from '../../../kernel/operation/errors.ts'
import { limits } from '../../ingest/read/limits.ts'
import { excerpt } from '../../ingest/read/mask.ts'
import { ingestObject } from '../../ingest/objects.ts'
import { readJsonBody } from '../../../kernel/operation/json-body.ts'
import { repeatedKeyNote, repeatedKeys } from '../../../kernel/operation/schema/repeated-keys.ts'
import { fileLimits } from './limits.ts'
import { over } from './refuse.ts'
import type { ImportFile } from './table.ts'

// Blank lines between records, and one behind the last, are no records.
const LINES = 2 * fileLimits.rows + 2

type JsonFile = Pick<ImportFile, 'rows' | 'provider' | 'object' | 'warnings'>

/** Reads a JSON array, an object with a list of records, one record, or JSON lines; integers too long for a number become texts. */
export async function recordsOfJson(text: string): Promise<JsonFile> {
  const read = await fileOf(text)
  if (read.rows.length > fileLimits.rows) throw over('rows')
  const file = { ...read, rows: read.rows.map((row) => (isDeep(row) ? cut(row) : row)) }
  const warnings = read.rows.flatMap((row, index) => repeatedIn(row).map((key) => ({ index, warning: repeatedKeyNote(excerpt(key, '')) })))
  return warnings.length > 0 ? { ...file, warnings } : file
}

async function fileOf(text: string): Promise<JsonFile> {
  if (text.trim() === '') return { rows: [] }
  const whole = await parsed(text)
  if (whole) return ofValue(whole.value)
  const lines = text.split('\n', LINES)
  if (lines.length === LINES) throw over('rows')
  const rows: unknown[] = []
  for (const [index, line] of lines.entries()) {
    const record = line.trim() === '' ? undefined : await parsed(line)
    if (record) rows.push(record.value)
    else if (line.trim() !== '') throw invalid('/content', 'malformed', `The file is not JSON, and neither is its line ${index + 1}`)
  }
  return { rows }
}

/** Undefined for what is no JSON; throws `invalid_input` for what goes over a limit. */
async function parsed(text: string): Promise<{ value: unknown } | undefined> {
  const of = { path: '/content', name: 'The file' }
  try {
    return { value: await readJsonBody(new TextEncoder().encode(text), { exact: true, items: fileLimits.rows, of }) }
  } catch (error) {
    if (error instanceof CrmError && error.code !== 'malformed_input') throw error
    return undefined
  }
}

function ofValue(value: unknown): JsonFile {
  if (Array.isArray(value)) return { rows: value }
  if (!isObject(value)) throw invalid('/content', 'malformed', 'The file contains neither records nor an object with records')
  const { records, provider, object } = value
  if (!Array.isArray(records)) return { rows: enclosed(value, false) ?? [value] }
  return { rows: records, ...(typeof provider === 'string' && { provider }), ...(typeof object === 'string' && { object }) }
}

const listKeys = /^(?:data|values?|results?|rows|entries|list|response|query_?response|content|d)$/i
// Keys that an API puts beside a list and never beside a record: counts, paging, status.
const aboutLists =
  /^@|^_?(?:links?|meta\w*|paging|pagination|cursor|next\w*|prev\w*|first|last|(?:current_|last_|per_)?pages?|page\w*|per_?page|limit|offset|from|to|total_?\w+|count|size|max_?results|start_?position|has_?more|object|kind|etag|url|path|status|success|ok|errors?|warnings?|messages?|time|date_?time_?utc|provider_?name|id)$/i

/**
 * The list that an answer of an API encloses (`{ "data": [...], "has_more": false }`, `{ "QueryResponse": { "Invoice": [...] } }`);
 * undefined for a record.
 */
function enclosed(value: object, inner: boolean): unknown[] | undefined {
  const entries: [string, unknown][] = Object.entries(value)
  const lists = entries.filter(([key, each]) => (inner ? Array.isArray(each) : listKeys.test(key) || ingestObject(key) !== undefined))
  const [key = '', list] = lists[0] ?? []
  const isAbout = (other: string) => aboutLists.test(other) || (other === 'total' && listKeys.test(key))
  if (lists.length !== 1 || typeof list !== 'object' || list === null) return undefined
  if (!entries.every(([other]) => other === key || isAbout(other))) return undefined
  if (!Array.isArray(list)) return inner ? undefined : enclosed(list, true)
  return list.every((each) => typeof each === 'object' && each !== null) ? list : undefined
}

// Below this nothing is read, and a record is refused for having it; what is no deeper can be stored until then.
const DEEPEST = limits.depth + 2

function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth > DEEPEST || Object.values(value).some((each) => isDeep(each, depth + 1))
}

function cut(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return {}
  if (Array.isArray(value)) return value.map((each) => cut(each, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each, depth + 1)]))
}

/** Keys that a record, or a part of it, has more than once. */
function repeatedIn(record: unknown): string[] {
  if (typeof record !== 'object' || record === null) return []
  const keys: string[] = []
  const parts: object[] = [record]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    keys.push(...repeatedKeys(part))
    for (const each of Object.values(part)) if (isObject(each)) parts.push(each)
  }
  return [...new Set(keys)]
}
