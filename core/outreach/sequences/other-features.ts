import { sql, type SqlBool } from 'kysely'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { RunState } from '../../automation/workflows/runs/run-state.ts'
import type { TemplateUse } from '../templates/uses.ts'
import { Enrollment } from './entity.ts'
import { closeEnrollments, openStates } from './exits.ts'
import { withStep } from './history.ts'
import { Sequence } from './sequence-entity.ts'
import { MANAGED_BY } from './sequence-service.ts'

/** The sequences that send a template, at most 100. */
export async function sequencesWith(records: Records, template_id: string): Promise<readonly TemplateUse[]> {
  const rows = await records.columns(Sequence, ['id', 'name'], (query) =>
    query
      .where('deleted_at', 'is', null)
      .where(sql<SqlBool>`cast(steps as text) like ${`%"${template_id}"%`}`)
      .orderBy('id')
      .limit(100),
  )
  return rows.map((each) => ({ type: 'sequence', ...each }))
}

/** Ends the enrollments whose runs have failed; their history says at which step. */
export async function failedEnrollments(records: Records, by: string, states: readonly RunState[]): Promise<void> {
  if (by !== MANAGED_BY) return
  const found = await records.findBy(
    Enrollment,
    'id',
    states.map(({ run }) => run.id),
    { lock: true },
  )
  const open = found.filter(({ status }) => openStates.includes(status))
  if (open.length === 0) return
  const at = records.unit.now.toISOString()
  const updates = open.flatMap((before) => {
    const { current_step: step_id, history } = before
    return step_id === null ? [] : [{ before, changes: { history: withStep(history, { step_id, at, result: 'failed' }) } }]
  })
  await records.update(Enrollment, updates)
  const changed = new Map(updates.map(({ before, changes }) => [before.id, { ...before, ...changes }]))
  const now = open.map((each) => changed.get(each.id) ?? each)
  await closeEnrollments(records, now, () => 'error')
}
