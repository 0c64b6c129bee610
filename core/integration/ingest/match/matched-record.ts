import type { CommonRecord } from '../../../kernel/storage/schema/entity.ts'

/** A record of any object: what the engine keeps of each, and the fields by which records are told apart, as far as its object has them. */
export interface MatchedRecord extends CommonRecord {
  [field: string]: unknown
  name?: string | null
  domain?: string | null
  vat_number?: string | null
  code?: string | null
  country?: string | null
  sku?: string | null
  company_id?: string | null
  tags?: string[]
  merged_ids?: readonly string[]
}
