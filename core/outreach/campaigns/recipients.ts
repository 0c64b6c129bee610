import type { Resolved } from '../../kernel/operation/operation.ts'
import { type ListQuery } from '../../kernel/storage/records/filters.ts'
import { listPage, type Page } from '../../kernel/storage/records/listing.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { sql, type SqlBool } from 'kysely'
import type { Campaign } from './entity.ts'
import { CampaignRecipient } from './rows.ts'
import { recipientFilters, recipientSorts } from './schema.ts'

/** Recipients of campaigns, as far as the caller sees their contacts. */
export class CampaignRecipients {
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof CampaignRecipients.uses>) {
    this.#records = records
  }

  /** A page of them, the newest first. */
  async list({ id }: Campaign, query: ListQuery): Promise<Page<CampaignRecipient>> {
    const where = sql<SqlBool>`${sql.ref('campaign_id')} = ${id}`
    return await listPage(this.#records, CampaignRecipient, query, { filters: recipientFilters, sorts: recipientSorts, where })
  }
}
