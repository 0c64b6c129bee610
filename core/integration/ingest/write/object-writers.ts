import type { IngestObject } from '../objects.ts'
import { activities } from './activities.ts'
import { companies } from './companies.ts'
import { contacts } from './contacts.ts'
import { deals } from './deals.ts'
import { creditNotes, invoices } from './documents.ts'
import { orders, quotes } from './offers.ts'
import { priceRules } from './price-rules.ts'
import { products } from './products.ts'
import { tasks } from './tasks.ts'
import type { ObjectWriter } from './object-writer.ts'

/** The objects that ingest can store; a batch may hold several of them (a refund among invoices). */
export const objectWriters: Readonly<Record<IngestObject, ObjectWriter>> = {
  companies,
  contacts,
  products,
  deals,
  quotes,
  orders,
  invoices,
  credit_notes: creditNotes,
  price_rules: priceRules,
  tasks,
  activities,
}
