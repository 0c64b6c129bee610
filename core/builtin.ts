import { access } from './access/index.ts'
import type { ApiKeys, Audit } from './access/operations.ts'
import type { TeamMethods, UserMethods } from './access/user-operations.ts'
import type { MeMethods, OrganizationMethods } from './access/organization-operations.ts'
import { activities } from './activities/index.ts'
import type { Activities } from './activities/operations.ts'
import { analytics } from './analytics/index.ts'
import type { Analytics } from './analytics/operations.ts'
import { associations } from './associations/index.ts'
import type { AssociationMethods } from './associations/operations.ts'
import { catalog } from './catalog/index.ts'
import type { CatalogMethods } from './catalog/operations.ts'
import { companies } from './companies/index.ts'
import type { Companies } from './companies/operations.ts'
import { contacts } from './contacts/index.ts'
import type { Contacts } from './contacts/operations.ts'
import { currencies } from './currencies/index.ts'
import type { CurrencyMethods } from './currencies/operations.ts'
import { deals } from './deals/index.ts'
import type { Deals } from './deals/operations.ts'
import { documents } from './documents/index.ts'
import type { CreditNotes, Invoices } from './documents/operations.ts'
import { emails } from './emails/index.ts'
import { events } from './events/index.ts'
import type { Events } from './events/operations.ts'
import { exports } from './exports/index.ts'
import type { ExportMethods } from './exports/operations.ts'
import { external } from './external/index.ts'
import { imports } from './imports/index.ts'
import type { ImportMethods } from './imports/operations.ts'
import { ingest } from './ingest/index.ts'
import type { DataSources, Sync } from './ingest/operations.ts'
import { jobs } from './jobs/index.ts'
import type { JobMethods } from './jobs/operations.ts'
import type { Feature } from './kernel/feature.ts'
import { privacy } from './privacy/index.ts'
import type { PrivacyMethods } from './privacy/operations.ts'
import { notifications } from './notifications/index.ts'
import type { NotificationMethods } from './notifications/operations.ts'
import { picklists } from './picklists/index.ts'
import type { PicklistMethods } from './picklists/operations.ts'
import { pipelines } from './pipelines/index.ts'
import type { Pipelines } from './pipelines/operations.ts'
import { lists } from './lists/index.ts'
import type { ListMethods } from './lists/operations.ts'
import { merges } from './merges/index.ts'
import type { Merges } from './merges/operations.ts'
import { orders } from './orders/index.ts'
import type { Orders } from './orders/operations.ts'
import { priceRules } from './price-rules/index.ts'
import type { PriceRules } from './price-rules/operations.ts'
import { products } from './products/index.ts'
import type { Products } from './products/operations.ts'
import { properties } from './properties/index.ts'
import type { PropertyMethods } from './properties/operations.ts'
import { quotes } from './quotes/index.ts'
import type { Quotes } from './quotes/operations.ts'
import { reports } from './reports/index.ts'
import type { Reports } from './reports/operations.ts'
import { search } from './search/index.ts'
import type { SearchMethods } from './search/operations.ts'
import { salesCycles } from './sales-cycles/index.ts'
import type { ContactMoves, SalesCycles } from './sales-cycles/operations.ts'
import { secrets } from './secrets/index.ts'
import { sequences } from './sequences/index.ts'
import type { ContactEnrollments } from './sequences/operations.ts'
import { storage } from './storage/index.ts'
import { tags } from './tags/index.ts'
import type { TagMethods } from './tags/operations.ts'
import { tasks } from './tasks/index.ts'
import type { Tasks } from './tasks/operations.ts'
import { webhooks } from './webhooks/index.ts'
import type { Hooks, Webhooks } from './webhooks/operations.ts'
import { workflows } from './workflows/index.ts'

/** The features of the engine, each after those it requires. */
export const builtin: readonly Feature[] = [
  storage,
  access,
  currencies,
  jobs,
  picklists,
  companies,
  contacts,
  salesCycles,
  products,
  priceRules,
  tasks,
  documents,
  quotes,
  orders,
  pipelines,
  deals,
  activities,
  privacy,
  lists,
  tags,
  properties,
  reports,
  exports,
  analytics,
  associations,
  merges,
  ingest,
  imports,
  secrets,
  notifications,
  events,
  search,
  webhooks,
  sequences,
  emails,
  external,
  workflows,
  catalog,
]

/** Tags in the order in which the API is best read; those of plugins come after. */
export const tagOrder: readonly string[] = [
  'Catalog',
  'Search',
  'Contacts',
  'Companies',
  'Deals',
  'Pipelines',
  'Sales cycles',
  'Tasks',
  'Activities',
  'Associations',
  'Quotes',
  'Products',
  'Price rules',
  'Orders',
  'Invoices',
  'Credit notes',
  'Sequences',
  'Campaigns',
  'Emails',
  'Email templates',
  'Forms',
  'Inbound webhooks',
  'Tracking',
  'Lists',
  'Tags',
  'Properties',
  'Workflows',
  'Workflow runs',
  'Notifications',
  'Reports',
  'Analytics',
  'Data sources',
  'Imports',
  'Exports and jobs',
  'Webhooks',
  'REST hooks',
  'Events',
  'API keys',
  'Users and teams',
  'Organization',
  'Audit',
  'Privacy',
  'Merges',
]

/** The typed operations of the built-in features; one named interface per feature keeps the declarations short. */
export interface Api {
  readonly catalog: CatalogMethods
  readonly me: MeMethods
  readonly organization: OrganizationMethods
  readonly activities: Activities
  readonly analytics: Analytics
  readonly associations: AssociationMethods
  readonly apiKeys: ApiKeys
  readonly audit: Audit
  readonly companies: Companies
  readonly contacts: Contacts & ContactMoves & ContactEnrollments
  readonly creditNotes: CreditNotes
  readonly currencies: CurrencyMethods
  readonly deals: Deals
  readonly dataSources: DataSources
  readonly invoices: Invoices
  readonly events: Events
  readonly exports: ExportMethods
  readonly imports: ImportMethods
  readonly jobs: JobMethods
  readonly hooks: Hooks
  readonly notifications: NotificationMethods
  readonly picklists: PicklistMethods
  readonly pipelines: Pipelines
  readonly lists: ListMethods
  readonly merges: Merges
  readonly orders: Orders
  readonly priceRules: PriceRules
  readonly privacy: PrivacyMethods
  readonly products: Products
  readonly properties: PropertyMethods
  readonly quotes: Quotes
  readonly reports: Reports
  readonly search: SearchMethods
  readonly salesCycles: SalesCycles
  readonly sync: Sync
  readonly tags: TagMethods
  readonly tasks: Tasks
  readonly teams: TeamMethods
  readonly users: UserMethods
  readonly webhooks: Webhooks
}
