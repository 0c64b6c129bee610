import { type Expression, sql, type SqlBool } from 'kysely'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { Records } from '../../kernel/storage/records.ts'
import type { Person } from './person.ts'

const textual = new Set(['text', 'json', 'list', 'uuid'])

// Rows that one statement searches: enough to be worth it, few enough not to block others.
const WINDOW = 2_000

/** Where a page starts, and how many rows it may have. */
interface Page {
  readonly after: string | null
  readonly limit: number
}

/** A row of any table: most have an id, and records the time of their deletion. */
export type StoredRow = Row & { readonly id?: unknown; readonly deleted_at?: unknown }

/**
 * A page of the rows of one table that contain an id, address, number or name of a person, ordered by id or key, whoever may see them. Not
 * all of these rows are about the person, see `tellsOf`. `behind` is where the next page starts, null after the last page.
 */
export async function tracesIn(
  records: Records,
  entity: EntityTable,
  person: Person,
  page: Page,
): Promise<{ readonly rows: StoredRow[]; readonly behind: string | null }> {
  const { whole } = records
  if (!('user_from' in entity.fields)) return { rows: [], behind: null }
  const mentions = mentionsIn(records, entity, person)
  if (!('id' in entity.fields)) {
    let query = whole.db.selectFrom(entity.table).selectAll().where(mentions.holds(mentions.texts, mentions.links))
    for (const name of keyColumns(entity)) query = query.orderBy(name)
    const rows = await query
      .limit(page.limit)
      .offset(Number(page.after ?? 0))
      .execute()
    return { rows, behind: rows.length < page.limit ? null : String(Number(page.after ?? 0) + rows.length) }
  }
  const from = whole.db.selectFrom(entity.table).where(behindId(records, entity, page.after))
  const window = from
    .select(['id', mentions.texts.as('texts'), mentions.links.as('links')])
    .orderBy('id')
    .limit(WINDOW)
  const found = await whole.db
    .selectFrom(window.as('looked'))
    .select('id')
    .where(mentions.holds(sql.ref('texts'), sql.ref('links')))
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
  return { rows, behind: last ? String(last.id) : null }
}

// Without this hint, SQLite would find the rows by their organization and sort all of them for each window.
function behindId({ dialect }: Records, { fields }: EntityTable, after: string | null) {
  if (dialect === 'postgresql') return after === null ? sql<SqlBool>`true` : sql<SqlBool>`id > ${after}`
  const first = fields['id']?.kind === 'bigint' ? 0 : ''
  return sql<SqlBool>`likelihood(id > ${after ?? first}, 0.0000001)`
}

// Each row as one text, which is folded and searched much faster than its columns one by one.
function mentionsIn({ dialect }: Records, { fields }: EntityTable, { ids, strong, names }: Person) {
  const columns = Object.entries(fields).filter(([name, { kind }]) => textual.has(kind) && name !== 'user_from')
  const isPostgresql = dialect === 'postgresql'
  const joined = (some: typeof columns) => {
    const texts = some.map(([name]) => sql`cast(${sql.ref(name)} as text)`)
    if (texts.length === 0) return sql`''`
    return isPostgresql ? sql`lower(concat_ws(chr(10), ${sql.join(texts)}))` : sql`concat_ws(char(10), ${sql.join(texts)})`
  }
  // Both databases fold ASCII, but `like` of SQLite nothing else: other letters are searched as written and in lower case.
  const contains = (text: Expression<unknown>, terms: readonly string[]) =>
    terms.map((term) =>
      isPostgresql ? sql`strpos(${text}, lower(${term})) > 0` : sql`${text} like ${`%${term.replaceAll(/[%_\\]/g, '\\$&')}%`} escape '\\'`,
    )
  const [known, all] = [folded(ids), folded([...ids, ...strong, ...names])]
  return {
    texts: joined(columns.filter(([, { kind }]) => kind !== 'uuid')),
    // Only ids are searched here: many ids contain the digits of a telephone number.
    links: joined(columns.filter(([, { kind }]) => kind === 'uuid')),
    holds: (texts: Expression<unknown>, links: Expression<unknown>) =>
      sql<SqlBool>`(${sql.join([...contains(texts, all), ...contains(links, known)], sql` or `)})`,
  }
}

/** The key columns of a table without ids. */
export function keyColumns({ fields }: EntityTable): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === 'text' || fields[name]?.kind === 'uuid')
}

const folded = (texts: readonly string[]) => [...new Set(texts.flatMap((text) => [text, text.toLowerCase()]))]
