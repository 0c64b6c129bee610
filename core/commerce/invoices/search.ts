import { sql } from 'kysely'
import { todayOf } from '../../platform/access/organization.ts'
import { dayOf } from '../../kernel/values/calendar.ts'
import { endOf } from '../../kernel/values/zone.ts'
import { column, type SearchField } from '../../records/search/grammar/field.ts'
import { documentSearch } from '../documents/search.ts'
import { answeredStates, Invoice, InvoiceLine } from './entity.ts'
import { answeredState, overdueInvoice } from './settlement.ts'

// As it is answered, so that a search and a list of what is overdue find the same.
const status: SearchField<typeof Invoice.fields> = {
  type: 'text',
  folded: true,
  words: answeredStates,
  sql(of) {
    const isLate = overdueInvoice(of.today, (name) => column(name, of))
    return sql`(case when ${isLate} then 'overdue' else ${column('status', of)} end)`
  },
  dated: true,
  value: (record, now, today = dayOf(now)) => answeredState(record, today),
  changesAt: ({ due_date }, _, { zone }) => (due_date === null ? [] : [endOf(zone, due_date)]),
}

/** What conditions can name of an invoice; `status` is the one that is answered, `overdue` among them. */
export const invoiceSearch = documentSearch('invoice', Invoice, InvoiceLine, {
  text: 'invoices',
  computed: { status },
  prepare: async (records) => void (await todayOf(records)),
})
