import { type Expression, sql, type SqlBool } from 'kysely'
import type { CreatorType } from '../../kernel/feature/creator-type.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { Records } from '../../kernel/storage/records.ts'

/** Who created a record, in the form in which `record_changes` says who changed one. */
export interface Creator {
  readonly type: string
  readonly id: string
  readonly label: string
}

// The type of creators whom `created_by` names, and not an id in `created_via`.
const USER = 'user'

/** The condition that a record was created by the one with this id or label. */
export function createdBy({ db }: Records, types: readonly CreatorType[], actor: string): Expression<SqlBool> {
  const users = types
    .filter(({ via }) => via === USER)
    .map(({ entity, label }) =>
      db
        .selectFrom(entity.table)
        .select(label)
        .where(sql<SqlBool>`cast(id as text) = ${actor}`),
    )
  const others = types
    .filter(({ via }) => via !== USER)
    .map(({ via, entity, label }) =>
      db
        .selectFrom(entity.table)
        .select(sql`${`${via}:`} || cast(id as text)`.as('via'))
        .where(label, '=', actor),
    )
  const isUser = sql.join([sql`created_by = ${actor}`, ...users.map((each) => sql`created_by in ${each}`)], sql` or `)
  return sql<SqlBool>`(${sql.join(
    [
      sql`(created_via = ${sql.lit(USER)} and (${isUser}))`,
      sql`created_via like '%:%' and substr(created_via, length(created_via) - ${actor.length}) = ${`:${actor}`}`,
      ...others.map((each) => sql`created_via in ${each}`),
    ],
    sql` or `,
  )})`
}

/** The condition that a record was created by something of this type. */
export function createdVia(type: string): Expression<SqlBool> {
  return type === USER ? sql<SqlBool>`created_via = 'user'` : sql<SqlBool>`substr(created_via, 1, ${type.length + 1}) = ${`${type}:`}`
}

/** The condition that a record was created in the call with this request id. */
export function createdIn(request_id: string): Expression<SqlBool> {
  return sql<SqlBool>`substr(created_in, length(created_in) - ${sql.lit([...request_id].length)}) = ${` ${request_id}`}`
}

/** The call in which a record was created, read from its `created_in`. */
export function callIn(created_in: unknown): { operation: string | null; request_id: string | null } {
  const [, operation = null, request_id = null] = /^(\S+)(?: (.*))?$/s.exec(typeof created_in === 'string' ? created_in : '') ?? []
  return { operation, request_id }
}

/** Who created each of these rows, read from `created_via` and `created_by`. */
export async function creatorsOf(records: Records, types: readonly CreatorType[], rows: readonly Row[]): Promise<(row: Row) => Creator> {
  const userIds = new Map<string, string>()
  const labels = new Map<string, string>()
  for (const { via, entity, label } of types) {
    if (via === USER) {
      const found: readonly Row[] = await records.findBy(entity, label, new Set(rows.map((row) => String(row['created_by']))))
      for (const each of found) userIds.set(String(each[label]), String(each['id']))
      continue
    }
    const found: readonly Row[] = await records.findBy(entity, 'id', new Set(rows.flatMap((row) => idOf(String(row['created_via']), via))))
    for (const each of found) labels.set(`${via}:${String(each['id'])}`, String(each[label]))
  }
  return (row) => {
    const [by, via] = [String(row['created_by']), String(row['created_via'])]
    if (via === USER) return { type: USER, id: userIds.get(by) ?? by, label: by }
    const at = via.indexOf(':')
    const id = via.slice(at + 1)
    return { type: via.slice(0, at), id, label: labels.get(via) ?? id }
  }
}

// An embedding app may use ids of any form for its own sessions; PostgreSQL looks up only UUIDs.
function idOf(via: string, type: string): string[] {
  const id = via.slice(type.length + 1)
  return via.startsWith(`${type}:`) && UUID.test(id) ? [id] : []
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
