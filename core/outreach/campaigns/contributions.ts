import { type Expression, sql, type SqlBool } from 'kysely'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { TemplateUse } from '../templates/uses.ts'
import { Campaign } from './entity.ts'

/** The campaigns that send a template and are not over, at most 100. */
export async function campaignsWith(records: Records, template_id: string): Promise<readonly TemplateUse[]> {
  const named: Expression<SqlBool> = sql<SqlBool>`cast(variants as text) like ${`%"${template_id}"%`}`
  const rows = await records.columns(Campaign, ['id', 'name'], (query) =>
    query
      .where('deleted_at', 'is', null)
      .where('status', 'not in', ['sent', 'cancelled'])
      .where((eb) => eb.or([eb('template_id', '=', template_id), named]))
      .orderBy('id')
      .limit(100),
  )
  return rows.map((each) => ({ type: 'campaign', ...each }))
}
