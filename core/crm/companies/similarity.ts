import { sql } from 'kysely'
import type { Similarity } from '../../records/record-type/similarity.ts'
import { column } from '../../records/search/grammar/field.ts'
import { phrases } from '../../records/search/grammar/phrases.ts'

/** What companies share that may be one; those that share a domain are rare, and have its name. */
export const companySimilarity: readonly Similarity[] = [
  { reason: 'vat_number', score: 0.95, value: (of) => sql`nullif(${column('vat_number', of)}, '')` },
  {
    reason: 'name_city',
    score: 0.7,
    value(of) {
      const address = column('billing_address', of)
      const city = of.dialect === 'postgresql' ? sql`(${address} ->> 'city')` : sql`json_extract(${address}, '$.city')`
      return sql`(nullif(${column('name_key', of)}, '') || coalesce(' @ ' || nullif(${phrases[of.dialect].fold(city)}, ''), ''))`
    },
  },
]
