import { expect, it } from 'vitest'
import { odoo } from 'rapport-crm/plugins/odoo'
import { lineOf, readOne } from './read-one.ts'

const head = { number: 'N-1', customer_name: 'A' }

// Values that were seen in the wild (ingest.md 4) and stand in no other table of these tests.
it.each([
  ['invoices', { ...head, total: '−5' }, { total_incl_tax: -5 }],
  ['invoices', { ...head, invoice_date: '20111201', total: 5 }, { date: '2011-12-01' }],
  ['invoices', { ...head, 'Invoice date (yyyy-mm-dd)': '2025-02-01', total: 5 }, { date: '2025-02-01' }],
  ['invoices', { ...head, currency: { name: 'USD' }, total: 5 }, { currency: 'USD' }],
  ['companies', { name: 'A', postcode: 'OR 97214', country: 'US' }, { postcode: 'OR 97214' }],
  ['contacts', { name: 'Doe, Jane', email: 'j@d.com' }, { first_name: 'Jane', last_name: 'Doe' }],
] as const)('reads %s as they are seen: %j', (object, record, values) => {
  expect(readOne(object, record)).toMatchObject({ reject: null, values })
})

it('reads a share as percent where a tax rate is at most one, and the code of a tax as no rate', () => {
  const line = { sku: 'A', quantity: 1, unit_price: 100 }
  expect(lineOf(readOne('invoices', { ...head, lines: [{ ...line, tax_rate: 0.16 }] }))).toMatchObject({ tax_rate: 16 })
  expect(lineOf(readOne('invoices', { ...head, lines: [{ ...line, tax_rate: 'TVA19' }] }))).not.toHaveProperty('tax_rate')
})

it('reads the id of a country as Odoo exports it', () => {
  const record = { id: 'base.res_partner_2', name: 'Agrolait', is_company: true, 'country_id/id': 'base.fr', vat: 'FR40303265045' }
  expect(readOne('companies', record, { vocabularies: odoo().vocabularies ?? [] }).values).toMatchObject({
    country: 'FR',
    external_id: 'base.res_partner_2',
  })
})
