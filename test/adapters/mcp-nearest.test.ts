import { expect, it } from 'vitest'
import { nearestName } from '../../adapters/mcp/nearest.ts'

it.each([
  ['full_name', ['first_name', 'last_name', 'name'], 'name'],
  ['company_name', ['company', 'name'], 'company'],
  ['company_name', ['name', 'company_type'], 'name'],
  ['reason', ['id', 'won_reason'], 'won_reason'],
  ['reason', ['won_reason', 'lost_reason'], undefined],
  ['customer_id', ['contact_id', 'company_id'], 'company_id'],
  ['note', ['subject', 'body'], 'body'],
  ['labs', ['name', 'custom.labs', 'custom_properties.labs'], 'custom.labs'],
  ['closing_date', ['close_date', 'created_at'], 'close_date'],
  ['find_contacts', ['get_contact', 'list_contacts', 'search_contacts'], 'search_contacts'],
  ['get_invoices', ['get_invoice', 'list_invoices'], 'list_invoices'],
  ['get_contct', ['get_contact', 'list_contacts'], 'get_contact'],
  ['add_task', ['add_note', 'create_task'], 'create_task'],
  ['constructor', ['company', 'country'], undefined],
  ['', ['name'], undefined],
  ['x'.repeat(10_000), ['name'], undefined],
])('%s among %j means %s', (given, names, meant) => {
  expect(nearestName(given, names)).toBe(meant)
})
