import { sql, type SqlBool } from 'kysely'
import type { Services } from '../../kernel/operation/services.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { SequenceEnrollments } from '../../automation/workflows/ports.ts'
import { Enrollment } from './entity.ts'
import { SequenceEnrolling } from './enrolling.ts'
import { openStates, SequenceExits } from './exits.ts'
import { Sequence } from './sequence-entity.ts'

/** What steps of workflows do with sequences. */
export function sequencesForWorkflows({ resolve }: Services): SequenceEnrollments {
  const records = resolve(Records)
  return {
    async enroll(contact_id, sequence_id) {
      const [sequence] = await records.findBy(Sequence, 'id', [sequence_id])
      if (sequence?.status !== 'active') return { skipped: 'inactive' }
      const [result] = await resolve(SequenceEnrolling).enrollIds(sequence, [contact_id])
      return result?.enrolled ? { done: { enrollment_id: result.enrollment_id } } : { skipped: result?.reason ?? 'not_found' }
    },
    async unenroll(contact_id, sequence_id) {
      const open = await records.columns(Enrollment, ['id'], (query) => {
        const own = query.where('lead_id', '=', contact_id).where(sql<SqlBool>`status in (${sql.join([...openStates])})`)
        return sequence_id === undefined ? own : own.where('sequence_id', '=', sequence_id)
      })
      const ended = await resolve(SequenceExits).end(new Map(open.map(({ id }) => [id, 'workflow'])))
      return ended.length > 0 ? { done: { enrollment_ids: ended } } : { skipped: 'no_change' }
    },
  }
}
