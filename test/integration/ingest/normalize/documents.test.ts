import { describe, expect, it } from 'vitest'
import type { IngestObject } from '../../../../core/integration/ingest/objects.ts'
import { plugins } from '../../../../host/plugins.ts'
import { read, readOne } from '../read-one.ts'

const head = { number: '1', customer_name: 'A' }
const vocabularies = plugins.flatMap(({ vocabularies: own }) => own)

describe('credit notes are positive, whatever the sign of the source', () => {
  const note = {
    total_excl_tax: 100,
    total_tax: 20,
    total_incl_tax: 120,
    amount_due: 120,
    lines: [{ sku: 'A', quantity: 2, unit_price: 50, total_excl_tax: 100 }],
  }

  it.each([
    ['negative totals and prices', -1, 1, -1],
    ['positive totals', 1, 1, 1],
    ['negative quantities', -1, -1, 1],
  ])('%s', (_, total, quantity, price) => {
    const record = { ...head, net_total: 100 * total, tax_total: 20 * total, total_incl: 120 * total, balance: 120 * total, lines: [{ sku: 'A', quantity: 2 * quantity, unit_price: 50 * price, total_excl: 100 * quantity * price }] } // prettier-ignore
    expect(readOne('credit_notes', record)).toMatchObject({ object: 'credit_notes', values: note, reject: null })
  })

  it.each([
    { type: 'refund' },
    { Type: 'ACCRECCREDIT' },
    { 'Document type': 'Gutschrift' },
    { type: 'Credit note' },
    { is_return: 1 },
    { type: 'Avoir' },
  ])('%j among invoices is a credit note', (sort) =>
    expect(readOne('invoices', { ...head, ...sort, total: -120 })).toMatchObject({
      object: 'credit_notes',
      values: { total_incl_tax: 120 },
    }),
  )

  it('leaves a negative invoice negative, with a warning', () => {
    expect(readOne('invoices', { ...head, total_incl_tax: -120 })).toMatchObject({
      object: 'invoices',
      values: { total_incl_tax: -120 },
      warnings: ['total_incl_tax: a negative invoice is kept as it is'],
    })
  })
})

describe('what is unpaid', () => {
  it('is what the source says', () => expect(readOne('invoices', { ...head, total: 120, amount_due: 20 }).values.amount_due).toBe(20))

  it('else the total less what was paid, else nothing once it is paid; kept apart from what was sent', () => {
    expect(readOne('invoices', { ...head, total: 120.1, amount_paid: 0.2 })).toMatchObject({
      values: { total_incl_tax: 120.1 },
      derived: { amount_due: 119.9 },
    })
    expect(readOne('invoices', { ...head, total: 120, status: 'Paid' }).derived).toEqual({ amount_due: 0 })
    expect(readOne('invoices', { ...head, total: 120, status: 'bezahlt' }).derived).toEqual({ amount_due: 0 })
    expect(readOne('invoices', { ...head, total: 120, status: 'sent' }).derived).toEqual({})
  })

  it.each([
    { Paid: true }, { is_paid: 1 }, { Bezahlt: 'ja' }, { pagada: 'Sí' }, { payé: 'oui' }, { state: 'Fully paid' }, { statut: 'payée' }, { estado: 'pagada' },
    { Status: 'beglichen' }, { status: 'confirmed', payment_status: 'paid' }, { status: 'PAID_OFF' },
  ])('nothing where it says so, by a flag or a word: %j', (said) => {
    expect(readOne('invoices', { ...head, total: 120, ...said }).derived).toEqual({ amount_due: 0 })
  }) // prettier-ignore

  it.each([
    { Paid: false }, { is_paid: 0 }, { Bezahlt: 'nein' }, { status: 'unpaid' }, { status: 'partially paid' }, { status: 'teilbezahlt' }, { Status: 'unbezahlt' },
    { statut: 'impayée' }, { statut: 'non payée' }, { estado: 'no pagada' }, { payment_status: 'pending' },
  ])('not known where it only says that it is not all paid: %j', (said) => {
    expect(readOne('invoices', { ...head, total: 120, ...said }).derived).toEqual({})
  }) // prettier-ignore

  it('is due so many days after its date, where the days are all that is said', () => {
    const due = (record: object) => readOne('invoices', { ...head, date: '2025-01-30', ...record }).derived
    expect([due({ 'Zahlungsziel (Tage)': 14 }), due({ payment_terms_days: '30' }), due({ 'Délai de paiement (jours)': 2 })]).toEqual([{ due_date: '2025-02-13' }, { due_date: '2025-03-01' }, { due_date: '2025-02-01' }]) // prettier-ignore
    expect(due({ payment_days: 14, due_date: '2025-02-20' })).toEqual({})
    expect(due({ payment_terms: 3 })).toEqual({})
  })

  it('is never more than the total: the two are of different currencies', () => {
    expect(readOne('invoices', { ...head, total: 3.64, outstanding: 299.99 }).reject).toEqual({
      code: 'inconsistent',
      field: 'amount_due',
      reason: 'amount_due 299.99 is more than total_incl_tax 3.64: inconsistent',
    })
  })
})

describe('sums', () => {
  it('warns where excl + tax is not incl, within two cents or a cent a line, and keeps all three', () => {
    const totals = { total_excl_tax: 520, total_tax: 90, total_incl_tax: 610.6 }
    expect(readOne('invoices', { ...head, ...totals })).toMatchObject({
      values: totals,
      reject: null,
      warnings: ['totals: 520 + 90 is not 610.6'],
    })
    expect(readOne('invoices', { ...head, total_excl_tax: 520, total_tax: 90, total_incl_tax: 610.02 }).warnings).toEqual([])
    const lines = Array.from({ length: 10 }, () => ({ sku: 'A', quantity: 1, unit_price: 52, total_excl: 52 }))
    expect(readOne('invoices', { ...head, total_excl_tax: 520, total_tax: 90, total_incl_tax: 610.09, lines }).warnings).toEqual([])
  })

  it('takes totals of zero over priced lines as not computed yet', () => {
    expect(readOne('orders', { number: '1', grand_total: 0, lines: [{ sku: 'A', quantity: 2, rate: 50 }] }).values).toEqual({
      number: '1',
      lines: [{ sku: 'A', quantity: 2, unit_price: 50 }],
    })
    expect(readOne('orders', { number: '1', grand_total: 0, lines: [{ sku: 'A', quantity: 2, rate: 0 }] }).values.total_incl_tax).toBe(0)
  })

  it('never mixes the twins of another currency into the document’s own', () => {
    const record = { ...head, currency: 'USD', grand_total: 3.64, base_grand_total: 299.99, total_foreign: 5, home_total: 7 }
    expect(readOne('invoices', record).values).toEqual({ number: '1', customer_name: 'A', currency: 'USD', total_incl_tax: 3.64 })
  })
})

describe('parties and keys', () => {
  it('composes the customer from first and last name where there is no other name', () => {
    expect(
      readOne('orders', {
        number: '1',
        billing: { first_name: 'John', last_name: 'Doe' },
        shipping: { first_name: 'Jane', last_name: 'Roe' },
      }).values,
    ).toEqual({ number: '1', customer_name: 'John Doe' })
  })

  it('takes placeholder ids as none', () => {
    for (const id of ['', '0', 0, '00000000-0000-0000-0000-000000000000', 'id-value'])
      expect(readOne('companies', { id, name: 'A' }).values).toEqual({ name: 'A' })
    expect(readOne('companies', { id: '007', name: 'A' }).values.external_id).toBe('007')
    expect(readOne('companies', { id: 7, name: 'A' }).values.external_id).toBe('7')
  })

  it('rejects what no key is known of, but accepts a company by its name', () => {
    expect(readOne('invoices', { customer_name: 'A', total: 5 }).reject).toEqual({
      code: 'no_key',
      field: 'number',
      reason: 'no key: none of number, external_id was found in the record',
    })
    expect(readOne('contacts', { first_name: 'A', last_name: 'B' }).reject?.code).toBe('no_key')
    expect(readOne('products', { name: 'A' }).reject?.code).toBe('no_key')
    expect(readOne('companies', { name: 'A' }).reject).toBeNull()
  })

  it('takes the name beside a first name for the last name, or for what is left of it', () => {
    const named = (record: object) => readOne('contacts', { email: 'a@b.de', ...record }).values
    expect(named({ Vorname: 'Jan', Name: 'Voß' })).toMatchObject({ first_name: 'Jan', last_name: 'Voß' })
    expect(named({ first_name: 'Ada', name: 'Ada King Lovelace' })).toMatchObject({ first_name: 'Ada', last_name: 'King Lovelace' })
    expect(named({ first_name: 'Ada', name: 'Engines and Sons' }).last_name).toBeUndefined()
  })

  it('leaves a company’s name out of a person, and takes it as the person’s company beside their own', () => {
    expect(readOne('contacts', { email: 'a@b.de', displayName: 'CRONUS USA, Inc.', type: 'Company' }).values).toEqual({ email: 'a@b.de' })
    expect(readOne('contacts', { email: 'a@b.de', Name: 'Acme Parts Co.', FirstName: 'Blake', LastName: 'Kohler' }).values).toMatchObject({
      first_name: 'Blake',
      last_name: 'Kohler',
      company: 'Acme Parts Co.',
    })
  })

  it('keeps quote, order and invoice of one number apart by their object', () => {
    for (const object of ['quotes', 'orders', 'invoices'] as const)
      expect(readOne(object, head)).toMatchObject({ object, values: { number: '1' } })
  })

  it('reads a price, sku and stock out of a product’s only variant, and of several their common price alone', () => {
    const variant = { sku: 'V1', price: '199.00', inventory_quantity: 3 }
    const { records } = read('products', [{ id: 1, title: 'Pod', variants: [variant] }, { id: 2, title: 'Pods', variants: [variant, { ...variant, sku: 'V2' }] }, { id: 3, title: 'Mix', variants: [variant, { sku: 'V2', price: '9.00' }] }]) // prettier-ignore
    expect(records.map(({ values }) => values)).toEqual([{ external_id: '1', name: 'Pod', sku: 'V1', price: 199, stock: 3 }, { external_id: '2', name: 'Pods', price: 199 }, { external_id: '3', name: 'Mix' }]) // prettier-ignore
  })
})

describe('a document of a supplier', () => {
  const refused = (object: IngestObject, record: object) => readOne(object, { ...head, ...record }, { vocabularies }).reject
  it.each([
    { Type: 'ACCPAY', InvoiceID: 'x', LineAmountTypes: 'Inclusive', Contact: { Name: 'Birch' } }, { move_type: 'in_invoice' }, { move_type: 'in_refund' },
    { doctype: 'Purchase Invoice' }, { document_type: 'Vendor Bill' }, { Type: 'Bill', customer_name: '' }, { Belegart: 'Eingangsrechnung' }, { 'Type de pièce': 'Facture fournisseur' },
    { 'Tipo de documento': 'Factura de compra' }, { organizationId: 'o', voucherType: 'purchaseinvoice', voucherNumber: 'V1' },
    { objectName: 'Voucher', sevClient: { id: 1 }, creditDebit: 'C' },
  ])('is no invoice to a customer: %j', (record) => {
    expect(refused('invoices', record)).toMatchObject({ code: 'not_a_sale' })
  }) // prettier-ignore

  it('is recognized by naming a supplier and nobody else', () => {
    const bill = { Id: '1', SyncToken: '0', DocNumber: '77', VendorRef: { value: '31', name: 'Norton' }, TotalAmt: 50 }
    expect(readOne('invoices', bill, { vocabularies }).reject?.reason).toBe("a supplier's bill, not an invoice to a customer")
    expect(readOne('orders', { number: '1', vendor_name: 'Norton' }).reject?.reason).toBe('an order to a supplier, not one of a customer')
    expect(refused('invoices', { type: 'Bill' })).toBeNull()
    expect(refused('invoices', { vendor_name: 'Ourselves', vendor_note: 'x', type: 'invoice' })).toBeNull()
  })
})

it('sorts offers out of orders and confirmations out of quotes, where the type says which they are', () => {
  const sorted = (object: IngestObject, orderType: string) => readOne(object, { objectName: 'Order', sevClient: { id: 1 }, orderNumber: '1', orderType }, { vocabularies }).object // prettier-ignore
  expect([sorted('orders', 'AN'), sorted('orders', 'AB'), sorted('quotes', 'AN'), sorted('quotes', 'AB')]).toEqual(['quotes', 'orders', 'quotes', 'orders']) // prettier-ignore
})

it('takes a reference to a record of a module for an id, never for a name', () => {
  const record = { id: 'account.inv_1', name: 'INV/1', partner_id: 'base.res_partner_2', amount_total: 5 }
  for (const settings of [{}, { vocabularies }]) {
    const { values } = readOne('invoices', record, settings)
    expect(values).toMatchObject({ customer_external_id: 'base.res_partner_2' })
    expect(values.customer_name).toBeUndefined()
  }
})

it('understands our own name of a field, also where other systems mean something else by it', () => {
  expect(readOne('orders', { ...head, due_date: '2025-02-03' }).values.due_date).toBe('2025-02-03')
  expect(readOne('orders', { ...head, 'Due Date': '2025-02-03' }).values.due_date).toBeUndefined()
})

it('leaves a total of prices that include tax out where no tax tells it from the one without', () => {
  expect(readOne('orders', { ...head, taxes_included: true, subtotal_price: 120, total_price: 120 }).values).not.toHaveProperty('total_excl_tax') // prettier-ignore
  expect(readOne('products', { sku: 'A', name: 'x', price: 12, taxes_included: true }).values).not.toHaveProperty('price')
  expect(readOne('products', { sku: 'A', name: 'x', net_price: 10, taxes_included: true }).values.price).toBe(10)
})
