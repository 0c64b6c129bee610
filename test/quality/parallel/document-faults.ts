import type { Api } from 'rapport-crm'

const all = { filter: { field: 'id', op: 'is_set' }, limit: 100 } as const
const cents = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100)
const sum = (amounts: readonly (number | null | undefined)[]) => amounts.reduce<number>((total, each) => total + cents(each), 0)

/** What does not hold among documents, whatever was done: sums of money, what is sold twice, numbers twice or left out, keys that two have. */
export async function documentFaults(api: Api): Promise<string[]> {
  const [quotes, orders, headers, notes, products] = await Promise.all([
    api.quotes.search(all),
    api.orders.search(all),
    api.invoices.search(all),
    api.creditNotes.list({ limit: 100 }),
    api.products.search(all),
  ])
  const invoices = await Promise.all(headers.invoices.map(({ id }) => api.invoices.get({ id })))
  const credits = await Promise.all(notes.credit_notes.map(({ id }) => api.creditNotes.get({ id })))
  const faults: string[] = []
  for (const { number, status, total_incl_tax, amount_paid, amount_credited, balance_due, payments, lines, id, ...invoice } of invoices) {
    const say = (what: string) => faults.push(`invoice ${number} (${status}) ${what}`)
    const own = credits.filter(({ invoice_id, status: state }) => invoice_id === id && state !== 'draft' && state !== 'void')
    if (sum(payments.map(({ amount }) => amount)) !== cents(amount_paid)) say(`is paid ${amount_paid} by ${JSON.stringify(payments)}`)
    if (sum(own.map(({ applied_amount }) => applied_amount)) !== cents(amount_credited)) say(`is credited ${amount_credited} by others`)
    if (sum(own.map((note) => note.total_incl_tax)) > cents(total_incl_tax)) say('is credited more than it is of')
    if (status !== 'void' && cents(balance_due) !== cents(total_incl_tax) - cents(amount_paid) - cents(amount_credited))
      say(`has ${balance_due} due of ${total_incl_tax}, ${amount_paid} and ${amount_credited}`)
    if (status !== 'void' && cents(balance_due) < 0) say(`has ${balance_due} due`)
    if ((status === 'paid') !== (status !== 'draft' && status !== 'void' && cents(balance_due) === 0)) say(`has ${balance_due} due`)
    if (sum(lines.map((line) => line.total_excl_tax)) !== cents(invoice.total_excl_tax)) say('is not the sum of its lines')
    if (status === 'void' && cents(amount_paid) > 0) say('was paid')
  }
  const live = invoices.filter(({ status }) => status !== 'void')
  for (const { id, number, status, total_excl_tax } of orders.orders) {
    const own = live.filter(({ order_id }) => order_id === id)
    const credited = credits.filter(
      ({ status: state, invoice_id }) => state !== 'draft' && state !== 'void' && own.some((each) => each.id === invoice_id),
    )
    const billed = sum(own.map((each) => each.total_excl_tax)) - sum(credited.map((each) => each.total_excl_tax))
    if (billed > cents(total_excl_tax)) faults.push(`order ${number} of ${total_excl_tax} is billed ${billed / 100}`)
    if (status === 'cancelled' && own.length > 0) faults.push(`order ${number} is cancelled, and billed by ${own[0]!.number}`)
  }
  const gone = new Set(live.flatMap(({ order_id }) => order_id ?? []).filter((id) => !orders.orders.some((order) => order.id === id)))
  for (const id of gone) faults.push(`the order ${id} is gone, and billed`)
  for (const { id, number, status } of quotes.quotes) {
    const ordered = orders.orders.filter((order) => order.quote_id === id && order.status !== 'cancelled')
    const billed = live.filter(({ quote_id, order_id }) => quote_id === id && order_id === null)
    if (ordered.length + billed.length > 1) faults.push(`quote ${number} is sold ${ordered.length + billed.length} times`)
    if (status === 'declined' && ordered.length + billed.length > 0) faults.push(`quote ${number} is declined, and sold`)
  }
  for (const kind of [quotes.quotes, invoices, credits]) faults.push(...numberFaults(kind))
  const ordered = orders.orders.map(({ number }) => number)
  if (new Set(ordered).size < ordered.length) faults.push(`two orders have one number: ${ordered.join()}`)
  const skus = products.products.flatMap(({ sku }) => sku ?? [])
  if (new Set(skus).size < skus.length) faults.push(`two products have one sku: ${skus.join()}`)
  return faults
}

// Issued documents are not deleted, so that their numbers have no gap; versions of a quote share one.
function numberFaults(documents: readonly { readonly number: string }[]): string[] {
  const issued = documents.map(({ number }) => number).filter((number) => !number.startsWith('DRAFT-'))
  if (new Set(issued).size < issued.length) return [`two have one number: ${issued.join(', ')}`]
  const counts = new Set(issued.map((number) => Number(/-(\d{5})(-\d+)?$/.exec(number)?.[1])))
  return [...counts].toSorted((a, b) => a - b).every((count, at) => count === at + 1) ? [] : [`the numbers are ${issued.join(', ')}`]
}
