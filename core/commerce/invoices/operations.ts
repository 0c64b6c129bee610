import { bulkDeleteOperation, singleDeleteJob } from '../../records/bulk/deletes.ts'
import { type Static, Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { including } from '../../records/record-type/relation.ts'
import { listedFields } from '../../records/record-type/resource.ts'
import { standard } from '../../records/record-type/standard.ts'
import { shownPage } from '../../records/record-type/shown.ts'
import { Closed, NextCursor } from '../../kernel/operation/schema/schema.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import { searchOperation } from '../../records/record-type/search-operation.ts'
import { bulkDocumentsOperation } from '../documents/bulk.ts'
import { OpenItems, openItems } from './open-items.ts'
import type { invoiceType } from './record-type.ts'
import { presentInvoice, UnpaidList } from './schema.ts'
import { InvoiceService } from './service.ts'

/** The job that deletes more than 100 invoices. */
export const invoiceJobs = { delete: singleDeleteJob({ plural: 'invoices', store: InvoiceService }) }

/** Operations on invoices. A sent invoice is paid or credited, and no longer changed. */
export function invoiceOperations(type: Composed<typeof invoiceType>) {
  const { listed, relations = {} } = type
  return group('Invoices', {
    ...standard(type),
    ...searchOperation(type),
    ...bulkDocumentsOperation(type),
    ...bulkDeleteOperation(type, invoiceJobs),
    unpaid: operation({
      id: 'listUnpaidInvoices',
      summary: 'Open items with days overdue and balance, the longest due first, and what each customer owes',
      scope: 'read',
      route: 'GET /invoices/unpaid',
      readsMany: true,
      mcp: true,
      input: including(UnpaidList, relations),
      output: Closed({
        invoices: Type.Array(listed.record, { description: 'One page of unpaid invoices' }),
        companies: Type.Array(OpenItems, { description: 'By customer and currency, the greatest balance first, at most 200' }),
        next_cursor: NextCursor,
      }),
      uses: { service: InvoiceService },
      async handle(query, { service }) {
        const { items, next_cursor } = await service.list({ sort: 'due_date', ...query, unpaid: true })
        const shown = await shownPage(service, items, query, {
          present: presentInvoice,
          listed: listedFields(listed),
          relations,
        })
        const invoices = shown as Static<typeof listed.record>[]
        return { invoices, companies: await openItems(service.records, query), next_cursor }
      },
    }),
  })
}

/** The typed methods of the group. */
export interface Invoices extends Methods<ReturnType<typeof invoiceOperations>> {}
