import type { Task } from '../exam.ts'
import { automation } from './automation.ts'
import { billing } from './billing.ts'
import { companies } from './companies.ts'
import { contacts } from './contacts.ts'
import { deals } from './deals.ts'
import { insight } from './insight.ts'
import { integration } from './integration.ts'
import { order } from './order.ts'
import { organization } from './organization.ts'
import { outreach } from './outreach.ts'
import { products } from './products.ts'
import { quotes } from './quotes.ts'
import { work } from './work.ts'

/** All tasks by area. */
export const areas: Readonly<Record<string, readonly Task[]>> = {
  contacts,
  companies,
  deals,
  quotes,
  products,
  billing,
  work,
  order,
  insight,
  integration,
  automation,
  outreach,
  organization,
}
export const tasks: readonly Task[] = Object.values(areas).flat()
