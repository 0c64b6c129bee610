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
