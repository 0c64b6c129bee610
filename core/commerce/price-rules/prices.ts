import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Product } from '../products/entity.ts'
import { phrases } from '../../records/search/grammar/phrases.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { RuleBook } from './book.ts'
import { PriceRule } from './entity.ts'
import { type Customer, type Resolution, resolvePrice } from './resolve.ts'
import { wordsOf, wordFields } from './words.ts'

/** A line that is to be priced, with its product where the catalog knows it. */
export interface UnpricedLine {
  readonly product: Product | undefined
  readonly sku: string | null
  readonly quantity: number
}

/** For whom, in which currency and for which day lines are priced; without a currency, rules and prices of every currency count. */
export interface PriceRequest {
  readonly customer: Customer
  readonly currency: string | null
  /** Day on which the prices are to hold. */
  readonly date: string
  readonly lines: readonly UnpricedLine[]
}

/** Prices of lines by the price rules of the organization, in one look-up for any number of lines. */
export class Prices {
  static readonly uses = { records: Records }
  readonly #records: Records
  #all: RuleBook | undefined

  constructor({ records }: Resolved<typeof Prices.uses>) {
    this.#records = records
  }

  /** One resolution per line, in their order. */
  async resolve({ customer, currency, date, lines }: PriceRequest): Promise<Resolution[]> {
    if (lines.length === 0) return []
    const book = this.#all ?? new RuleBook(await this.#rulesFor(customer, lines))
    return lines.map((line) => {
      const { product, sku } = line
      const rules = book.rulesFor(customer.id, product?.id ?? null, product?.sku ?? sku)
      return resolvePrice(rules, customer, { ...line, currency, date })
    })
  }

  /** Looks up all rules once for `work`, which prices many sets of lines. */
  async ahead<T>(work: () => Promise<T>): Promise<T> {
    const codec = this.#records.codec(PriceRule)
    const rows = await this.#records.db.selectFrom(PriceRule.table).selectAll().where('deleted_at', 'is', null).orderBy('id').execute()
    this.#all = new RuleBook(rows.map((row) => codec.fromRow(row)))
    try {
      return await work()
    } finally {
      this.#all = undefined
    }
  }

  /** The rules that can apply to any of these lines; memory decides which does, because the trace shows all of them. */
  async #rulesFor({ id, tier }: Customer, lines: readonly UnpricedLine[]): Promise<PriceRule[]> {
    const products = lines.flatMap(({ product }) => product ?? [])
    const wanted: readonly (readonly [column: string, values: readonly (string | null)[]])[] = [
      ['company_id', [id]],
      ['product_id', products.map((each) => each.id)],
      ['sku', lines.map(({ product, sku }) => product?.sku ?? sku)],
    ]
    const wantedWords = [wordsOf({ tier }, undefined), ...products.map((product) => wordsOf({ tier }, product))]
    let query = this.#records.db.selectFrom(PriceRule.table).selectAll().where('deleted_at', 'is', null)
    for (const field of wordFields) {
      const words = [...new Set(wantedWords.map((each) => each[field]))].filter((each) => each !== null)
      const column = phrases[this.#records.dialect].fold(sql.ref(field))
      query = query.where((eb) =>
        eb.or([eb(field, 'is', null), ...(words.length > 0 ? [sql<SqlBool>`${column} in (${sql.join(words)})`] : [])]),
      )
    }
    for (const [column, values] of wanted) {
      const known = [...new Set(values.filter((each) => each !== null))]
      query = query.where((eb) =>
        known.length === 0 ? eb(column, 'is', null) : eb.or([eb(column, 'is', null), this.#records.anyOf(PriceRule, column, known)]),
      )
    }
    const codec = this.#records.codec(PriceRule)
    return (await query.orderBy('id').execute()).map((row) => codec.fromRow(row))
  }
}
