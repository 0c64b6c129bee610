import type { Feature } from './feature.ts'
import type { Registry } from './registry.ts'
import { ChangeRecord } from '../storage/schema/change-record.ts'
import { Property, PropertyValue } from '../storage/custom/property.ts'
import { EventRecord } from '../storage/schema/event-record.ts'
import { ExternalReference } from '../storage/schema/external-id.ts'
import { IdempotencyKey } from '../storage/units/idempotency-key.ts'
import { accessGeneration } from '../storage/migrations/2026-11-27-access-generation.ts'
import { changeEvents } from '../storage/migrations/2026-11-27-change-events.ts'
import { domainScope } from '../storage/migrations/2026-11-27-domain-scope.ts'
import { holidays } from '../storage/migrations/2026-11-27-holidays.ts'
import { idempotencyCaller } from '../storage/migrations/2026-11-27-idempotency-caller.ts'
import { keyAdministration } from '../storage/migrations/2026-11-27-key-administration.ts'
import { initial } from '../storage/migrations/initial.ts'
import { eventNumbers } from '../storage/migrations/2026-11-30-event-numbers.ts'
import { eventSteps } from '../storage/migrations/2026-11-27-event-steps.ts'
import { reminders } from '../storage/migrations/2026-11-27-reminders.ts'
import { searchDeletes } from '../storage/migrations/2026-11-28-search-deletes.ts'
import { writeProbe } from '../storage/migrations/2026-11-27-write-probe.ts'
import { accessGuard } from '../storage/migrations/2026-11-29-access-guard.ts'
import { accounts } from '../storage/migrations/2026-12-01-accounts.ts'
import { suspendedOrganizations } from '../storage/migrations/2026-12-06-suspended-organizations.ts'
import { requestIds } from '../storage/migrations/2026-12-07-request-ids.ts'
import { recurringTasks } from '../storage/migrations/2026-12-10-recurring-tasks.ts'
import { sortKeys } from '../storage/migrations/2026-12-11-sort-keys.ts'
import { attachmentTables } from '../storage/migrations/2026-12-14-attachments.ts'
import { dealContacts } from '../storage/migrations/2026-12-12-deal-contacts.ts'
import { dealMerges } from '../storage/migrations/2026-12-13-deal-merges.ts'
import { sellers } from '../storage/migrations/2026-12-13-sellers.ts'
import { EventDispatch } from '../storage/schema/event-dispatch.ts'
import { textOrders } from '../storage/migrations/2026-12-09-text-order.ts'
import { propertyDefaults } from '../storage/migrations/2026-12-17-property-defaults.ts'
import { propertyFormulas } from '../storage/migrations/2026-12-18-property-formulas.ts'
import { eventBodies } from '../storage/migrations/2026-12-19-event-bodies.ts'
import { eventsOfSteps } from '../storage/migrations/2026-12-22-events-of-steps.ts'
import { sortKeysWithRows } from '../storage/migrations/2026-12-23-sort-keys-with-rows.ts'
import { eventDispatches } from '../storage/migrations/2026-12-25-event-dispatches.ts'
import { largeOrganizations } from '../storage/migrations/2026-12-21-large-organizations.ts'
import { widgetKeys } from '../storage/migrations/2026-11-28-outreach-widget-keys.ts'
import { inboundWebhooks } from '../storage/migrations/2026-11-28-outreach-inbound-webhooks.ts'
import { outreachForms } from '../storage/migrations/2026-11-28-outreach-forms.ts'
import { outreachSuppressions } from '../storage/migrations/2026-11-28-outreach-suppressions.ts'
import type { DatabaseOptions } from '../storage/units/database-options.ts'
import { SharedTime } from '../storage/units/shared-time.ts'
import { Statistics } from '../storage/units/statistics.ts'
import { TextEntry } from '../storage/schema/text-entry.ts'

/** The feature that all others require: event log, external ids, idempotency keys, and the schema of all built-in features. */
export const storage: Feature = {
  name: 'storage',
  version: '1.0.0',
  entities: [EventRecord, EventDispatch, ExternalReference, IdempotencyKey, ChangeRecord, TextEntry, Property, PropertyValue],
  migrations: [
    initial,
    accessGeneration,
    domainScope,
    idempotencyCaller,
    keyAdministration,
    writeProbe,
    searchDeletes,
    eventSteps,
    eventNumbers,
    changeEvents,
    reminders,
    holidays,
    widgetKeys,
    outreachSuppressions,
    outreachForms,
    inboundWebhooks,
    accessGuard,
    accounts,
    suspendedOrganizations,
    requestIds,
    textOrders,
    recurringTasks,
    sortKeys,
    dealContacts,
    dealMerges,
    sellers,
    attachmentTables,
    propertyDefaults,
    propertyFormulas,
    eventBodies,
    largeOrganizations,
    eventsOfSteps,
    sortKeysWithRows,
    eventDispatches,
  ],
  loops: [SharedTime, Statistics],
}

/** What the database of an engine with these features is made of. */
export function schemaOf(registry: Registry): Pick<DatabaseOptions, 'entities' | 'watches' | 'migrations' | 'baseline'> {
  return {
    entities: registry.all('entities'),
    watches: [...registry.watches, ...registry.all('audits')],
    migrations: registry.all('migrations'),
    baseline: async () => (await import('../storage/migrations/generated/sqlite-baseline.ts')).baseline,
  }
}
