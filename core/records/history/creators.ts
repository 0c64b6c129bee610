import { type Expression, sql, type SqlBool } from 'kysely'
import { ApiKey, User } from '../../platform/access/entity.ts'
import { SyncRun } from '../../integration/ingest/entity.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Records } from '../../kernel/storage/records.ts'

/** Who made a record, as `record_changes` has it of who changed one. */
export interface Maker {
  readonly type: string
  readonly id: string
  readonly label: string
}

// What `created_via` names by its id, and the field by which people know it.
const named: readonly (readonly [type: string, entity: EntityTable, label: string])[] = [
  ['api_key', ApiKey, 'name'],
  ['sync', SyncRun, 'provider'],
]

/** The condition that a record was made by whoever has this id or label. */
export function madeBy({ db }: Records, actor: string): Expression<SqlBool> {
  const user = db
    .selectFrom(User.table)
    .select('email')
    .where(sql<SqlBool>`cast(id as text) = ${actor}`)
  const ways = named.map(([type, { table }, label]) =>
    db
      .selectFrom(table)
      .select(sql`${`${type}:`} || cast(id as text)`.as('via'))
      .where(label, '=', actor),
  )
  return sql<SqlBool>`(${sql.join(
    [
      sql`(created_via = 'user' and (created_by = ${actor} or created_by in ${user}))`,
      sql`created_via like '%:%' and substr(created_via, length(created_via) - ${actor.length}) = ${`:${actor}`}`,
      ...ways.map((each) => sql`created_via in ${each}`),
    ],
    sql` or `,
  )})`
}

/** The condition that a record was made by something of this type. */
export function madeVia(type: string): Expression<SqlBool> {
  return type === 'user' ? sql<SqlBool>`created_via = 'user'` : sql<SqlBool>`substr(created_via, 1, ${type.length + 1}) = ${`${type}:`}`
}

/** The condition that a record was made for the call of this id. */
export function madeIn(request_id: string): Expression<SqlBool> {
  return sql<SqlBool>`substr(created_in, length(created_in) - ${sql.lit([...request_id].length)}) = ${` ${request_id}`}`
}

/** The call that a record was made for, as its `created_in` names it. */
export function callIn(called: unknown): { operation: string | null; request_id: string | null } {
  const [, operation = null, request_id = null] = /^(\S+)(?: (.*))?$/s.exec(typeof called === 'string' ? called : '') ?? []
  return { operation, request_id }
}

/** Who made each of these rows, by what their `created_via` and `created_by` say. */
export async function makersOf(records: Records, rows: readonly Row[]): Promise<(row: Row) => Maker> {
  const users = await records.findBy(User, 'email', new Set(rows.map((row) => String(row['created_by']))))
  const ids = new Map(users.map(({ email, id }) => [email, id]))
  const labels = new Map<string, string>()
  for (const [type, entity, label] of named) {
    const used = rows.flatMap((row) => idOf(String(row['created_via']), type))
    const found = await records.findBy(entity, 'id', new Set(used))
    for (const each of found) labels.set(`${type}:${String(each['id'])}`, String(each[label]))
  }
  return (row) => {
    const [by, via] = [String(row['created_by']), String(row['created_via'])]
    if (via === 'user') return { type: 'user', id: ids.get(by) ?? by, label: by }
    const at = via.indexOf(':')
    const id = via.slice(at + 1)
    return { type: via.slice(0, at), id, label: labels.get(via) ?? id }
  }
}

// An embedding app may call its own sessions what it likes; PostgreSQL looks for uuids only.
function idOf(via: string, type: string): string[] {
  const id = via.slice(type.length + 1)
  return via.startsWith(`${type}:`) && UUID.test(id) ? [id] : []
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
