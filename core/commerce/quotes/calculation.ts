import { type Static, Type } from '@sinclair/typebox'
import { Drafts } from '../documents/drafts.ts'
import { headerFields } from '../documents/header.ts'
import { LineInput, LineRecord } from '../documents/schema.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { createSchema, recordSchema } from '../../kernel/operation/schema/fields.ts'
import { Closed, described, Nullable } from '../../kernel/operation/schema/schema.ts'
import { Trace } from '../price-rules/schema.ts'
import { keysOf, pick } from '../../kernel/values/objects.ts'

const { company_id, currency, issue_date, discount_percent, discount_amount } = createSchema(headerFields).properties
const { total_excl_tax, tax_total, total_incl_tax, taxes } = recordSchema(headerFields).properties
const { id: _id, position: _position, ...line } = LineRecord.properties
const lineNames = keysOf(line)

/** The part of a quote that decides its amounts. */
export const QuoteCalculation = Closed({
  company_id,
  currency,
  issue_date,
  discount_percent,
  discount_amount,
  lines: Type.Array(LineInput, { maxItems: 1000, description: 'What is sold, line by line' }),
})

/** The amounts of a quote that is not stored; `rule_price` stands beside a price that was given, so that the two can be compared. */
export const CalculatedQuote = Closed({
  currency: Nullable(Type.String({ description: 'ISO 4217, of all amounts' })),
  total_excl_tax,
  tax_total,
  total_incl_tax,
  taxes,
  lines: Type.Array(
    Closed({
      ...line,
      list_price: Nullable(Type.Number({ description: 'Of the catalog, without any rule' })),
      rule_price: Nullable(Type.Number({ description: 'Price by the catalog and the price rules, also where another one was given' })),
      trace: described(Trace, 'Every rule that could have applied, and what became of it'),
    }),
    { description: 'The lines with prices and totals' },
  ),
})

/** Totals of quotes that are not stored. */
export class QuoteCalculator {
  static readonly uses = { drafts: Drafts }
  readonly #drafts: Drafts

  constructor({ drafts }: Resolved<typeof QuoteCalculator.uses>) {
    this.#drafts = drafts
  }

  /**
   * The totals of a quote with these lines, and how each price was found. Stores nothing and takes no number. Throws `invalid_input` as
   * creating the quote would.
   */
  async calculate(input: Static<typeof QuoteCalculation>): Promise<Static<typeof CalculatedQuote>> {
    const { values, amounts, lines, resolutions } = await this.#drafts.make(input)
    const { total_excl_tax, tax_total, total_incl_tax, taxes } = amounts
    const traced = lines.map((each, at) => {
      const { list_price = null, price = null, trace = [] } = resolutions[at] ?? {}
      return { ...pick(each, lineNames), list_price, rule_price: price, trace: [...trace] }
    })
    return { currency: values.currency ?? null, total_excl_tax, tax_total, total_incl_tax, taxes, lines: traced }
  }
}
