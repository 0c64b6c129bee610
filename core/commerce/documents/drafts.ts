import { GREATEST_AMOUNT } from '../../kernel/operation/schema/greatest-amount.ts'
import { homeOf, todayOf } from '../../platform/access/organization.ts'
import { Company } from '../../crm/companies/entity.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { Rates } from '../../platform/currencies/rates.ts'
import { Deal } from '../../crm/deals/entity.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { Product } from '../products/entity.ts'
import { Prices } from '../price-rules/prices.ts'
import type { Resolution } from '../price-rules/resolve.ts'
import { linked } from '../../kernel/storage/records/links.ts'
import { Records, type Wanted } from '../../kernel/storage/records/records.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { addressOf } from '../../kernel/values/country.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import { toMoney } from '../../kernel/values/money.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import { computedAmounts, type Header, type Settled, sourceAmounts } from './amounts.ts'
import { linesFromCatalog, linesPricedAgain } from './catalog-lines.ts'
import { type Line, valuesOf } from './lines.ts'
import { customerOf, type Parties, sellerOf } from './parties.ts'
import type { DocumentInput } from './schema.ts'
import { sum } from './totals.ts'
import { withoutUndefined } from '../../kernel/values/objects.ts'

/** A document before it is written: header values with their totals, and its lines. */
export interface Draft extends Settled {
  readonly values: Partial<Header>
  readonly company: Company | undefined
  /** How the prices of the lines were found; empty where they were not looked for. */
  readonly resolutions: readonly Resolution[]
}

/** A document that an input changes. */
export interface KnownDocument {
  readonly record: Header
  readonly lines: readonly Line[]
  /** The other side has seen its prices: they stay, whatever changes. */
  readonly isFrozen?: boolean
}

/** Of a document that is being issued, what decides what it keeps of that. */
export type Issued = Pick<Header, 'company_id' | 'currency' | 'issue_date' | 'exchange_rate'>

/** A rate of exchange, and the currency that it converts to. */
export type Rated = Pick<Header, 'exchange_rate' | 'rate_base' | 'rate_frozen'>

/** Turns input into documents of any type: aliases, defaults of the company, products and prices of the lines, totals. */
export class Drafts {
  static readonly uses = { records: Records, prices: Prices }
  readonly #uses: Resolved<typeof Drafts.uses>
  readonly #rates = new Map<string, Promise<Rates>>()
  #home: Promise<{ readonly currency: string }> | undefined
  #seller: Promise<Parties['seller']> | undefined

  constructor(uses: Resolved<typeof Drafts.uses>) {
    this.#uses = uses
  }

  /**
   * Makes a document and writes nothing. `known` is the document that the input changes; what is left out stays as it is there, but that an
   * other currency or customer has other prices, where they were not given, and that a rate agreed for one currency is none of another. Throws `invalid_input` for links to missing records, and for totals, prices and discounts that are not allowed.
   */
  async make(input: Partial<DocumentInput>, known?: KnownDocument): Promise<Draft> {
    const { total_excl_tax, tax_total, total_incl_tax, lines: inputs, ...header } = input
    const source = known?.record.source_totals ?? header.source_totals ?? false
    if (!source) refuseTotals({ total_excl_tax, tax_total, total_incl_tax })
    const links = { company_id: Company, lead_id: Contact, deal_id: Deal }
    const given = await linked(this.#uses.records, normalizeHeader(header), links, { known: known?.record ?? {} })
    const company_id = given.company_id ?? known?.record.company_id
    const [company] = company_id ? await this.#uses.records.findBy(Company, 'id', [company_id]) : []
    const isOpen = known && !source && !known.isFrozen
    const hasOtherCurrency = isOpen && given.currency !== undefined && given.currency !== known.record.currency
    const hasOtherCustomer = isOpen && given.company_id !== undefined && given.company_id !== known.record.company_id
    const rated =
      given.exchange_rate === undefined
        ? hasOtherCurrency
          ? { ...given, ...UNRATED }
          : given
        : { ...given, ...(await this.#given(given.exchange_rate)) }
    const agreed = known ? rated : { ...(await this.#defaults(company, source)), ...rated }
    const values = source ? agreed : { ...agreed, ...discountIn({ ...blank, ...known?.record, ...agreed }) }
    const basis = { ...blank, ...known?.record, ...values }
    const pricing = async () => ({
      currency: basis.currency,
      date: basis.issue_date ?? (await todayOf(this.#uses.records)),
      customer: { id: company?.id ?? null, tier: company?.tier ?? null },
      tax_exempt: company?.tax_exempt ?? false,
      source,
    })
    const found = inputs && (await linesFromCatalog(this.#uses, inputs, await pricing()))
    const stay = known?.lines.map(valuesOf) ?? []
    const lines = found?.lines ?? (hasOtherCurrency || hasOtherCustomer ? await linesPricedAgain(this.#uses, stay, await pricing()) : stay)
    const settled = source
      ? sourceAmounts(basis, { ...stored(known?.record), ...withoutUndefined({ total_excl_tax, tax_total, total_incl_tax }) }, lines)
      : computedAmounts(basis, lines)
    checkRange(settled, source)
    return { values, company, resolutions: found?.resolutions ?? [], ...settled }
  }

  /**
   * The rate from the document's currency to the organization's on the day of issue, when it is frozen; null for the organization's own
   * currency, and where no rate is known.
   */
  async rateAtIssue({ currency, issue_date }: Pick<Header, 'currency' | 'issue_date'>): Promise<Rated> {
    const home = await this.#homeCurrency()
    if (currency === null || currency === home) return UNRATED
    const rates = this.#rates.get(currency) ?? Rates.of(this.#uses.records, [currency])
    this.#rates.set(currency, rates)
    const exchange_rate = (await rates).on(currency, issue_date ?? (await todayOf(this.#uses.records)))
    return exchange_rate === null ? UNRATED : { exchange_rate, rate_base: home, rate_frozen: true }
  }

  /** What a document keeps from its issue on: who sells and who buys, and the rate of the day unless one was agreed. */
  async atIssue({ company_id, exchange_rate, ...document }: Issued): Promise<Partial<Header>> {
    this.#seller ??= sellerOf(this.#uses.records)
    const parties = { seller: await this.#seller, customer: await customerOf(this.#uses.records, { company_id }) }
    return { parties, ...(exchange_rate === null && (await this.rateAtIssue(document))) }
  }

  /** The rate of a document that was agreed and not frozen at its issue: a copy is issued on another day. */
  async agreedRate(document: Pick<Header, 'currency' | 'issue_date' | keyof Rated>): Promise<Rated> {
    const { exchange_rate, rate_base, rate_frozen } = document
    if (exchange_rate === null || rate_base !== (await this.#homeCurrency()) || rate_frozen === true) return UNRATED
    // Of an old document only the rates tell, which may have been corrected since.
    const isAgreed = rate_frozen === false || exchange_rate !== (await this.rateAtIssue(document)).exchange_rate
    return isAgreed ? this.#given(exchange_rate) : UNRATED
  }

  async #given(exchange_rate: number | null): Promise<Rated> {
    return exchange_rate === null ? UNRATED : { exchange_rate, rate_base: await this.#homeCurrency(), rate_frozen: false }
  }

  /** Looks up in advance what `make` needs for any number of documents that `work` makes. */
  async ahead<T>(inputs: readonly Partial<DocumentInput>[], work: () => Promise<T>): Promise<T> {
    const companies = new Set(inputs.flatMap(({ company_id }) => company_id ?? []))
    const leads = new Set(inputs.flatMap(({ lead_id, contact_id }) => lead_id ?? contact_id ?? []))
    const deals = new Set(inputs.flatMap(({ deal_id }) => deal_id ?? []))
    const lines = inputs.flatMap((input) => input.lines ?? [])
    const ids = new Set(lines.flatMap(({ product_id }) => product_id ?? []))
    const skus = new Set(lines.flatMap(({ product_id, sku }) => (product_id ? [] : (sku?.trim() ?? []))))
    const wanted: readonly Wanted[] = [
      [Company, 'id', companies],
      [Contact, 'id', leads],
      [Deal, 'id', deals],
      [Product, 'id', ids],
      [Product, 'sku', skus],
    ]
    return await this.#uses.records.ahead(wanted, async () => await this.#uses.prices.ahead(work))
  }

  async #homeCurrency(): Promise<string> {
    this.#home ??= homeOf(this.#uses.records)
    return (await this.#home).currency
  }

  /** An own document is issued today, in the currency and to the addresses of the company; an imported one has no defaults. */
  async #defaults(company: Company | undefined, source: boolean): Promise<Partial<Header>> {
    if (source) return {}
    return {
      currency: company?.currency ?? (await this.#homeCurrency()),
      issue_date: await todayOf(this.#uses.records),
      billing_address: company?.billing_address ?? null,
      shipping_address: company?.shipping_address ?? null,
    }
  }
}

const UNRATED: Rated = { exchange_rate: null, rate_base: null, rate_frozen: null }
// The fields of a new header that decide its amounts.
const blank = { currency: null, issue_date: null, discount_percent: null, discount_amount: null }

/** The values that are stored for an input: aliases by their field, one spelling per tag, country codes, money with four decimals. */
function normalizeHeader(input: Omit<Partial<DocumentInput>, 'lines'>): Partial<Header> {
  const values = withoutAliases<Partial<Header>>(input, { contact_id: 'lead_id', assigned_to: 'owner_email', custom_properties: 'custom' })
  if (values.tags) values.tags = uniqueTags(values.tags)
  for (const field of ['billing_address', 'shipping_address'] as const) if (values[field]) values[field] = addressOf(values[field])
  if (values.number !== undefined) values.number = values.number.trim()
  if (values.number === '') throw invalid('/number', 'too_short', 'number must not be blank')
  if (values.discount_amount !== undefined) values.discount_amount = toMoney(values.discount_amount)
  return values
}

/** A discount rounded to the decimals of its currency; a source may have more decimals. */
function discountIn({ discount_amount, currency }: Pick<Header, 'discount_amount' | 'currency'>): Partial<Header> {
  const rounded = toMoney(discount_amount, exponentOf(currency))
  return rounded === discount_amount ? {} : { discount_amount: rounded }
}

/** Refuses totals of own documents, which are computed. */
function refuseTotals(totals: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(totals))
    if (value !== undefined) throw invalid(`/${field}`, 'read_only', `${field} is computed unless source_totals is true`)
}

// Totals that the source gave stay until it gives others; those that were completed are completed again.
function stored(record: Header | undefined) {
  if (!record) return {}
  const { total_excl_tax, tax_total, total_incl_tax } = record
  return { total_excl_tax, tax_total, total_incl_tax }
}

/** Throws for amounts that do not fit the columns, and for an own document with a negative total. */
function checkRange({ amounts, lines }: Settled, source: boolean): void {
  const sums = [amounts.total_excl_tax, amounts.total_incl_tax, ...lines.flatMap((each) => [each.total_excl_tax, each.total_incl_tax])]
  if (sums.some((each) => Math.abs(each ?? 0) > GREATEST_AMOUNT))
    throw invalid('/lines', 'too_big', `An amount is at most ${GREATEST_AMOUNT}`)
  if (source) return
  if (lines.reduce((total, each) => sum(total, each.total_excl_tax ?? 0), 0) < 0)
    throw invalid('/lines', 'too_small', 'The total of the lines is negative: create a credit note instead')
  if ((amounts.total_excl_tax ?? 0) < 0)
    throw invalid('/discount_amount', 'too_big', 'The discounts are more than the total of the document')
}
