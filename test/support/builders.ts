let count = 0
const next = () => ++count

/** Input of `contacts.create`: a new person on each call. */
export function aContact<const T extends object>(overrides?: T) {
  const number = next()
  return {
    first_name: 'Ada',
    last_name: `Lovelace ${number}`,
    email: `ada.${number}@example-${number}.com`,
    title: 'Head of Purchasing',
    ...overrides,
  }
}

/** Input of `companies.create`: a new company with a domain on each call. */
export function aCompany<const T extends object>(overrides?: T) {
  const number = next()
  return { name: `Example ${number} Ltd`, domain: `example-${number}.com`, country: 'GB', ...overrides }
}

/** Input of `tasks.create`. */
export function aTask<const T extends object>(overrides?: T) {
  return { title: `Call back ${next()}`, ...overrides }
}

/** A product as an ERP would send it to `sync/ingest`, object `products`. */
export function aProduct<const T extends object>(overrides?: T) {
  const number = next()
  return { sku: `ART-${number}`, name: `Article ${number}`, price: 12.5, currency: 'EUR', ...overrides }
}

/** An invoice as an ERP would send it to `sync/ingest`, object `invoices`: two lines, net 225.00, of a new customer. */
export function anInvoice<const T extends object>(overrides?: T) {
  const number = next()
  return {
    invoice_number: `INV-${String(number).padStart(5, '0')}`,
    invoice_date: '2026-01-12',
    due_date: '2026-02-11',
    customer_name: `Example ${number} Ltd`,
    customer_email: `accounts@example-${number}.com`,
    currency: 'EUR',
    total_excl_tax: 225,
    total_tax: 45,
    total_incl_tax: 270,
    status: 'open',
    lines: [
      { sku: 'ART-1', description: 'Article 1', quantity: 10, unit_price: 12.5, total_excl_tax: 125 },
      { sku: 'ART-2', description: 'Article 2', quantity: 1, unit_price: 100, total_excl_tax: 100 },
    ],
    ...overrides,
  }
}

/** Body of `sync/ingest`: records of one source. */
export function aBatch<const T extends object>(records: readonly object[], overrides?: T) {
  return { provider: 'custom:erp', object: 'invoices', records: [...records], ...overrides }
}
