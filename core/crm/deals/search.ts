import { sql } from 'kysely'
import { pipelinesOf } from '../pipelines/default.ts'
import { daysSince } from '../../records/search/grammar/computed.ts'
import { column } from '../../records/search/grammar/field.ts'
import { idsByName } from '../../records/search/grammar/labels.ts'
import { foldText } from '../../records/search/grammar/text.ts'
import { searchable } from '../../records/search/grammar/searchable.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Deal } from './entity.ts'
import { isRotting } from './schema.ts'
import { weighted } from './weighted.ts'

/** What conditions can name of a deal itself. */
export const dealSearch = searchable('deal', Deal, {
  types: { stage_id: 'deal_stage', owner_email: 'owner' },
  labels: { stage_id: stageIds, pipeline_id: pipelineIds },
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
    days_in_stage: daysSince('stage_entered_at'),
    rotting: {
      type: 'boolean',
      sql: (of) => {
        const now = of.dialect === 'postgresql' ? of.now.toISOString() : of.now.getTime()
        return sql`(${column('status', of)} = 'open' and ${column('stuck_at', of)} is not null and ${column('stuck_at', of)} <= ${now})`
      },
      value: (record, now) => isRotting(record, now),
    },
  },
})

async function stageIds(records: Records) {
  return idsByName((await pipelinesOf(records)).flatMap(({ stages }) => stages.map(({ id, name }) => ({ id: foldText(id), name }))))
}

async function pipelineIds(records: Records) {
  return idsByName(await pipelinesOf(records))
}
