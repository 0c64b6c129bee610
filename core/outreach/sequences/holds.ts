import { sql, type SqlBool } from 'kysely'
import { type ZoneClock, zoneClock } from '../../automation/schedules/zone-clock.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { homeOf } from '../../platform/access/organization.ts'
import type { Email } from '../emails/entity.ts'
import type { TimedWait } from '../emails/followers.ts'
import { releaseQueued } from '../emails/holding.ts'
import type { People } from '../people/people.ts'
import { Enrollment } from './entity.ts'
import { Sequence } from './sequence-entity.ts'
import { openingAt } from './window.ts'

/** What queued e-mails of a paused sequence, or of a paused enrollment, wait for. */
export const HELD_WITH_SEQUENCE = 'sequence'
const WINDOW = 'window'

/** Has the e-mails of a sequence leave that goes on; those of enrollments that are paused themselves wait on. */
export async function releaseSequence(records: Records, id: string): Promise<void> {
  const paused = sql`select id from ${sql.table(Enrollment.table)} where sequence_id = ${id} and status = 'paused'`
  const when = sql<SqlBool>`enrollment_id not in (${paused})`
  await releaseQueued(records, { by: 'sequence_id', ids: [id], word: HELD_WITH_SEQUENCE, when })
}

/** Which e-mails of sequences wait when they are about to leave: what is paused goes on with its sequence, the others when its window opens. */
export async function heldBySequences(
  records: Records,
  people: People,
  emails: readonly Email[],
): Promise<ReadonlyMap<string, string | TimedWait>> {
  const own = emails.filter(({ sequence_id }) => sequence_id !== null)
  const waits = new Map<string, string | TimedWait>()
  if (own.length === 0) return waits
  const ids = own.map(({ sequence_id }) => sequence_id)
  const sequences = new Map((await records.findBy(Sequence, 'id', new Set(ids))).map((each) => [each.id, each]))
  const enrollments = await records.columnsOf(
    Enrollment,
    ['id', 'status'],
    own.flatMap(({ enrollment_id }) => enrollment_id ?? []),
  )
  const paused = new Set(enrollments.flatMap(({ id, status }) => (status === 'paused' ? [id] : [])))
  const clockOf = await clocks(
    records,
    people,
    own.filter(({ sequence_id }) => sequences.get(sequence_id ?? '')?.send_window),
  )
  const { now } = records.unit
  for (const email of own) {
    const sequence = sequences.get(email.sequence_id ?? '')
    if (!sequence) continue
    if (sequence.status === 'paused' || paused.has(email.enrollment_id ?? '')) waits.set(email.id, HELD_WITH_SEQUENCE)
    else if (sequence.send_window) {
      const until = openingAt(now, sequence.send_window, await clockOf(email, sequence))
      if (until > now) waits.set(email.id, { for: WINDOW, until })
    }
  }
  return waits
}

/** The clock of the contact, or of the organization, by what the window says. */
async function clocks(records: Records, people: People, emails: readonly Email[]) {
  if (emails.length === 0) return async () => await zoneClock('UTC')
  const { timezone: home } = await homeOf(records)
  const found = await people.find(emails.flatMap(({ lead_id }) => lead_id ?? []))
  return async ({ lead_id }: Email, { send_window }: Sequence): Promise<ZoneClock> =>
    await windowClock(send_window, found.get(lead_id ?? '')?.timezone ?? null, home)
}

/** The clock by which a window opens: that of the contact where it says so and the contact has a known one, else that of the organization. */
export async function windowClock(window: Sequence['send_window'], contact: string | null, home: string): Promise<ZoneClock> {
  const own = (window?.timezone ?? 'contact') === 'contact' ? contact : null
  try {
    return await zoneClock(own || home)
  } catch {
    return await zoneClock(home)
  }
}
