import type { Static } from '@sinclair/typebox'
import { type Expression, sql, type SqlBool } from 'kysely'
import { ChangeRecord } from '../../kernel/storage/schema/change-record.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { AuditQuery } from './audit-schema.ts'
import { createdIn, createdVia, type Creators } from './creators.ts'

type Query = Static<typeof AuditQuery>

/** A table of which each row is an entry. */
export interface Source {
  readonly table: string
  /** The record type; left out for changes, of which each row has it. */
  readonly object?: string
  readonly columns: readonly string[]
  readonly conditions: readonly Expression<SqlBool>[]
  /** Whether few rows may match, and no index finds them. */
  readonly sparse: boolean
  /** Orders the entries of one moment, the lowest first. */
  readonly rank: number
}

/** A record type whose creations are in the audit log: its name there, and its table. */
export interface Created {
  readonly object: string
  readonly table: string
}

/** Changes of what exists already, and actions that are no change of a field. */
export function changesAsked(records: Records, creators: Creators, query: Query): Source {
  const { dialect } = records
  // The actor is stored as JSON, which each database reads in its own way.
  const of = (name: string) => (dialect === 'postgresql' ? sql`(actor ->> ${name}::text)` : sql`json_extract(actor, ${`$.${name}`})`)
  const { actor, actor_type, object, record_id, request_id } = query
  const byActor = (named: string) => {
    const own = creators.actingAs(named).map(({ via, ids }) => sql`(${of('type')} = ${via} and ${of('id')} in ${ids})`)
    return sql<SqlBool>`(${sql.join([sql`${of('id')} = ${named}`, sql`${of('label')} = ${named}`, ...own], sql` or `)})`
  }
  const action = actionOf(records)
  const unindexed = [
    ...(actor === undefined ? [] : [byActor(actor)]),
    ...(actor_type === undefined ? [] : [sql<SqlBool>`${of('type')} = ${actor_type}`]),
    ...(object === undefined ? [] : [sql<SqlBool>`entity_type = ${object}`]),
    ...(query.action === undefined ? [] : [sql<SqlBool>`${action} = ${query.action}`]),
    ...(request_id === undefined ? [] : [sql<SqlBool>`request_id = ${request_id}`]),
  ]
  return {
    table: ChangeRecord.table,
    columns: ['entity_type', 'record_id', 'changes', 'action', 'actor', 'operation', 'request_id'],
    conditions: [...unindexed, ...(record_id === undefined ? [] : [sql<SqlBool>`record_id = ${record_id.toLowerCase()}`])],
    sparse: record_id === undefined && unindexed.length > 0,
    rank: 0,
  }
}

/** Creations, which the records themselves know. */
export function creationsAsked(creators: Creators, created: readonly Created[], query: Query): Source[] {
  const { actor, actor_type, object, record_id, action = 'created', request_id } = query
  if (action !== 'created') return []
  const unindexed = [
    ...(actor === undefined ? [] : [creators.createdBy(actor)]),
    ...(actor_type === undefined ? [] : [createdVia(actor_type)]),
    ...(request_id === undefined ? [] : [createdIn(request_id)]),
  ]
  const conditions = [...unindexed, ...(record_id === undefined ? [] : [sql<SqlBool>`id = ${record_id.toLowerCase()}`])]
  const sparse = record_id === undefined && unindexed.length > 0
  return created
    .map((each, at) => ({ ...each, columns: ['created_by', 'created_via', 'created_in'], conditions, sparse, rank: at + 1 }))
    .filter((each) => object === undefined || each.object === object)
}

/** The action of a change that has none of its own: the record was updated, deleted or restored. */
export function actionOf({ dialect }: Records) {
  const gone = dialect === 'postgresql' ? sql`(changes -> 'deleted_at' ->> 1)` : sql`json_extract(changes, '$.deleted_at[1]')`
  const moved = dialect === 'postgresql' ? sql`(changes -> 'deleted_at') is not null` : sql`json_type(changes, '$.deleted_at') is not null`
  return sql<string>`coalesce(action, case when ${gone} is not null then 'deleted' when ${moved} then 'restored' else 'updated' end)`
}
