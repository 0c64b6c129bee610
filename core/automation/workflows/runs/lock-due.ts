import { sql, type SqlBool } from 'kysely'
import { amongGiven } from '../../../kernel/storage/records/any-of.ts'
import { fromGivenIds } from '../../../kernel/storage/records/by-ids.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { WorkflowRun } from '../entity.ts'

/** Those of these runs that are still due, locked until the unit of work ends; another process may have carried on the others. */
export async function lockDue(records: Records, ids: readonly string[]): Promise<WorkflowRun[]> {
  const codec = records.codec(WorkflowRun)
  const isPostgres = records.dialect === 'postgresql'
  const values = [isPostgres ? ids : JSON.stringify(ids), codec.toColumn('wake_at', records.unit.now)]
  const rows = await records.rows('runs that are due, locked', values, (db, place, due) => {
    const some = isPostgres
      ? db.selectFrom(WorkflowRun.table).where(amongGiven('id', 'uuid', place, 'postgresql'))
      : fromGivenIds(db, WorkflowRun.table, place)
    const query = some
      .selectAll(WorkflowRun.table)
      .where(sql<SqlBool>`wake_at <= ${due}`)
      .orderBy(`${WorkflowRun.table}.id`)
    return isPostgres ? query.forUpdate().skipLocked() : query
  })
  return rows.map((row) => codec.fromRow(row))
}
