import { Type } from '@sinclair/typebox'
import { CurrencyCode } from '../../kernel/operation/currency-code.ts'
import { Closed, Count, Cursor, Day, described, NextCursor, Nullable, Timestamp } from '../../kernel/operation/schema.ts'
import { rateFields } from './entity.ts'

const Code = CurrencyCode('ISO 4217', 'USD')
// More than a billion to one is a slip.
const Rate = Type.Number({ exclusiveMinimum: 0, maximum: 1e9, description: "Units of the organisation's currency for one unit" })

const DatedRate = Closed({
  valid_from: rateFields.valid_from.schema,
  rate: Rate,
  set_by: Type.String({ description: 'E-mail address of the user who set it' }),
  set_at: Timestamp('When it was set, or corrected last'),
})
/** One currency, the rate that holds on the day asked for, and those of other days. */
export const CurrencyRecord = Closed({
  code: Code,
  name: Type.String({ description: 'English name' }),
  decimals: Count('Decimals of its amounts'),
  home: Type.Boolean({ description: 'The currency of the organisation' }),
  rate: Nullable(described(Rate, 'The one that holds on the day asked for; null before the first')),
  valid_from: Nullable(Day("Since when it holds; null of the organisation's own")),
  rates: Type.Array(DatedRate, { description: 'History, newest first: at most 100 of the days asked for' }),
})
/** Query of `GET /organization/currencies`; `from` and `to` narrow the history, not the currencies. */
export const CurrencyQuery = Closed({
  code: Type.Optional(described(Code, 'Only this currency')),
  on: Type.Optional(Day('Rates that hold on this day; today when left out')),
  from: Type.Optional(Day('History from this day on')),
  to: Type.Optional(Day('History up to this day')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Currencies on a page' })),
  cursor: Type.Optional(Cursor),
})
export const Currencies = Closed({
  base: described(Code, 'The currency of the organisation'),
  currencies: Type.Array(CurrencyRecord, { description: 'Its own first, then those with rates, by code' }),
  next_cursor: NextCursor,
})
/** Input of `PUT /organization/currencies/{code}`. */
export const RateUpdate = Closed({
  code: Code,
  rate: Nullable(described(Rate, "Units of the organisation's currency for one unit; null takes back the one set for this day")),
  valid_from: Type.Optional(Day('First day on which it holds, until the next one; today when left out')),
})
