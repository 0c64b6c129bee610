import type { contactsOfCompanies } from './crm/contacts/contributions.ts'
import type { dealsOfCompanies, dealsOfContacts } from './crm/deals/contributions.ts'
import type { tasksOfContacts, tasksOfDeals } from './crm/tasks/contributions.ts'
import { customers } from './commerce/customers/index.ts'
import type { billingOfCompanies } from './commerce/customers/contributions.ts'
import type { CustomerMethods } from './commerce/customers/operations.ts'
import { dealLines } from './commerce/deal-lines/index.ts'
import type { linesOfDeals } from './commerce/deal-lines/contributions.ts'
import type { DealLineMethods } from './commerce/deal-lines/operations.ts'
import type { creditNotesOfInvoices } from './commerce/credit-notes/contributions.ts'
import type { invoiceOfQuotes, invoicesOfCompanies, invoicesOfOrders } from './commerce/invoices/contributions.ts'
import type { orderOfQuotes } from './commerce/orders/contributions.ts'
import type { quoteOfActivities, quoteOfTasks } from './commerce/quotes/contributions.ts'
import type { sequencesOfContacts } from './outreach/sequences/contributions.ts'
import type { Customized } from './custom-of.ts'
import type { Extended } from './records/record-type/extended.ts'
import { accounts } from './platform/accounts/index.ts'
import type { InvitationMethods, OwnAccountMethods } from './platform/accounts/operations.ts'
import type { PasskeyMethods } from './platform/accounts/passkey-operations.ts'
import type { SessionMethods } from './platform/accounts/session-operations.ts'
import { access } from './platform/access/index.ts'
import type { ApiKeys, Audit } from './platform/access/operations.ts'
import type { TeamMethods, UserMethods } from './platform/access/user-operations.ts'
import type { MeMethods, OrganizationMethods } from './platform/access/organization-operations.ts'
import { activities } from './crm/activities/index.ts'
import type { Activities } from './crm/activities/operations.ts'
import { analytics } from './insight/analytics/index.ts'
import type { Analytics } from './insight/analytics/operations.ts'
import { associations } from './records/associations/index.ts'
import type { AssociationMethods } from './records/associations/operations.ts'
import { attachments } from './records/attachments/index.ts'
import type { AttachmentMethods } from './records/attachments/operations.ts'
import { catalog } from './platform/catalog/index.ts'
import type { CatalogMethods } from './platform/catalog/operations.ts'
import { companies } from './crm/companies/index.ts'
import type { Companies } from './crm/companies/operations.ts'
import type { ConsentMethods } from './crm/contacts/consent-operations.ts'
import { contacts } from './crm/contacts/index.ts'
import type { Contacts } from './crm/contacts/operations.ts'
import { currencies } from './platform/currencies/index.ts'
import type { CurrencyMethods } from './platform/currencies/operations.ts'
import { deals } from './crm/deals/index.ts'
import type { Deals } from './crm/deals/operations.ts'
import { conversions } from './commerce/conversions/index.ts'
import type { QuoteConversionMethods } from './commerce/conversions/operations.ts'
import { creditNotes } from './commerce/credit-notes/index.ts'
import { documents } from './commerce/documents/index.ts'
import { invoices } from './commerce/invoices/index.ts'
import { payments } from './commerce/payments/index.ts'
import type { InvoicePayments } from './commerce/payments/operations.ts'
import { quotePages } from './commerce/quote-pages/index.ts'
import { printing } from './commerce/printing/index.ts'
import type { CreditNoteFileMethods, InvoiceFileMethods, OrderFileMethods, QuoteFileMethods } from './commerce/printing/operations.ts'
import type { CreditNotes } from './commerce/credit-notes/operations.ts'
import type { Invoices } from './commerce/invoices/operations.ts'
import { templates } from './outreach/templates/index.ts'
import type { EmailTemplateMethods } from './outreach/templates/operations.ts'
import { emails } from './outreach/emails/index.ts'
import { inbox } from './outreach/inbox/index.ts'
import type { FeedbackMethods, InboxMethods } from './outreach/inbox/operations.ts'
import { mailboxes } from './outreach/mailboxes/index.ts'
import type { MailboxMethods } from './outreach/mailboxes/operations.ts'
import { sending } from './outreach/sending/index.ts'
import { outreachSecrets } from './outreach/secrets/index.ts'
import type { EmailAnalyticsMethods, EmailMethods } from './outreach/emails/operations.ts'
import type { MailboxTrialMethods } from './outreach/sending/operations.ts'
import { engagement } from './outreach/engagement/index.ts'
import { events } from './kernel/events/index.ts'
import type { Events } from './kernel/events/operations.ts'
import { exports } from './integration/exports/index.ts'
import type { ExportMethods } from './integration/exports/operations.ts'
import { external } from './records/external/index.ts'
import { imports } from './integration/imports/index.ts'
import type { ImportMethods } from './integration/imports/operations.ts'
import { ingest } from './integration/ingest/index.ts'
import type { DataSources } from './integration/ingest/source-operations.ts'
import type { Sync } from './integration/ingest/operations.ts'
import { jobs } from './kernel/jobs/index.ts'
import type { JobMethods } from './kernel/jobs/operations.ts'
import type { Feature } from './kernel/feature/feature.ts'
import { privacy } from './platform/privacy/index.ts'
import type { PrivacyMethods } from './platform/privacy/operations.ts'
import { notifications } from './platform/notifications/index.ts'
import type { NotificationMethods } from './platform/notifications/operations.ts'
import { picklists } from './records/picklists/index.ts'
import type { PicklistMethods } from './records/picklists/operations.ts'
import { pipelines } from './crm/pipelines/index.ts'
import type { Pipelines } from './crm/pipelines/operations.ts'
import { lists } from './records/lists/index.ts'
import type { ListMethods } from './records/lists/operations.ts'
import { merges } from './records/merges/index.ts'
import type { Merges } from './records/merges/operations.ts'
import { orders } from './commerce/orders/index.ts'
import type { Orders } from './commerce/orders/operations.ts'
import { priceRules } from './commerce/price-rules/index.ts'
import type { PriceRules } from './commerce/price-rules/operations.ts'
import { products } from './commerce/products/index.ts'
import type { Products } from './commerce/products/operations.ts'
import { properties } from './records/properties/index.ts'
import type { PropertyMethods } from './records/properties/operations.ts'
import { quotes } from './commerce/quotes/index.ts'
import type { Quotes } from './commerce/quotes/operations.ts'
import { reports } from './insight/reports/index.ts'
import type { Reports } from './insight/reports/operations.ts'
import { search } from './records/search/index.ts'
import type { SearchMethods } from './records/search/operations.ts'
import { salesCycles } from './crm/sales-cycles/index.ts'
import type { ContactMoves, SalesCycles } from './crm/sales-cycles/operations.ts'
import { secrets } from './kernel/secrets/index.ts'
import { campaigns } from './outreach/campaigns/index.ts'
import { reportMail } from './outreach/report-mail/index.ts'
import type { CampaignMethods } from './outreach/campaigns/operations.ts'
import { sequences } from './outreach/sequences/index.ts'
import type { SequenceMethods } from './outreach/sequences/sequence-operations.ts'
import type { ContactEnrollments } from './outreach/sequences/operations.ts'
import { grants } from './platform/grants/index.ts'
import type { GrantMethods } from './platform/grants/operations.ts'
import { storage } from './kernel/feature/storage.ts'
import { inboundWebhooks } from './integration/inbound-webhooks/index.ts'
import type { InboundWebhookMethods } from './integration/inbound-webhooks/operations.ts'
import { forms } from './outreach/forms/index.ts'
import type { FormMethods } from './outreach/forms/operations.ts'
import { suppressions } from './outreach/suppressions/index.ts'
import type { SuppressionMethods } from './outreach/suppressions/operations.ts'
import { tags } from './records/tags/index.ts'
import type { WorkflowMethods } from './automation/workflows/operations.ts'
import type { WorkflowRunMethods } from './automation/workflows/run-operations.ts'
import type { TagMethods } from './records/tags/operations.ts'
import { tasks } from './crm/tasks/index.ts'
import type { Tasks } from './crm/tasks/operations.ts'
import { unsubscribes } from './outreach/unsubscribes/index.ts'
import { visits } from './outreach/visits/index.ts'
import type { TrackingMethods } from './outreach/visits/operations.ts'
import { webhooks } from './integration/webhooks/index.ts'
import type { Hooks } from './integration/webhooks/hook-operations.ts'
import type { Webhooks } from './integration/webhooks/operations.ts'
import { workflows } from './automation/workflows/index.ts'

/** The features of the engine, each after those it requires. */
export const builtin: readonly Feature[] = [
  storage,
  access,
  grants,
  accounts,
  currencies,
  jobs,
  notifications,
  picklists,
  companies,
  contacts,
  salesCycles,
  pipelines,
  deals,
  tasks,
  activities,
  products,
  priceRules,
  documents,
  quotes,
  orders,
  invoices,
  creditNotes,
  payments,
  conversions,
  printing,
  quotePages,
  dealLines,
  customers,
  privacy,
  lists,
  tags,
  properties,
  reports,
  exports,
  analytics,
  associations,
  attachments,
  merges,
  ingest,
  imports,
  secrets,
  events,
  search,
  webhooks,
  outreachSecrets,
  mailboxes,
  suppressions,
  emails,
  sending,
  engagement,
  unsubscribes,
  visits,
  inbox,
  external,
  forms,
  inboundWebhooks,
  workflows,
  templates,
  sequences,
  campaigns,
  reportMail,
  catalog,
]

/** Record types in the order in which lists of them are best read; those of plugins come after. */
export const recordTypeOrder: readonly string[] = [
  'contacts',
  'companies',
  'deals',
  'tasks',
  'activities',
  'quotes',
  'orders',
  'invoices',
  'credit_notes',
  'products',
  'price_rules',
]

/** The typed operations of the built-in features; one named interface per feature keeps the declarations short. */
export interface Api {
  readonly catalog: CatalogMethods
  readonly me: MeMethods
  readonly organization: OrganizationMethods
  readonly activities: Customized<Extended<Activities, [typeof quoteOfActivities]>, 'activities'>
  readonly analytics: Analytics & EmailAnalyticsMethods
  readonly emails: EmailMethods & FeedbackMethods
  readonly mailboxes: MailboxMethods & MailboxTrialMethods & InboxMethods
  readonly associations: AssociationMethods
  readonly attachments: AttachmentMethods
  readonly apiKeys: ApiKeys
  readonly audit: Audit
  readonly companies: Customized<
    Extended<
      Companies & CustomerMethods,
      [typeof contactsOfCompanies, typeof dealsOfCompanies, typeof invoicesOfCompanies, typeof billingOfCompanies]
    >,
    'companies'
  >
  readonly contacts: Customized<
    Extended<Contacts & ContactMoves & ContactEnrollments, [typeof dealsOfContacts, typeof tasksOfContacts, typeof sequencesOfContacts]>,
    'contacts'
  >
  readonly creditNotes: Customized<CreditNotes & CreditNoteFileMethods, 'credit_notes'>
  readonly currencies: CurrencyMethods
  readonly deals: Customized<Extended<Deals & DealLineMethods, [typeof tasksOfDeals, typeof linesOfDeals]>, 'deals'>
  readonly dataSources: DataSources
  readonly forms: FormMethods
  readonly grants: GrantMethods
  readonly inboundWebhooks: InboundWebhookMethods
  readonly invoices: Customized<Extended<Invoices & InvoicePayments & InvoiceFileMethods, [typeof creditNotesOfInvoices]>, 'invoices'>
  readonly events: Events
  readonly emailTemplates: EmailTemplateMethods
  readonly exports: ExportMethods
  readonly imports: ImportMethods
  readonly jobs: JobMethods
  readonly hooks: Hooks
  readonly notifications: NotificationMethods
  readonly picklists: PicklistMethods
  readonly pipelines: Pipelines
  readonly lists: ListMethods
  readonly merges: Merges
  readonly orders: Customized<Extended<Orders & OrderFileMethods, [typeof invoicesOfOrders]>, 'orders'>
  readonly priceRules: Customized<PriceRules, 'price_rules'>
  readonly privacy: PrivacyMethods & ConsentMethods
  readonly products: Customized<Products, 'products'>
  readonly properties: PropertyMethods
  readonly quotes: Customized<
    Extended<Quotes & QuoteConversionMethods & QuoteFileMethods, [typeof orderOfQuotes, typeof invoiceOfQuotes]>,
    'quotes'
  >
  readonly reports: Reports
  readonly search: SearchMethods
  readonly salesCycles: SalesCycles
  readonly suppressions: SuppressionMethods
  readonly sync: Sync
  readonly campaigns: CampaignMethods
  readonly sequences: SequenceMethods
  readonly tags: TagMethods
  readonly tasks: Customized<Extended<Tasks, [typeof quoteOfTasks]>, 'tasks'>
  readonly teams: TeamMethods
  readonly tracking: TrackingMethods
  readonly users: UserMethods
  readonly invitations: InvitationMethods
  readonly ownAccount: OwnAccountMethods
  readonly sessions: SessionMethods
  readonly passkeys: PasskeyMethods
  readonly workflows: WorkflowMethods
  readonly workflowRuns: WorkflowRunMethods
  readonly webhooks: Webhooks
}
