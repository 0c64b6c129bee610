import { Type } from '@sinclair/typebox'
import { CurrencyCode } from '../../kernel/operation/schema/currency-code.ts'
import { Closed, Count, Cursor, Day, described, NextCursor, Nullable, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { rateFields } from './entity.ts'

const Code = CurrencyCode('ISO 4217', 'USD')
// A rate above a billion is a mistake.
const Rate = Type.Number({ exclusiveMinimum: 0, maximum: 1e9, description: "Units of the organization's currency for one unit" })

const DatedRate = Closed({
  valid_from: rateFields.valid_from.schema,
  rate: Rate,
  set_by: Type.String({ description: 'E-mail address of the user who set it' }),
  set_at: Timestamp('When it was set, or corrected last'),
})
/** One currency, its rate on the requested day, and its history. */
export const CurrencyRecord = Closed({
  code: Code,
  name: Type.String({ description: 'English name' }),
  decimals: Count('Decimals of its amounts'),
  home: Type.Boolean({ description: 'The currency of the organization' }),
  rate: Nullable(described(Rate, 'Rate on the requested day; null before the first rate')),
  valid_from: Nullable(Day("First day of that rate; null for the organization's own currency")),
  rates: Type.Array(DatedRate, { description: 'History of the requested days, newest first, at most 100 rates' }),
})
/** Query of `GET /organization/currencies`; `from` and `to` narrow the history, not the currencies. */
export const CurrencyQuery = Closed({
  code: Type.Optional(described(Code, 'Only this currency')),
  on: Type.Optional(Day('Rates on this day; default: today')),
  from: Type.Optional(Day('History from this day on')),
  to: Type.Optional(Day('History up to this day')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Currencies on a page' })),
  cursor: Type.Optional(Cursor),
})
/** One page of currencies. */
export const Currencies = Closed({
  base: described(Code, 'The currency of the organization'),
  currencies: Type.Array(CurrencyRecord, { description: 'Its own currency first, then those with rates, by code' }),
  next_cursor: NextCursor,
})
/** Input of `PUT /organization/currencies/{code}`. */
export const RateUpdate = Closed({
  code: Code,
  rate: Nullable(described(Rate, "Units of the organization's currency for one unit; null removes the rate of this day")),
  valid_from: Type.Optional(Day('First day of the rate, which applies until the next one; default: today')),
})
