import { type TSchema, Type } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { todayOf } from '../../platform/access/organization.ts'
import { rounded } from '../../kernel/money/currency-total.ts'
import { dayOf, type Home, homeToday, rateOn } from '../../platform/currencies/rates.ts'
import {
  type AmountQuery,
  unconverted,
  UnconvertedRecords,
  sumField,
  sumsFrom,
  sumsQuery,
  convertedSum,
  type ConvertedSums,
} from '../../platform/currencies/converted-sums.ts'
import type { Counts, Figure } from '../../records/record-type/relation.ts'
import { countOf } from '../../records/search/grammar/computed.ts'
import type { SearchField } from '../../records/search/grammar/field.ts'
import { anyOf } from '../../kernel/storage/records/any-of.ts'
import type { Records, RowQuery } from '../../kernel/storage/records/records.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { naming, type Naming, namingOf } from '../../kernel/storage/records/naming.ts'
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
  const { field, besides } = namingOf(by)
  const name = `open and won deals by ${field} ${besides?.table ?? ''}`
  return shared<Deals>(async (records, ids) => {
    const { dialect } = records
    const home = await homeToday(records)
    // One record is the case of every single read, whose query is made once.
    const [first] = ids
    const rows =
      ids.length === 1
        ? await records.rows<Row>(name, [first, home.currency, home.today], (db, id, currency, today) =>
            sumsQuery(
              { db, dialect },
              ...asked({ db, dialect, anyOf: (_, name) => anyOf(name, 'uuid', [id], dialect) }, by, [id], { currency, today }),
            ),
          )
        : await sumsQuery(records, ...asked(records, by, ids, home)).execute()
    const found = sumsFrom(rows, { home: home.currency, values: amounts }, dialect)
    return ids.map((id) => ({ open: found.get(`${String(id)} open`), won: found.get(`${String(id)} won`) }))
  })
}

function asked(
  records: Parameters<typeof naming>[0],
  by: string | Naming,
  ids: readonly unknown[],
  { currency: home, today }: Home,
): [RowQuery, AmountQuery] {
  const rows = naming(records, Deal, by, ids).where('deleted_at', 'is', null).where('status', 'in', ['open', 'won'])
  const currency = sql.ref('naming.currency')
  const rate = sql`(case when status = 'open' then ${rateOn(sql.val(home), { currency, day: dayOf(records, today) })} end)`
  return [rows, { by: sql`(${sql.ref('naming.of')} || ' ' || status)`, home, currency, rate, values: amounts }]
}

const amounts = [sql.ref('amount')]
