import { Type } from '@sinclair/typebox'
import { expressionBuilder, sql, type SqlBool } from 'kysely'
import { Organization } from '../access/entity.ts'
import { homeOf } from '../access/organization.ts'
import type { Counts, Relation } from '../kernel/relation.ts'
import { countOf } from '../search/computed.ts'
import { column, type SearchField } from '../search/field.ts'
import { count } from '../storage/relation.ts'
import type { Tables } from '../storage/set-writer.ts'
import { Deal } from './entity.ts'
import { amountSum } from './sums.ts'

// The field of a deal by which it belongs to a contact or a company.
type Owner = 'primary_lead_id' | 'company_id'

const open = sql<SqlBool>`counted.status = 'open'`

/** Numbers of the deals that name a record (contract 2.8): of a contact, those in which it is the primary one. */
export function dealCounts(field: Owner) {
  return {
    open_deals_count: count(field, Deal, { title: 'Open deals', where: sql<SqlBool>`status = 'open'` }),
    open_deals_amount: openAmount(field),
    won_deals_count: count(field, Deal, { title: 'Won deals', where: sql<SqlBool>`status = 'won'` }),
  } satisfies Counts
}

/** The same numbers as conditions name them. */
export function dealCountFields(field: Owner): Readonly<Record<string, SearchField>> {
  return {
    open_deals_count: countOf(Deal, field, open),
    open_deals_amount: openAmountField(field),
    won_deals_count: countOf(Deal, field, sql<SqlBool>`counted.status = 'won'`),
  }
}

// Amounts in other currencies are left out: nothing converts them (workflows.md 3.3).
function openAmount(field: Owner): Relation<number> {
  return {
    schema: Type.Number({ description: 'Amount of the open deals in the currency of the organisation; not in lists and events' }),
    async load(records, of) {
      const ids = of.map((each) => (each as { readonly id: string }).id)
      const { currency } = await homeOf(records)
      const sum = amountSum(records.dialect)
      const rows = await records.db
        .selectFrom(Deal.table)
        .select([field, ...sum.columns])
        .where(records.anyOf(Deal, field, ids))
        .where('deleted_at', 'is', null)
        .where('status', '=', 'open')
        .where('currency', '=', currency)
        .groupBy(field)
        .execute()
      const amounts = new Map(rows.map((row) => [row[field], sum.of(row).toNumber()]))
      return ids.map((id) => amounts.get(id) ?? 0)
    },
  }
}

function openAmountField(field: Owner): SearchField {
  return {
    type: 'number',
    sql(of) {
      const eb = expressionBuilder<Tables, never>()
      const home = eb.selectFrom(Organization.table).select('currency').limit(1)
      const total = of.dialect === 'postgresql' ? sql`coalesce(sum(counted.amount), 0)` : sql`coalesce(sum(counted.amount), 0) / 10000.0`
      const sum = eb
        .selectFrom(`${Deal.table} as counted`)
        .select(total.as('total'))
        .where(sql.ref(`counted.${field}`), '=', column('id', of))
        .where('counted.deleted_at', 'is', null)
        .where('counted.status', '=', 'open')
        .where('counted.currency', '=', sql`coalesce(${home}, 'EUR')`)
      return of.dialect === 'postgresql' ? sql`(${sum})::float8` : sql`(${sum})`
    },
    value: () => null,
  }
}
