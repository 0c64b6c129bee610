import { type Expression, sql, type SqlBool } from 'kysely'
import type { CreatorType } from '../../kernel/feature/creator-type.ts'
import type { Registry } from '../../kernel/feature/registry.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Records } from '../../kernel/storage/records/records.ts'

/** Who created a record, in the form in which `record_changes` has who changed one. */
export interface Creator {
  readonly type: string
  readonly id: string
  readonly label: string
}

// The creators whom `created_by` names by their label; all others are named by their id in `created_via`.
const USER = 'user'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Finds out who created records, by their `created_by`, `created_via` and `created_in`. */
export class Creators {
  readonly #records: Records
  readonly #users: CreatorType | undefined
  readonly #named: readonly CreatorType[]

  constructor(records: Records, registry: Registry) {
    this.#records = records
    this.#users = registry.all('creators').find(({ via }) => via === USER)
    this.#named = registry.all('creators').filter(({ via }) => via !== USER)
  }

  /** Ids of the keys and grants of the user with this id or e-mail, one query for each kind. */
  actingAs(actor: string) {
    const users = this.#users
    if (!users) return []
    const { db } = this.#records
    const whose = db
      .selectFrom(users.entity.table)
      .select('id')
      .where(sql<SqlBool>`(cast(id as text) = ${actor} or ${sql.ref(users.label)} = ${actor})`)
    return this.#named.flatMap(({ via, entity, user }) =>
      user === undefined
        ? []
        : [
            {
              via,
              ids: db
                .selectFrom(entity.table)
                .select(sql<string>`cast(id as text)`.as('id'))
                .where(user, 'in', whose),
            },
          ],
    )
  }

  /** The condition that a record was created by the actor with this id or label, or by a key or grant of this user. */
  createdBy(actor: string): Expression<SqlBool> {
    const { db } = this.#records
    const byUser = this.#users
      ? sql`(created_by = ${actor} or created_by in ${db
          .selectFrom(this.#users.entity.table)
          .select(this.#users.label)
          .where(sql<SqlBool>`cast(id as text) = ${actor}`)})`
      : sql`created_by = ${actor}`
    const byLabel = this.#named.map(({ via, entity, label }) =>
      db
        .selectFrom(entity.table)
        .select(sql`${`${via}:`} || cast(id as text)`.as('via'))
        .where(label, '=', actor),
    )
    return sql<SqlBool>`(${sql.join(
      [
        sql`(created_via = 'user' and ${byUser})`,
        sql`created_via like '%:%' and substr(created_via, length(created_via) - ${actor.length}) = ${`:${actor}`}`,
        ...byLabel.map((each) => sql`created_via in ${each}`),
        ...this.actingAs(actor).map(({ via, ids }) => {
          const ofKind = sql`substr(created_via, 1, ${sql.lit(via.length + 1)}) = ${sql.lit(`${via}:`)}`
          return sql`(${ofKind} and substr(created_via, ${sql.lit(via.length + 2)}) in ${ids})`
        }),
      ],
      sql` or `,
    )})`
  }

  /** Who created each of these rows. */
  async of(rows: readonly Row[]): Promise<(row: Row) => Creator> {
    const ids = await this.#userIds(rows)
    const found = new Map<string, string>()
    for (const { via: type, entity, label } of this.#named) {
      const used = rows.flatMap(({ created_via }) => idIn(String(created_via), type))
      for (const each of await this.#records.findBy(entity, 'id', new Set(used))) found.set(`${type}:${each.id}`, String(each[label]))
    }
    return ({ created_by, created_via }) => {
      const [by, via] = [String(created_by), String(created_via)]
      if (via === USER) return { type: 'user', id: ids.get(by) ?? by, label: by }
      const at = via.indexOf(':')
      const id = via.slice(at + 1)
      return { type: via.slice(0, at), id, label: found.get(via) ?? id }
    }
  }

  // Ids of users by their labels.
  async #userIds(rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
    if (!this.#users) return new Map()
    const { entity, label } = this.#users
    const users = await this.#records.findBy(entity, label, new Set(rows.map(({ created_by }) => String(created_by))))
    return new Map(users.map((user) => [String(user[label]), user.id]))
  }
}

/** The condition that a record was created by an actor of this type. */
export function createdVia(type: string): Expression<SqlBool> {
  return type === 'user' ? sql<SqlBool>`created_via = 'user'` : sql<SqlBool>`substr(created_via, 1, ${type.length + 1}) = ${`${type}:`}`
}

/** The condition that a record was created by the call with this request id. */
export function createdIn(request_id: string): Expression<SqlBool> {
  return sql<SqlBool>`substr(created_in, length(created_in) - ${sql.lit([...request_id].length)}) = ${` ${request_id}`}`
}

/** The call that created a record, which its `created_in` names as `<operation> <request id>`. */
export function callOf(created_in: unknown): { operation: string | null; request_id: string | null } {
  const [, operation = null, request_id = null] = /^(\S+)(?: (.*))?$/s.exec(typeof created_in === 'string' ? created_in : '') ?? []
  return { operation, request_id }
}

// An embedding app can use any ids for its own sessions; PostgreSQL looks up uuids only.
function idIn(via: string, type: string): string[] {
  const id = via.slice(type.length + 1)
  return via.startsWith(`${type}:`) && UUID.test(id) ? [id] : []
}
