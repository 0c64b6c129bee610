import { type Expression, sql, type SqlBool } from 'kysely'
import type { Services } from '../../kernel/operation/services.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { EventRecord } from '../../kernel/storage/schema/event-record.ts'
import { isWaiting } from '../../kernel/storage/writing/waiting-events.ts'
import type { Email } from '../emails/entity.ts'
import type { EmailChange, EmailFollower, TimedWait } from '../emails/followers.ts'
import { People } from '../people/people.ts'
import { Enrollment } from './entity.ts'
import { exitEvents, exitsBy } from './exit-events.ts'
import { type ExitReason, openStates, SequenceExits } from './exits.ts'
import { heldBySequences } from './holds.ts'
import { Sequence } from './sequence-entity.ts'
import { unreadAnswers } from './unread-answers.ts'

// What happens to a message that ends its enrollment.
const exits: Readonly<Partial<Record<EmailChange['to'], ExitReason>>> = {
  replied: 'replied',
  bounced: 'bounced',
  unsubscribed: 'unsubscribed',
  failed: 'error',
}

/**
 * Holds back e-mails of enrollments that are over or have to end, lets those wait to which an answer may lie unread, and ends those whose
 * e-mail was answered, bounced or failed.
 */
export function followEmails(services: Services): EmailFollower {
  const records = services.resolve(Records)
  return {
    async held(emails) {
      const own = emails.filter(({ enrollment_id }) => enrollment_id !== null)
      const held = new Map<string, string>()
      if (own.length === 0) return held
      const enrollments = new Map(
        (
          await records.whole.findBy(
            Enrollment,
            'id',
            own.map(({ enrollment_id }) => enrollment_id),
          )
        ).map((each) => [each.id, each]),
      )
      const completed = [...enrollments.values()].filter(({ status }) => status === 'completed')
      const leaving = new Map([
        ...(await exitsBy(records.whole, await undispatched(records, own))),
        ...(await exitsBy(records.whole, await since(records, completed), ['completed'])),
      ])
      for (const { id, enrollment_id } of own) {
        const enrollment = enrollments.get(enrollment_id ?? '')
        // The last step may have completed the sequence before its e-mail leaves.
        const isOver = !enrollment || !(openStates.includes(enrollment.status) || enrollment.status === 'completed')
        const reason = isOver ? (enrollment?.reason ?? 'enrollment_over') : leaving.get(enrollment.id)
        if (reason) held.set(id, reason)
      }
      return held
    },
    waiting: async (emails) =>
      new Map<string, string | TimedWait>([
        ...(await unreadAnswers(records.whole, emails)),
        ...(await heldBySequences(records.whole, services.resolve(People), emails)),
      ]),
    async changed(changes) {
      const reasons = new Map<string, ExitReason>()
      const own = changes.filter(({ email, to }) => email.enrollment_id !== null && exits[to] !== undefined)
      if (own.length === 0) return
      const sequences = new Map(
        (
          await records.whole.findBy(
            Sequence,
            'id',
            own.map(({ email }) => email.sequence_id),
          )
        ).map((each) => [each.id, each]),
      )
      for (const { email, to } of own) {
        const exit_on: Sequence['exit_on'] = sequences.get(email.sequence_id ?? '')?.exit_on ?? {}
        const reason = exits[to]
        const isWanted = (to !== 'replied' || (exit_on.reply ?? true)) && (to !== 'unsubscribed' || (exit_on.unsubscribed ?? true))
        if (reason && isWanted && email.enrollment_id !== null) reasons.set(email.enrollment_id, reason)
      }
      await services.resolve(SequenceExits).end(reasons)
    },
  }
}

// What is committed and not yet dispatched counts, too: an answer that came before the message left.
async function undispatched(records: Records, emails: readonly Email[]) {
  const contacts = emails.flatMap(({ lead_id }) => lead_id ?? [])
  const about: Expression<SqlBool> = sql<SqlBool>`(${records.anyOf(EventRecord, 'entity_id', contacts)} or type = 'deal.created')`
  return await records.whole.columns(EventRecord, ['type', 'entity_type', 'entity_id', 'payload', 'created_at'], (query) =>
    query
      .where(isWaiting)
      .where(sql<SqlBool>`type in (${sql.join([...exitEvents])})`)
      .where(about)
      .orderBy('id')
      .limit(10_000),
  )
}

// The last step may have completed a sequence long before its e-mail leaves: what happened since it started, dispatched behind its end or
// not, holds it back as well.
async function since(records: Records, completed: readonly Enrollment[]) {
  const [first] = completed.map(({ started_at }) => started_at).toSorted((a, b) => Number(a) - Number(b))
  if (first === undefined) return []
  const contacts = completed.map(({ lead_id }) => lead_id)
  return await records.whole.columns(EventRecord, ['type', 'entity_type', 'entity_id', 'payload', 'created_at'], (query) =>
    query
      .where(records.anyOf(EventRecord, 'entity_id', contacts))
      .where(sql<SqlBool>`type in (${sql.join([...exitEvents])})`)
      .where('created_at', '>=', records.codec(EventRecord).toColumn('created_at', first))
      .orderBy('id')
      .limit(10_000),
  )
}
