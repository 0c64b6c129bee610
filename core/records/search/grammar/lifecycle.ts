import { foldText } from './text.ts'

/** Lifecycle stages of contacts and companies, in the order of a customer's way. */
export const lifecycleStages = ['subscriber', 'lead', 'mql', 'sql', 'opportunity', 'customer', 'evangelist', 'churned', 'other'] as const

/** What people read for each lifecycle stage. */
export const lifecycleLabels: Readonly<Record<(typeof lifecycleStages)[number], string>> = {
  subscriber: 'Subscriber',
  lead: 'Lead',
  mql: 'Marketing Qualified',
  sql: 'Sales Qualified',
  opportunity: 'Opportunity',
  customer: 'Customer',
  evangelist: 'Evangelist',
  churned: 'Churned',
  other: 'Other',
}

/** Ids of the lifecycle stages by id and label: conditions accept both. */
export const lifecycleIds: ReadonlyMap<string, string> = new Map(
  Object.entries(lifecycleLabels).flatMap(([id, label]) => [
    [id, id],
    [foldText(label), id],
  ]),
)
