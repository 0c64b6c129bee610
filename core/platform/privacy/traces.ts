import { type Expression, sql, type SqlBool } from 'kysely'
import type { Field } from '../../kernel/operation/fields.ts'
import { faultsOf } from '../../kernel/operation/validate.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { Records } from '../../kernel/storage/records.ts'
import type { Person } from './person.ts'

const ERASED = '[erased]'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const textual = new Set(['text', 'json', 'list', 'uuid'])

/** Rows that are looked into at once: enough for a statement to be worth it, few enough not to keep others waiting. */
const WINDOW = 2_000

/** Where a page begins, and how many rows it may have. */
interface Page {
  readonly after: string | null
  readonly limit: number
}

/**
 * A page of the rows of one table in which something of a person stands, in the order of their ids, or of their keys; it is read wholly,
 * whoever it belongs to. Not all of them tell of the person: see `tellsOf`. `behind` is where the next page begins, null behind the last.
 */
export async function tracesIn(
  records: Records,
  entity: EntityTable,
  person: Person,
  page: Page,
): Promise<{ readonly rows: Row[]; readonly behind: string | null }> {
  const { whole } = records
  if (!('user_from' in entity.fields)) return { rows: [], behind: null }
  const said = saidIn(records, entity, person)
  if (!('id' in entity.fields)) {
    let query = whole.db.selectFrom(entity.table).selectAll().where(said.holds(said.texts, said.links))
    for (const name of keysOf(entity)) query = query.orderBy(name)
    const rows = await query
      .limit(page.limit)
      .offset(Number(page.after ?? 0))
      .execute()
    return { rows, behind: rows.length < page.limit ? null : String(Number(page.after ?? 0) + rows.length) }
  }
  const from = whole.db.selectFrom(entity.table).where(behindId(records, entity, page.after))
  const window = from
    .select(['id', said.texts.as('texts'), said.links.as('links')])
    .orderBy('id')
    .limit(WINDOW)
  const found = await whole.db
    .selectFrom(window.as('looked'))
    .select('id')
    .where(said.holds(sql.ref('texts'), sql.ref('links')))
    .orderBy('id')
    .limit(page.limit)
    .execute()
  const ids = found.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await whole.db.selectFrom(entity.table).selectAll().where('id', 'in', ids).orderBy('id').execute()
  if (ids.length === page.limit) return { rows, behind: String(ids.at(-1)) }
  const [last] = await from
    .select('id')
    .orderBy('id')
    .offset(WINDOW - 1)
    .limit(1)
    .execute()
  return { rows, behind: last ? String(last['id']) : null }
}

// SQLite would find the rows by their organisation and sort them all for each window, unless it is told that few lie behind the id.
function behindId({ dialect }: Records, { fields }: EntityTable, after: string | null) {
  if (dialect === 'postgresql') return after === null ? sql<SqlBool>`true` : sql<SqlBool>`id > ${after}`
  const first = fields['id']?.kind === 'bigint' ? 0 : ''
  return sql<SqlBool>`likelihood(id > ${after ?? first}, 0.0000001)`
}

// Each row as one text, which is folded and looked through much faster than its columns one by one.
function saidIn({ dialect }: Records, { fields }: EntityTable, { ids, strong, names }: Person) {
  const columns = Object.entries(fields).filter(([name, { kind }]) => textual.has(kind) && name !== 'user_from')
  const isPostgresql = dialect === 'postgresql'
  const joined = (some: typeof columns) => {
    const texts = some.map(([name]) => sql`cast(${sql.ref(name)} as text)`)
    if (texts.length === 0) return sql`''`
    return isPostgresql ? sql`lower(concat_ws(chr(10), ${sql.join(texts)}))` : sql`concat_ws(char(10), ${sql.join(texts)})`
  }
  // Both fold ASCII alike, and `like` of SQLite nothing else: other letters are looked for as they are written, and in small ones.
  const contains = (text: Expression<unknown>, terms: readonly string[]) =>
    terms.map((term) =>
      isPostgresql ? sql`strpos(${text}, lower(${term})) > 0` : sql`${text} like ${`%${term.replaceAll(/[%_\\]/g, '\\$&')}%`} escape '\\'`,
    )
  const [known, all] = [folded(ids), folded([...ids, ...strong, ...names])]
  return {
    texts: joined(columns.filter(([, { kind }]) => kind !== 'uuid')),
    // Digits of somebody's number stand in many an id.
    links: joined(columns.filter(([, { kind }]) => kind === 'uuid')),
    holds: (texts: Expression<unknown>, links: Expression<unknown>) =>
      sql<SqlBool>`(${sql.join([...contains(texts, all), ...contains(links, known)], sql` or `)})`,
  }
}

/** The columns that tell the rows of a table without ids apart. */
export function keysOf({ fields }: EntityTable): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === 'text' || fields[name]?.kind === 'uuid')
}

/**
 * Says of records whether they tell of the person: by an id, an address or a number of theirs, or by their full name and nothing by which
 * a namesake is known. What a teammate owns tells nothing of them as a customer. `words` are those of the engine.
 */
export function tellsOf(person: Person, words: ReadonlySet<string>): (record: Row) => boolean {
  const { ids, strong, names, namesakes, teammate } = person
  const isOurs = ours(words, teammate)
  const theirs = pattern([...ids, ...strong.map(escaped)], 'iu')
  const name = pattern(names.map(escaped), 'iu')
  const others = new Set(namesakes)
  const another = pattern(namesakes.filter((each) => !UUID.test(each)).map(escaped), 'iu')
  return (record) => {
    let [isTheirs, isNamed, isAnothers] = [false, false, false]
    each(record, (text) => {
      isTheirs ||= ids.includes(text) || (!isOurs(text) && theirs.test(text))
      isNamed ||= !isOurs(text) && name.test(text)
      isAnothers ||= others.has(text) || another.test(text)
      return text
    })
    return isTheirs || (isNamed && !isAnothers)
  }
}

/**
 * The values of a row that tells of the person, or belongs to one that does, without the person; empty when nothing of them stood there.
 */
export function redacted({ fields }: EntityTable, record: Row, person: Person, words: ReadonlySet<string>): Row {
  const { strong, names, weak, teammate, namesakes } = person
  const isOurs = ours(words, teammate)
  const alone = weak.map((word) => `(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`)
  const said = pattern([...[...strong, ...names].toSorted((a, b) => b.length - a.length).map(escaped), ...alone], 'giu')
  // Their first name stands in the addresses of others, too: of whom a record belongs to, say.
  const others = [...teammate, ...namesakes.filter((each) => each.includes('@'))].filter((each) => !strong.includes(each))
  const kept = pattern(
    others.map((each) => `(?<![\\p{L}\\p{N}._+-])${escaped(each)}(?![\\p{L}\\p{N}-])`),
    'giu',
  )
  const without = (text: string) => text.replaceAll(said, ERASED)
  const clean = (text: string) => {
    if (isOurs(text)) return text
    const found = text.match(kept) ?? []
    return text
      .split(kept)
      .map((part, at) => `${without(part)}${found[at] ?? ''}`)
      .join('')
  }
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (name === 'id' || name === 'user_from' || fields[name]?.kind === 'uuid') return []
      const now = each(value, clean)
      return JSON.stringify(now) === JSON.stringify(value) ? [] : [[name, fitting(fields[name], value, now)]]
    }),
  )
}

// What is left of an address is none any more: such a value goes, as the parts of a list do that are none.
function fitting(field: Field | undefined, before: unknown, now: unknown): unknown {
  const fits = (value: unknown) => field === undefined || faultsOf(field.schema, value).length === 0
  if (fits(now) || !fits(before)) return now
  const parts = Array.isArray(now) ? now.filter((each) => fits([each])) : null
  return fits(parts) ? parts : now
}

const ours = (words: ReadonlySet<string>, teammate: readonly string[]) => (text: string) =>
  words.has(text) || UUID.test(text) || teammate.includes(text.toLowerCase())
const folded = (texts: readonly string[]) => [...new Set(texts.flatMap((text) => [text, text.toLowerCase()]))]
const pattern = (parts: readonly string[], flags: string) => new RegExp(parts.join('|') || '(?!)', flags)
const each = (value: unknown, change: (text: string) => string) => deep(value, (text) => inJson(text, change) ?? change(text))

// Bodies of events stand without their first brace, because the id comes in front of them.
function inJson(text: string, change: (text: string) => string): string | undefined {
  const opening = /^\s*[{[]/.test(text) ? '' : /^"[^"]*":/.test(text) ? '{' : undefined
  if (opening === undefined) return undefined
  try {
    return JSON.stringify(deep(JSON.parse(`${opening}${text}`), change)).slice(opening.length)
  } catch {
    return undefined
  }
}

function deep(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => deep(each, change))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [change(name), deep(each, change)]))
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
