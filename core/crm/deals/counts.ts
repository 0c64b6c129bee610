import { type TSchema, Type } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { todayOf } from '../../platform/access/organization.ts'
import { rounded } from '../../kernel/money/currency-total.ts'
import { dayOf, homeToday, rateOn } from '../../platform/currencies/rates.ts'
import {
  unconverted,
  UnconvertedRecords,
  sumField,
  convertedSum,
  type ConvertedSums,
  convertedSums,
} from '../../platform/currencies/converted-sums.ts'
import type { Counts, Figure } from '../../records/record-type/relation.ts'
import { countOf } from '../../records/search/grammar/computed.ts'
import type { SearchField } from '../../records/search/grammar/field.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { naming, type Naming } from '../../kernel/storage/records/naming.ts'
import { shared } from '../../records/record-type/related-records.ts'
import { Deal } from './entity.ts'

const open = sql<SqlBool>`counted.status = 'open'`

/** Numbers of the deals that name a record: of a contact, those in which it takes part. */
export function dealCounts(by: string | Naming) {
  const deals = dealsOf(by)
  const number = (schema: TSchema, of: (deals: Deals) => number): Figure<number> => ({
    none: 0,
    schema,
    load: async (records, named) => (await deals(records, named)).map(of),
  })
  const other_currencies: Figure<ReturnType<typeof unconverted>> = {
    none: [],
    schema: UnconvertedRecords,
    load: async (records, of) => (await deals(records, of)).map(({ open }) => unconverted([open])),
  }
  return {
    open_deals_count: number(Type.Integer({ description: 'Open deals; not in lists and events' }), ({ open }) => open?.count ?? 0),
    open_deals_amount: number(
      Type.Number({ description: 'Amount of the open deals in the currency of the organization; not in lists and events' }),
      ({ open }) => rounded(open?.sums[0], open?.home),
    ),
    won_deals_count: number(Type.Integer({ description: 'Won deals; not in lists and events' }), ({ won }) => won?.count ?? 0),
    other_currencies,
  } satisfies Counts
}

/** The same numbers as conditions name them. */
export function dealCountFields(by: string | Naming): Readonly<Record<string, SearchField>> {
  return {
    open_deals_count: countOf(Deal, by, () => open),
    open_deals_amount: sumField((of) =>
      convertedSum(
        {
          entity: Deal,
          by,
          amount: 'amount',
          where: () => open,
          rate: (home, { today, dialect }) => rateOn(home, { currency: sql.ref('counted.currency'), day: dayOf({ dialect }, today) }),
        },
        of,
      ),
    ),
    won_deals_count: countOf(Deal, by, () => sql<SqlBool>`counted.status = 'won'`),
  }
}

/** Amounts are converted by the rates of the day in the organization, which is loaded where a condition names one. */
export const prepareAmounts = async (records: Records, mentioned: string): Promise<void> => {
  if (mentioned.includes('_amount') || mentioned.includes('revenue_')) await todayOf(records)
}

/** The deals of a record, and what the open ones come to by the rates of today. */
interface Deals {
  readonly open: ConvertedSums | undefined
  readonly won: ConvertedSums | undefined
}

/** Open and won deals of records, in one look-up. */
export function dealsOf(by: string | Naming) {
  return shared<Deals>(async (records, ids) => {
    const { currency: home, today } = await homeToday(records)
    const rows = naming(records, Deal, by, ids).where('deleted_at', 'is', null).where('status', 'in', ['open', 'won'])
    const currency = sql.ref('naming.currency')
    const rate = sql`(case when status = 'open' then ${rateOn(sql.val(home), { currency, day: dayOf(records, today) })} end)`
    const group = sql`(${sql.ref('naming.of')} || ' ' || status)`
    const found = await convertedSums(records, rows, { by: group, home, currency, rate, values: [sql.ref('amount')] })
    return ids.map((id) => ({ open: found.get(`${String(id)} open`), won: found.get(`${String(id)} won`) }))
  })
}
