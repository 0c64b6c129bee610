import { access } from './access/index.ts'
import { companies } from './companies/index.ts'
import type { Companies } from './companies/operations.ts'
import { contacts } from './contacts/index.ts'
import type { Contacts } from './contacts/operations.ts'
import type { Feature } from './kernel/feature.ts'
import { storage } from './storage/index.ts'

/** The features of the engine, each after those it requires. */
export const builtin: readonly Feature[] = [storage, access, companies, contacts]

/** The typed operations of the built-in features; one named interface per feature keeps the declarations short. */
export interface Api {
  readonly companies: Companies
  readonly contacts: Contacts
}
