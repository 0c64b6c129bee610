import { sql } from 'kysely'
import { pipelinesOf } from '../pipelines/default.ts'
import { dayAfter, dayOf, daysBetween } from '../../kernel/values/calendar.ts'
import { todayOf } from '../../platform/access/organization.ts'
import type { Zone } from '../../kernel/values/zone.ts'
import { picklistLabels } from '../../records/picklists/labels.ts'
import { daysSince, momentIn } from '../../records/search/grammar/computed.ts'
import { column } from '../../records/search/grammar/field.ts'
import { idsByName } from '../../records/search/grammar/labels.ts'
import { foldText } from '../../records/search/grammar/text.ts'
import { searchable } from '../../records/search/grammar/searchable.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Deal } from './entity.ts'
import { isRotting } from './schema.ts'
import { margin, weighted } from './weighted.ts'

/** What conditions can name of a deal itself. */
export const dealSearch = searchable('deal', Deal, {
  types: { stage_id: 'deal_stage', owner_email: 'owner' },
  labels: {
    stage_id: stageIds,
    pipeline_id: pipelineIds,
    priority: picklistLabels('priorities'),
    deal_type: picklistLabels('deal_types'),
  },
  text: 'deals',
  aliases: {
    owner: 'owner_email',
    assigned_to: 'owner_email',
    contact_id: 'primary_lead_id',
    lead_id: 'primary_lead_id',
    stage: 'stage_name',
  },
  computed: {
    weighted_amount: weighted,
    margin,
    days_in_stage: daysSince('stage_entered_at'),
    rotting: {
      type: 'boolean',
      sql: (of) => {
        const now = of.dialect === 'postgresql' ? of.now.toISOString() : of.now.getTime()
        return sql`(${column('status', of)} = 'open' and ${column('stuck_at', of)} is not null and ${column('stuck_at', of)} <= ${now})`
      },
      value: (record, now) => isRotting(record, now),
      changesAt: momentIn('stuck_at'),
    },
    days_to_close: {
      type: 'number',
      dated: true,
      sql: (of) => {
        const day = column('close_date', of)
        return of.dialect === 'postgresql'
          ? sql`((${day})::date - ${of.today}::date)::float8`
          : sql`cast(julianday(${day}) - julianday(${of.today}) as integer)`
      },
      value: ({ close_date }, now, today = dayOf(now)) => (close_date === null ? null : daysBetween(today, close_date)),
      changesAt: ({ close_date }, asked, at) => (close_date === null ? [] : startsBefore(close_date, asked, at)),
    },
  },
  prepare: async (records, mentioned) => {
    if (mentioned.includes('days_to_close')) await todayOf(records)
  },
})

async function stageIds(records: Records) {
  return idsByName((await pipelinesOf(records)).flatMap(({ stages }) => stages.map(({ id, name }) => ({ id: foldText(id), name }))))
}

async function pipelineIds(records: Records) {
  return idsByName(await pipelinesOf(records))
}

// Days have years of four digits.
const FARTHEST = 1_000_000
const NEXT = 50

/** When so many days are left to a day, or no more, for the next of these numbers. */
function startsBefore(day: string, asked: readonly number[], { now, zone }: { readonly now: Date; readonly zone: Zone }): Date[] {
  const near = asked.flatMap((days) => [Math.floor(days), Math.ceil(days) - 1]).filter((days) => Math.abs(days) < FARTHEST)
  const today = zone.dayOf(now)
  const days = [...new Set(near.map((each) => dayAfter(day, -each)))].filter((each) => /^\d{4}-/.test(each) && each > today)
  return days
    .toSorted()
    .slice(0, NEXT)
    .map((each) => zone.startOf(each))
}
