import { type IngestObject, ingestObject, ingestObjects } from './objects.ts'

const meanings: Readonly<Record<IngestObject, string>> = {
  products: 'Products',
  companies: 'Companies',
  contacts: 'Contacts',
  deals: 'Deals',
  quotes: 'Quotes',
  orders: 'Orders',
  invoices: 'Invoices',
  credit_notes: 'Refunds',
  tasks: 'Tasks',
  activities: 'Activities',
  price_rules: 'Prices',
}

/** Aliases that the catalog shows; ingest accepts more. */
const otherNames = ['documents']

/** Values of `object` in ingest, as the catalog lists them. */
export const dataSourceObjects = ingestObjects.map((object) => ({
  object,
  meaning: meanings[object],
  aliases: otherNames.filter((name) => ingestObject(name) === object),
}))
