import { GREATEST_AMOUNT } from '../../kernel/operation/schema/greatest-amount.ts'
import { type Static, Type } from '@sinclair/typebox'
import { Closed, Day, Id, Nullable, Text } from '../../kernel/operation/schema/schema.ts'

/** Input of `POST /invoices/{id}/payments`, in the currency of the invoice. */
export const PaymentInput = Closed({
  id: Id(),
  amount: Type.Number({
    minimum: -GREATEST_AMOUNT,
    maximum: GREATEST_AMOUNT,
    description: 'Negative: a payment that was taken back',
    examples: [500],
  }),
  date: Type.Optional(Day('Today when left out')),
  method: Type.Optional(Nullable(Text(60, { description: 'transfer, card, direct_debit, cash, ...' }))),
  reference: Type.Optional(Nullable(Text(255, { description: 'Reference of the bank or the payment service; each is recorded once' }))),
  allow_overpayment: Type.Optional(
    Type.Boolean({ description: 'More came in than is due: balance_due becomes negative; refused unless true' }),
  ),
})
export type PaymentInput = Static<typeof PaymentInput>

const { date, method, reference } = PaymentInput.properties

/** Input of `POST /payments`, in the currency of the invoices. */
export const AllocationInput = Closed({
  amount: Type.Number({ exclusiveMinimum: 0, maximum: GREATEST_AMOUNT, description: 'What came in', examples: [500] }),
  allocations: Type.Array(
    Closed({
      invoice_id: Id('An invoice of the same company, in the same currency'),
      amount: Type.Number({ exclusiveMinimum: 0, maximum: GREATEST_AMOUNT, description: 'What of it pays this invoice', examples: [500] }),
    }),
    { minItems: 1, maxItems: 100, description: 'All of the amount, by invoice' },
  ),
  date,
  method,
  reference,
})

/** A payment of several invoices, and what is left of each. */
export const AllocatedPayment = Closed({
  id: Id('The payment'),
  company_id: Nullable(Id('The company that paid')),
  currency: Nullable(Type.String({ description: 'ISO 4217' })),
  amount: Type.Number({ description: 'What came in' }),
  date: Day('Day of payment'),
  method: Nullable(Type.String({ description: 'How it was paid' })),
  reference: Nullable(Type.String({ description: 'Reference of the bank or the payment service' })),
  invoices: Type.Array(
    Closed({
      invoice_id: Id('The invoice'),
      number: Type.String({ description: 'Its number' }),
      amount: Type.Number({ description: 'What of the payment is its' }),
      balance_due: Nullable(Type.Number({ description: 'What of it is still to be paid' })),
      status: Type.String({ description: 'Its status' }),
    }),
    { description: 'What it pays' },
  ),
})
