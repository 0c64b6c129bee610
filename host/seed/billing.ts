import type { Customer, Person, Setting } from './story.ts'

interface Document {
  readonly id: string
  readonly total_incl_tax: number
  readonly lines: readonly Readonly<Record<'sku' | 'name' | 'quantity' | 'unit_price' | 'tax_rate', unknown>>[]
}

/** What is offered in a deal, and what comes of it. */
export interface Offer {
  send(week: number): void
  win(week: number): void
  lose(week: number): void
}

/** Quotes, orders, invoices and payments. */
export class Billing {
  readonly #setting: Setting
  readonly #skus: readonly string[]

  constructor(setting: Setting, skus: readonly string[]) {
    this.#setting = setting
    this.#skus = skus
  }

  /** The quote of a deal: sent in one week, and accepted or declined in another. A deal that is won without one is just won. */
  offer(customer: Customer, contact: Person, deal: { readonly id: string }): Offer {
    const { cast, calendar, call } = this.#setting
    const lines = this.#lines()
    const [won, lost] = [cast.pick(cast.words.won), cast.pick(cast.words.lost)]
    const [delivery, billed] = [cast.int(1, 3), cast.int(0, 1)]
    let quote: string | undefined
    return {
      send: (week) =>
        calendar.then(week, async () => {
          const document = await this.#create('createQuote', {
            company_id: customer.id,
            contact_id: contact.id,
            deal_id: deal.id,
            owner_email: customer.owner,
            lines,
          })
          quote = document.id
          await call('sendQuote', { id: quote, valid_until: this.#setting.day(week, 45) })
        }),
      lose: (week) =>
        calendar.then(week, async () => {
          if (quote !== undefined) await call('declineQuote', { id: quote, reason: lost })
          await call('loseDeal', { id: deal.id, lost_reason: lost })
        }),
      win: (week) =>
        calendar.then(week, async () => {
          if (quote !== undefined)
            await call('acceptQuote', { id: quote, name: contact.name, email: contact.email ?? null, win_deal: false })
          await call('winDeal', { id: deal.id, won_reason: won })
          await call('updateCompany', { id: customer.id, company_type: 'customer', lifecycle_stage: 'customer' })
          if (quote === undefined) return
          const { order } = (await call('convertQuote', { id: quote, to: 'order' })) as { readonly order: Document }
          calendar.then(week + delivery, () => this.#deliver(order.id, customer, week + delivery, billed))
        }),
    }
  }

  /** An invoice without a deal, as from a shop. */
  orderNow(customer: Customer, week: number): void {
    const lines = this.#lines()
    const due = this.#setting.day(week, customer.terms)
    const paying = this.#payment()
    this.#setting.calendar.then(week, async () => {
      const invoice = await this.#create('createInvoice', {
        company_id: customer.id,
        owner_email: customer.owner,
        status: 'sent',
        due_date: due,
        lines,
      })
      this.#pay(invoice, customer, week, paying)
    })
  }

  async #deliver(order: string, customer: Customer, week: number, billed: number): Promise<void> {
    const { calendar, call, day } = this.#setting
    await call('updateOrder', { id: order, status: 'delivered' })
    const paying = this.#payment()
    calendar.then(week + billed, async () => {
      const due_date = day(week + billed, customer.terms)
      const invoice = await this.#create('createInvoice', { order_id: order, status: 'sent', due_date })
      this.#pay(invoice, customer, week + billed, paying)
    })
  }

  #pay({ id, total_incl_tax, lines }: Document, { terms }: Customer, week: number, { share, late, returned }: Payment): void {
    const { calendar, call } = this.#setting
    const amount = Math.round(total_incl_tax * share * 100) / 100
    const reason = this.#setting.cast.pick(['return', 'correction', 'discount'] as const)
    const credited = lines
      .slice(0, 1)
      .map(({ sku, name, quantity, unit_price, tax_rate }) => ({ sku, name, quantity, unit_price, tax_rate }))
    if (returned)
      calendar.then(
        week + 2,
        async () => void (await call('createCreditNote', { invoice_id: id, reason, status: 'issued', lines: credited })),
      )
    else if (amount > 0)
      calendar.then(week + Math.max(1, Math.round(terms / 7) + late), async () => void (await call('recordInvoicePayment', { id, amount })))
  }

  // Most pay, about when they should; a few pay half, and a few nothing.
  #payment(): Payment {
    const { cast } = this.#setting
    return { share: cast.pick([1, 1, 1, 1, 1, 1, 1, 1, 0.5, 0]), late: cast.pick([-2, -1, 0, 0, 0, 1, 3]), returned: cast.chance(0.08) }
  }

  #lines(): readonly Readonly<Record<string, unknown>>[] {
    const { cast } = this.#setting
    return cast.faker.helpers.arrayElements([...this.#skus], { min: 1, max: 4 }).map((sku) => ({ sku, quantity: cast.int(1, 12) }))
  }

  async #create(operation: 'createQuote' | 'createInvoice', values: Readonly<Record<string, unknown>>): Promise<Document> {
    return (await this.#setting.call(operation, values)) as Document
  }
}

interface Payment {
  /** Of the whole sum. */
  readonly share: number
  /** Weeks after it was due. */
  readonly late: number
  /** A credit note takes the place of the payment. */
  readonly returned: boolean
}
