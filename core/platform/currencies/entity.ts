import { day, integer, number, readOnly, text, timestamp } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'
import { currency } from '../../kernel/values/currency.ts'

/** Fields of an exchange rate; unique by base, currency and first day. */
export const rateFields = {
  ...ownFields,
  base: readOnly(currency('Currency of the organization when the rate was set')),
  currency: readOnly(currency()),
  valid_from: day('First day on which it holds'),
  rate: number({ minimum: 0, description: 'Units of the base for one unit of the currency' }),
  created_by: readOnly(text('E-mail address of the user who set it')),
  created_at: readOnly(timestamp('When it was set')),
  updated_at: readOnly(timestamp('When it was corrected last')),
  version: readOnly(integer({ description: 'Bumps on each write' })),
}

const schema = entity('CurrencyRate', 'currency_rates', rateFields, { uniques: [['base', 'currency', 'valid_from']] })

/**
 * The value of one unit of a currency in the organization's currency, from a day until the next rate. An organization that changes its
 * currency keeps the rates to the former one, which apply again if it changes back.
 */
export class CurrencyRate extends schema.class {}
schema.setClass(CurrencyRate)
