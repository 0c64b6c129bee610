import { sql } from 'kysely'
import type { Similarity } from '../../records/record-type/similarity.ts'
import { column } from '../../records/search/grammar/field.ts'
import { phrases } from '../../records/search/grammar/phrases.ts'

/** What contacts share that may be one person; two live ones never share an e-mail. */
export const contactSimilarity: readonly Similarity[] = [
  { reason: 'phone', score: 0.8, value: (of) => sql`nullif(${column('phone', of)}, '')` },
  {
    reason: 'name_company',
    score: 0.7,
    value(of) {
      const { fold } = phrases[of.dialect]
      const id = of.dialect === 'postgresql' ? sql`${column('company_id', of)}::text` : column('company_id', of)
      return sql`(nullif(${fold(column('first_name', of))}, '') || ' ' || nullif(${fold(column('last_name', of))}, '') || ' @ ' || ${id})`
    },
  },
]
