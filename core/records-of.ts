import type { Api } from './builtin.ts'
import type { Operator } from './records/search/grammar/operators.ts'

type Answer<G> = G extends { get(...args: never[]): Promise<infer R extends object> } ? R : never
type Input<G> = G extends { create(input?: infer I, ...more: never[]): unknown } ? NonNullable<I> : never

/** A person, as the API answers them. */
export interface Contact extends Answer<Api['contacts']> {}
/** A company, as the API answers it. */
export interface Company extends Answer<Api['companies']> {}
/** A deal, as the API answers it. */
export interface Deal extends Answer<Api['deals']> {}
/** A task, as the API answers it. */
export interface Task extends Answer<Api['tasks']> {}
/** A call, meeting, note or message, as the API answers it. */
export interface Activity extends Answer<Api['activities']> {}
/** A product or service that is sold, as the API answers it. */
export interface Product extends Answer<Api['products']> {}
/** A rule for prices, as the API answers it. */
export interface PriceRule extends Answer<Api['priceRules']> {}
/** A quote with its lines, as the API answers it. */
export interface Quote extends Answer<Api['quotes']> {}
/** An order with its lines, as the API answers it. */
export interface Order extends Answer<Api['orders']> {}
/** An invoice with its lines, as the API answers it. */
export interface Invoice extends Answer<Api['invoices']> {}
/** A credit note with its lines, as the API answers it. */
export interface CreditNote extends Answer<Api['creditNotes']> {}

/** What a contact is created with. */
export interface NewContact extends Input<Api['contacts']> {}
/** What a company is created with. */
export interface NewCompany extends Input<Api['companies']> {}
/** What a deal is created with. */
export interface NewDeal extends Input<Api['deals']> {}
/** What a task is created with. */
export interface NewTask extends Input<Api['tasks']> {}
/** What an activity is created with. */
export type NewActivity = Input<Api['activities']>
/** What a product is created with. */
export interface NewProduct extends Input<Api['products']> {}
/** What a price rule is created with. */
export interface NewPriceRule extends Input<Api['priceRules']> {}
/** What a quote is created with. */
export interface NewQuote extends Input<Api['quotes']> {}
/** What an order is created with. */
export interface NewOrder extends Input<Api['orders']> {}
/** What an invoice is created with. */
export interface NewInvoice extends Input<Api['invoices']> {}
/** What a credit note is created with. */
export interface NewCreditNote extends Input<Api['creditNotes']> {}

// Other words are fields, too: those of related records (`company.tier`), of custom properties (`custom.tier`) and of plugins.
type FieldOf<P extends keyof Api> = (keyof Answer<Api[P]> & string) | (string & {})

/**
 * Conditions on records of one type, for `search`, lists, reports and workflows: one condition, or `and`, `or` and `not` of such. An editor
 * suggests the fields of the record. `P` is the name of its operations (`contacts`, `creditNotes`); fields of related records are named by dot (`company.tier`).
 */
export type Filter<P extends keyof Api> =
  | { readonly and: readonly Filter<P>[] }
  | { readonly or: readonly Filter<P>[] }
  | { readonly not: Filter<P> }
  | { readonly field: FieldOf<P>; readonly op: Operator; readonly value?: unknown }
