import { sql, type SqlBool } from 'kysely'
import type { Services } from '../../kernel/operation/services.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { UnsubscribeFollower } from '../unsubscribes/followers.ts'
import { Enrollment } from './entity.ts'
import { type ExitReason, openStates, SequenceExits } from './exits.ts'
import { Sequence } from './sequence-entity.ts'

/** Ends the enrollments of who unsubscribes, in all sequences of the topic, in the transaction that stores it. */
export function followUnsubscribes(services: Services): UnsubscribeFollower {
  return {
    async unsubscribed({ contact_id, topic }) {
      if (contact_id === null) return
      const records = services.resolve(Records).whole
      const open = await records.columns(Enrollment, ['id', 'sequence_id'], (query) =>
        query.where('lead_id', '=', contact_id).where(sql<SqlBool>`status in (${sql.join([...openStates])})`),
      )
      const sequences = await records.findBy(
        Sequence,
        'id',
        open.map(({ sequence_id }) => sequence_id),
      )
      const meant = new Set(
        sequences.filter((each) => (topic === null || each.topic === topic) && (each.exit_on.unsubscribed ?? true)).map(({ id }) => id),
      )
      const ended = open.filter(({ sequence_id }) => meant.has(sequence_id))
      await services.resolve(SequenceExits).end(new Map(ended.map(({ id }): [string, ExitReason] => [id, 'unsubscribed'])))
    },
  }
}
