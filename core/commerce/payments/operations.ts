import { Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { ById, Closed, Day, described, Id, NextCursor, Nullable } from '../../kernel/operation/schema/schema.ts'
import { Paging } from '../../kernel/storage/records/whole-list.ts'
import { FullInvoice, InvoiceRecord, presentInvoice } from '../invoices/schema.ts'
import { Allocations } from './allocations.ts'
import { AllocatedPayment, AllocationInput, PaymentInput } from './schema.ts'
import { PaymentService } from './service.ts'

const AppliedNote = Closed({
  credit_note_id: Id('The credit note'),
  number: Type.String({ description: 'Its number' }),
  amount: described(Type.Number(), 'Amount of it that was applied'),
  date: Nullable(Day('When')),
})
const { payments } = InvoiceRecord.properties

/** What is paid of invoices; further methods of the group of invoices. */
export const invoicePayments = group('Invoices', {
  recordPayment: operation({
    id: 'recordInvoicePayment',
    summary: 'Record a payment of an invoice, once per reference; updates what is due and the status',
    scope: 'write',
    route: 'POST /invoices/{id}/payments',
    mcp: true,
    creates: 'once',
    input: PaymentInput,
    output: FullInvoice,
    uses: { payments: PaymentService },
    async handle(payment, { payments, reply }) {
      const paid = await payments.record(payment, reply)
      return afterFlush(() => presentInvoice(paid, payments.invoices.now))
    },
  }),
  payments: operation({
    id: 'listInvoicePayments',
    summary: 'Payments of an invoice and the credit notes that were applied to it',
    scope: 'read',
    route: 'GET /invoices/{id}/payments',
    input: Closed({ ...ById.properties, ...Paging.properties }),
    output: Closed({
      payments: described(payments, 'One page of payments, in the order of their recording'),
      credit_notes: Type.Array(AppliedNote, { description: 'All credit notes that were applied to it' }),
      next_cursor: NextCursor,
    }),
    uses: { payments: PaymentService },
    handle: (query, { payments }) => payments.list(query),
  }),
  allocatePayment: operation({
    id: 'allocatePayment',
    summary: 'Record one payment of several invoices of a company, whole or not at all, once per reference',
    scope: 'write',
    route: 'POST /payments',
    creates: 'once',
    input: AllocationInput,
    output: AllocatedPayment,
    uses: { allocations: Allocations },
    handle: (payment, { allocations, reply }) => allocations.record(payment, reply),
  }),
  undoPayment: operation({
    id: 'undoPayment',
    summary: 'Undo a payment, on all invoices that it pays; answers it with their new balances',
    scope: 'write',
    route: 'POST /invoices/{id}/payments/{paymentId}/undo',
    input: Closed({ id: Id(), paymentId: Id() }),
    output: AllocatedPayment,
    uses: { allocations: Allocations },
    handle: ({ id, paymentId }, { allocations }) => allocations.undo(id, paymentId),
  }),
})

/** The typed methods of these operations. */
export interface InvoicePayments extends Methods<typeof invoicePayments> {}
