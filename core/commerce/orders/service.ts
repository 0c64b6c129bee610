import { copyOf } from '../documents/copies.ts'
import type { Draft } from '../documents/drafts.ts'
import { Lines } from '../documents/lines.ts'
import { referringIds, refuseReferred } from '../documents/referring.ts'
import { DocumentService, type Whole } from '../documents/service.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { todayOf } from '../../platform/access/organization.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Quote, QuoteLine } from '../quotes/entity.ts'
import { refuseUnorderable } from '../quotes/orderable.ts'
import { linked } from '../../kernel/storage/records/links.ts'
import { type OrderRule, orderRules } from './billing.ts'
import { Order, OrderLine, type OrderState } from './entity.ts'
import { type Invoiced, orderFilters, type OrderInput, orderSorts } from './schema.ts'

const kind = { entity: Order, lines: OrderLine, object: 'orders', prefix: 'ORD', filters: orderFilters, sorts: orderSorts }

/** Sales orders: one per number and external id. */
export class OrderService extends DocumentService<typeof Order.fields, OrderInput, Invoiced> {
  static override readonly uses = { ...DocumentService.uses, registry: Registry }
  readonly #lines: Lines
  readonly #rules: readonly OrderRule[]

  constructor(uses: Resolved<typeof OrderService.uses>) {
    super(uses, kind)
    this.#lines = new Lines(uses.records, uses.ids, QuoteLine)
    this.#rules = uses.registry.attached(orderRules)
  }

  /**
   * An order with its lines, or the one of this number or external id, completed. An order of a quote takes over what is not given, and all
   * lines where none are given; a quote has one order: `conflict` when there is one already, and for a quote that is no offer (any more). An order with `source_totals` is stored as its
   * source has it.
   */
  override async create(input: OrderInput, reply: Reply): Promise<Whole<typeof Order.fields, Invoiced>> {
    const [quote] = input.source_totals ? [] : await this.records.findBy(Quote, 'id', [input.quote_id])
    if (!quote) return await super.create(input, reply)
    const lines = (await this.#lines.of([quote.id])).get(quote.id) ?? []
    const copy = await copyOf(this.records, quote, input.lines ? [] : lines, this.store.drafts)
    await this.#refuseOrdered(quote.id, await this.store.match(input))
    const { id } = await super.create({ ...copy, ...input }, reply)
    // Read again: invoices of the quote may bill it already.
    return await this.get(id)
  }

  /** As for every document; throws `conflict` for the quote of another order, and for less than its invoices bill, too. */
  override async update(id: string, input: OrderInput, reply: Reply): Promise<Whole<typeof Order.fields, Invoiced>> {
    const order = await super.update(id, input, reply)
    if (input.quote_id && !order.source_totals) await this.#refuseOrdered(input.quote_id, order)
    return order
  }

  /** Undoes a delete; throws `conflict` when the quote has another order by now. */
  override async restore(id: string, reply: Reply): Promise<Whole<typeof Order.fields, Invoiced>> {
    const order = await super.restore(id, reply)
    if (order.quote_id && !order.source_totals && order.status !== 'cancelled') await this.#refuseOrdered(order.quote_id, order)
    return order
  }

  /** Deletes softly; throws `conflict` for a frozen order, and for one that an invoice bills. */
  override async remove(id: string, reply: Reply): Promise<void> {
    await this.#refuseBilled(id, 'deleted')
    await super.remove(id, reply)
  }

  /** Deletes for good, by an administrator; throws `conflict` as `remove` does. */
  override async purge(id: string, reply: Reply): Promise<void> {
    await this.#refuseBilled(id, 'deleted')
    await super.purge(id, reply)
  }

  // The invoice would name an order that is no more.
  async #refuseBilled(id: string, what: string): Promise<void> {
    await refuseReferred(this.records, { table: 'invoices', field: 'order_id', except: 'void' }, id, `The order cannot be ${what}`)
  }

  // A quote has one order, whether it was converted or named by one. It stays locked, and names the order once that is written.
  async #refuseOrdered(quote_id: string, order: { readonly id: string } | null): Promise<void> {
    const { whole } = this.records
    const [quote] = await whole.findBy(Quote, 'id', [quote_id], { lock: true })
    if (!quote) return
    const { order_id, number } = quote
    if (order_id !== null && order_id === order?.id) return
    if (order_id && (await whole.has(Order, order_id)))
      throw new CrmError('conflict', `Quote ${number} already has an order`, { existing_id: order_id })
    refuseUnorderable(quote, 'order', await todayOf(this.records))
  }

  /** An order of a quote reads the quote, so a set writes it alone. */
  override standsAlone({ quote_id }: OrderInput): boolean {
    return !quote_id
  }

  // An order of another system follows that system, as its invoices do.
  async #refuseBelowBilled(order: Order, before: Order): Promise<void> {
    const { currency, source_totals, total_excl_tax } = order
    const isLess = total_excl_tax !== null && total_excl_tax < (before.total_excl_tax ?? 0)
    if (source_totals || (!isLess && currency === before.currency)) return
    for (const rule of this.#rules) await rule(this.records, order, before)
  }

  protected async own({ values, amounts }: Draft, input: OrderInput, known?: Order) {
    await linked(this.records, { quote_id: input.quote_id }, { quote_id: Quote }, { known: known ?? {} })
    const { expected_at, quote_id, status = known?.status ?? 'draft' } = input
    if (known && status === 'cancelled' && known.status !== 'cancelled') await this.#refuseBilled(known.id, 'cancelled')
    if (!(known?.source_totals ?? input.source_totals)) checkMove(known, status)
    if (known) await this.#refuseBelowBilled({ ...known, ...values, ...amounts }, known)
    const order_date = input.order_date === undefined && !known ? (values.issue_date ?? null) : input.order_date
    const now = status === 'delivered' && !known?.delivered_at ? this.now : undefined
    const delivered_at = input.delivered_at === undefined ? now : dateOf(input.delivered_at)
    return {
      status,
      ...(order_date !== undefined && { order_date }),
      ...(expected_at !== undefined && { expected_at }),
      ...(quote_id !== undefined && { quote_id }),
      ...(delivered_at !== undefined && { delivered_at }),
      ...(status !== 'invoiced' && known?.invoiced_from && { invoiced_from: null }),
    }
  }

  /** A delivered, invoiced or cancelled order is not edited; documents of another system (`source_totals`) always follow that system. */
  protected isFrozen({ status, source_totals }: Order): boolean {
    return !source_totals && (status === 'delivered' || status === 'invoiced' || status === 'cancelled')
  }

  protected frozen({ number, status, id }: Order, what: string): CrmError {
    return new CrmError('conflict', `Order ${number} is ${status} and cannot be ${what}`, { existing_id: id })
  }

  /** Each order with the ids of its invoices. */
  async viewed<R extends Order>(orders: readonly R[]): Promise<(R & Invoiced)[]> {
    const ids = orders.map(({ id }) => id)
    const invoices = await referringIds(this.records, { table: 'invoices', field: 'order_id' }, ids)
    return orders.map((each) => Object.assign(each, { invoice_ids: invoices.get(each.id) ?? [] }))
  }
}

// The states that an update may set, by the state before; imports may set any.
const moves: Readonly<Record<OrderState, readonly OrderState[]>> = {
  draft: ['confirmed', 'cancelled'],
  confirmed: ['partially_delivered', 'delivered', 'invoiced', 'cancelled'],
  partially_delivered: ['delivered', 'invoiced'],
  delivered: ['invoiced'],
  invoiced: [],
  cancelled: [],
}

function checkMove(known: Order | undefined, to: OrderState): void {
  const { status: from, invoiced_from } = known ?? {}
  // What was billed ahead can still be delivered.
  const open = invoiced_from ? moves[invoiced_from].filter((each) => each !== 'invoiced' && each !== 'cancelled') : []
  const allowed: readonly OrderState[] = from === undefined ? ['draft', 'confirmed'] : [from, ...moves[from], ...open]
  if (allowed.includes(to)) return
  const message = from === undefined ? `A new order cannot be ${to}` : `An order that is ${from} cannot become ${to}`
  throw invalid('/status', 'not_allowed', message, allowed)
}

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time)
}
