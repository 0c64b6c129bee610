import { type Static, Type } from '@sinclair/typebox'
import { type Expression, sql, type SqlBool } from 'kysely'
import { invalid } from '../kernel/errors.ts'
import { Closed, Cursor, described, Id, NextCursor, OneOf, Text, Timestamp } from '../kernel/schema.ts'
import { ChangeRecord } from '../storage/change-record.ts'
import type { Row } from '../storage/codec.ts'
import { Records } from '../storage/records.ts'
import { Actor } from './operation.ts'

// The kinds of `Via`: by what a call has come in (records.md 10).
const actors = ['user', 'api_key', 'workflow', 'sync', 'form', 'plugin', 'system'] as const

/** What `listAuditLog` is asked; conditions are joined by and. `since` counts its own moment, `before` does not. */
export const AuditQuery = Closed({
  actor: Type.Optional(Text(255, { minLength: 1, description: 'Who: the id or the label (e-mail, name of the key)' })),
  actor_type: Type.Optional(OneOf(actors, { description: 'By what they came in' })),
  object: Type.Optional(
    Text(60, {
      minLength: 1,
      description:
        'What was changed: contact, deal, organization, user, team, api_key, webhook, export, import, merge, privacy_request, ...',
    }),
  ),
  record_id: Type.Optional(Id('Only what was done with this one')),
  action: Type.Optional(
    Text(30, {
      minLength: 1,
      description: 'What was done: created, updated, deleted, restored, purged, rotated, revoked, started, reverted, finished, undone',
    }),
  ),
  since: Type.Optional(Timestamp('At or after this time')),
  before: Type.Optional(Timestamp('Before this time')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Entries on a page' })),
  cursor: Type.Optional(Cursor),
})

/** What `listAuditLog` answers: each entry is one write of one record, with all of its fields. */
export const AuditPage = Closed({
  audit_log: Type.Array(
    Closed({
      id: Type.Integer({ description: 'Rises with time' }),
      at: Timestamp('When it was done'),
      actor: described(Actor, 'Who did it'),
      action: Type.String({ description: 'What was done' }),
      object: Type.String({ description: 'What it was done with: contact, api_key, ...' }),
      record_id: Type.String({ description: 'Which one' }),
      changes: Type.Array(
        Closed({
          field: Type.String({ description: 'The field' }),
          from: Type.Unknown({ description: 'The value before', examples: ['lead'] }),
          to: Type.Unknown({ description: 'The value after', examples: ['customer'] }),
        }),
        { description: 'Field by field; never a secret' },
      ),
    }),
    { description: 'The newest first' },
  ),
  next_cursor: NextCursor,
})

/** Who changed what in the organisation: records, settings, keys, and what was taken out of it or erased. */
export class AuditLog {
  static readonly inject = [Records] as const
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  /** The entries of the caller's organisation, newest first. Throws `invalid_input` (`/cursor`) for a cursor of another list. */
  async list(query: Static<typeof AuditQuery>): Promise<Static<typeof AuditPage>> {
    const { limit = 50, cursor } = query
    const codec = this.#records.codec(ChangeRecord)
    const action = actionOf(this.#records)
    let rows = this.#records.db.selectFrom(ChangeRecord.table).selectAll().select(action.as('done'))
    for (const condition of this.#conditions(query, action)) rows = rows.where(condition)
    if (cursor !== undefined) rows = rows.where('id', '<', rowOf(cursor))
    const found: readonly Row[] = await rows
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    const shown = found.slice(0, limit).map((row) => {
      const { entity_type, record_id, changes, actor, created_at } = codec.fromRow(row) as unknown as ChangeRecord
      const told = Object.entries(changes).map(([field, [from = null, to = null]]) => ({ field, from, to }))
      const done = { actor: actor as Static<typeof Actor>, action: String(row['done']), object: entity_type, record_id }
      return { id: Number(row['id']), at: created_at.toISOString(), ...done, changes: told }
    })
    return { audit_log: shown, next_cursor: found.length > limit ? String(shown.at(-1)?.id) : null }
  }

  #conditions(query: Static<typeof AuditQuery>, action: Expression<unknown>): Expression<SqlBool>[] {
    const { dialect } = this.#records
    const codec = this.#records.codec(ChangeRecord)
    // Who acted is kept as JSON, which the databases read by words of their own.
    const of = (name: string) => (dialect === 'postgresql' ? sql`(actor ->> ${name}::text)` : sql`json_extract(actor, ${`$.${name}`})`)
    const time = (value: string) => codec.toColumn('created_at', new Date(value))
    const { actor, actor_type, object, record_id, since, before } = query
    return [
      ...(actor === undefined ? [] : [sql<SqlBool>`(${of('id')} = ${actor} or ${of('label')} = ${actor})`]),
      ...(actor_type === undefined ? [] : [sql<SqlBool>`${of('type')} = ${actor_type}`]),
      ...(object === undefined ? [] : [sql<SqlBool>`entity_type = ${object}`]),
      ...(record_id === undefined ? [] : [sql<SqlBool>`record_id = ${record_id.toLowerCase()}`]),
      ...(query.action === undefined ? [] : [sql<SqlBool>`${action} = ${query.action}`]),
      ...(since === undefined ? [] : [sql<SqlBool>`created_at >= ${time(since)}`]),
      ...(before === undefined ? [] : [sql<SqlBool>`created_at < ${time(before)}`]),
    ]
  }
}

// What a change of a record says by itself: that it was deleted, or is back.
function actionOf({ dialect }: Records) {
  const gone = dialect === 'postgresql' ? sql`(changes -> 'deleted_at' ->> 1)` : sql`json_extract(changes, '$.deleted_at[1]')`
  const moved = dialect === 'postgresql' ? sql`(changes -> 'deleted_at') is not null` : sql`json_type(changes, '$.deleted_at') is not null`
  return sql<string>`coalesce(action, case when ${gone} is not null then 'deleted' when ${moved} then 'restored' else 'updated' end)`
}

// Behind 15 digits a number would no longer be exact.
function rowOf(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw invalid('/cursor', 'invalid_cursor', 'Not a cursor of the audit log')
  return Number(cursor)
}
