import { type IngestObject, ingestObject, ingestObjects } from './objects.ts'

const meanings: Readonly<Record<IngestObject, string>> = {
  products: 'Catalog with prices, stock, details',
  companies: 'Companies',
  contacts: 'Contacts',
  deals: 'Deals',
  quotes: 'Quotes',
  orders: 'Orders',
  invoices: 'Invoices and what is unpaid',
  credit_notes: 'Refunds and returns',
  tasks: 'Tasks',
  activities: 'Calls, meetings, notes, e-mails that there were',
  price_rules: 'Customer price scales per brand, supplier currencies, incoming stock, tester items',
}

/** Aliases that the catalog shows; ingest accepts more. */
const otherNames = ['documents']

/** Values of `object` in ingest, as the catalog lists them. */
export const dataSourceObjects = ingestObjects.map((object) => ({
  object,
  meaning: meanings[object],
  aliases: otherNames.filter((name) => ingestObject(name) === object),
}))
