import { change, question } from '../exam.ts'

export const billing = [
  change(
    'billing-1',
    'Peter Hughes of Northwind (peter.hughes@northwind.example) has accepted the quote. Make an order of it.',
    async (state) => {
      const company_id = await state.id('companies', 'Northwind Foods')
      const [order, ...others] = await state.all('orders', { company_id })
      return (
        others.length === 0 &&
        order?.quote_id === (await state.id('quotes', 'Q-502')) &&
        (await state.has('quotes', 'Q-502', { status: 'accepted' }))
      )
    },
  ),
  change('billing-2', 'Write an invoice to Stark Materials for 6 hours of calibration, due in 14 days.', async (state) => {
    const company_id = await state.id('companies', 'Stark Materials')
    const [made, ...others] = await state.all('invoices', { company_id })
    if (others.length > 0 || made?.due_date !== '2026-07-01') return false
    const { lines } = await state.call('getInvoice', { id: made.id })
    return lines.length === 1 && lines[0].sku === 'CAL-1' && lines[0].quantity === 6
  }),
  change('billing-3', 'Vandelay has paid the rest of its invoice today.', (state) =>
    state.has('invoices', 'INV-1002', { status: 'paid', amount_paid: 9520, balance_due: 0 }),
  ),
  change('billing-4', 'Umbra sent us 2,000 euros yesterday for INV-1004, by bank transfer.', async (state) => {
    const id = await state.id('invoices', 'INV-1004')
    const { payments } = await state.call('listInvoicePayments', { id })
    return (
      payments.length === 1 &&
      payments[0].amount === 2000 &&
      payments[0].date === '2026-06-16' &&
      /bank|transfer/i.test(payments[0].method ?? '')
    )
  }),
  question('billing-5', 'Who owes us money that is overdue, and how much?', (state) => state.says(6188, 5520)),
  question('billing-6', 'How much did we invoice in April, without tax?', (state) => state.says(34_800)),
  question('billing-7', 'When will the order of Vandelay arrive?', (state) => state.says('SO-2002', '2026-06-24')),
  question('billing-8', 'Has Wayne Logistics got any credit notes from us?', (state) => state.says('CN-301')),
  question('billing-9', 'Has invoice INV-1001 been paid?', (state) => state.says('INV-1001', '"status":"paid"') && !state.says('INV-1002')),
]
