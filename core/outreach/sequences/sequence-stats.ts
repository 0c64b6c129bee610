import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Email } from '../emails/entity.ts'
import { Enrollment } from './entity.ts'
import type { Sequence } from './sequence-entity.ts'
import type { SequenceFigures, SequenceStats } from './sequence-schema.ts'
import { stepsGone } from './steps-gone.ts'

type Figures = Static<typeof SequenceFigures>
type Count = { readonly status: string; readonly reason: string | null; readonly amount: number }

const none: Figures = { enrolled: 0, active: 0, completed: 0, exited: 0, replied: 0 }
const Z = 1.96

/** What is counted of each of these sequences, from the rows that the caller sees. */
export async function sequenceFigures(records: Records, ids: readonly string[]): Promise<(id: string) => Figures> {
  const counts = await countsOf(records, ids)
  return (id) => figuresOf(counts.get(id) ?? [])
}

/** The figures of a sequence and of each of its steps, from the rows of its e-mails. */
export async function statsOf(records: Records, sequence: Sequence): Promise<Static<typeof SequenceStats>> {
  const counts = (await countsOf(records, [sequence.id])).get(sequence.id) ?? []
  const rows = await records.db
    .selectFrom(Email.table)
    .select(['step_id'])
    .select(
      (['sent_at', 'opened_at', 'clicked_at', 'replied_at', 'bounced_at'] as const).map((name) =>
        sql<number>`count(${sql.ref(name)})`.as(name),
      ),
    )
    .select(sql`max(sent_at)`.as('last_at'))
    .where('sequence_id', '=', sequence.id)
    .where('direction', '=', 'out')
    .groupBy('step_id')
    .execute()
  const standing = await records.db
    .selectFrom(Enrollment.table)
    .select(['current_step', sql<number>`count(*)`.as('amount')])
    .where('sequence_id', '=', sequence.id)
    .where('finished_at', 'is', null)
    .groupBy('current_step')
    .execute()
  // A meeting is of the last e-mail before it.
  const booked = records.db
    .selectFrom(Enrollment.table)
    .select('last_email_id')
    .where('sequence_id', '=', sequence.id)
    .where('reason', '=', 'meeting_booked')
  const met = await records.db
    .selectFrom(Email.table)
    .select(['step_id', sql<number>`count(*)`.as('amount')])
    .where('id', 'in', booked)
    .groupBy('step_id')
    .execute()
  const meetings = new Map(met.map(({ step_id, amount }) => [String(step_id), Number(amount)]))
  const byStep = new Map(rows.map(({ step_id, ...row }) => [String(step_id), row]))
  const waiting = new Map(standing.map(({ current_step, amount }) => [String(current_step), Number(amount)]))
  const gone = await stepsGone(records, sequence, new Set([...byStep.keys(), ...waiting.keys()]))
  const codec = records.codec(Email)
  const reasons = Map.groupBy(
    counts.filter(({ reason }) => reason !== null),
    ({ reason }) => reason ?? '',
  )
  return {
    ...figuresOf(counts),
    reasons: Object.fromEntries([...reasons].map(([reason, all]) => [reason, sum(all)])),
    steps: [...sequence.steps, ...gone].map(({ id, position, type, variant }) => {
      const row = byStep.get(id)
      const sent = Number(row?.sent_at ?? 0)
      const last = row ? codec.pick({ sent_at: row.last_at }, ['sent_at']).sent_at : null
      return {
        step_id: id,
        position,
        type,
        variant,
        waiting: waiting.get(id) ?? 0,
        sent,
        opened: rateOf(Number(row?.opened_at ?? 0), sent),
        clicked: rateOf(Number(row?.clicked_at ?? 0), sent),
        replied: rateOf(Number(row?.replied_at ?? 0), sent),
        bounced: rateOf(Number(row?.bounced_at ?? 0), sent),
        meetings: rateOf(meetings.get(id) ?? 0, sent),
        last_sent_at: last?.toISOString() ?? null,
      }
    }),
  }
}

/** A share with its 95 % interval after Wilson, which holds for small numbers, too. */
export function rateOf(count: number, of: number): { count: number; rate: number; low: number; high: number } {
  if (of === 0) return { count, rate: 0, low: 0, high: 1 }
  const rate = count / of
  const middle = rate + Z ** 2 / (2 * of)
  const width = Z * Math.sqrt((rate * (1 - rate)) / of + Z ** 2 / (4 * of ** 2))
  const scale = 1 + Z ** 2 / of
  return { count, rate: rounded(rate), low: rounded((middle - width) / scale), high: rounded((middle + width) / scale) }
}

const rounded = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000

async function countsOf(records: Records, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Count[]>> {
  if (ids.length === 0) return new Map()
  const rows = await records.db
    .selectFrom(Enrollment.table)
    .select(['sequence_id', 'status', 'reason', sql<number>`count(*)`.as('amount')])
    .where(records.anyOf(Enrollment, 'sequence_id', ids))
    .groupBy(['sequence_id', 'status', 'reason'])
    .execute()
  const counts = rows.map(({ sequence_id, status, reason, amount }) => ({
    id: String(sequence_id),
    status: String(status),
    reason: reason === null ? null : String(reason),
    amount: Number(amount),
  }))
  return Map.groupBy(counts, ({ id }) => id)
}

function figuresOf(counts: readonly Count[]): Figures {
  const of = (...states: string[]) => sum(counts.filter(({ status }) => states.includes(status)))
  return {
    ...none,
    enrolled: sum(counts),
    active: of('active', 'paused'),
    completed: of('completed'),
    exited: of('exited', 'failed'),
    replied: sum(counts.filter(({ reason }) => reason === 'replied')),
  }
}

const sum = (counts: readonly Count[]) => counts.reduce((total, { amount }) => total + amount, 0)
