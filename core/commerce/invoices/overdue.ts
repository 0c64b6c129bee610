import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { DayDeadlines } from '../../platform/access/day-deadlines.ts'
import { Invoice } from './entity.ts'
import { invoiceChanges } from './events.ts'

/** Fires `invoice.overdue` for open invoices when the day after their due date begins in the zone of the organization: once for each date. */
export class OverdueInvoices extends DayDeadlines<typeof Invoice.fields> {
  static readonly uses = { database: Database }

  constructor({ database }: Resolved<typeof OverdueInvoices.uses>) {
    super(database, {
      entity: Invoice,
      watch: invoiceChanges,
      // The condition of the partial index, word for word.
      pending: sql<SqlBool>`status in ('sent', 'partially_paid') and coalesce(balance_due, 0) > 0 and deleted_at is null and due_date is not null and (overdue_for is null or overdue_for <> due_date)`,
      by: 'due_date',
      value: 'due_date',
      mark: 'overdue_for',
      recurs: 'invoice.overdue',
    })
  }
}
