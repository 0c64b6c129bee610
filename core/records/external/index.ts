import { eventTypes } from '../../kernel/operation/catalog.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'

/** Events that come from outside or by hand. */
export const externalEvents = {
  'webhook.received': 'Inbound webhook (automation platforms, forms)',
  'form.submitted': 'Form submitted',
  'workflow.enrolled': 'Enrolled manually (CRM, another workflow, API, assistant)',
}

/** What comes in from outside or by hand, and is no change of a record. */
export const external: Feature = plugin({
  name: 'external',
  version: '1.0.0',
  events: eventTypes(externalEvents, 'External'),
})
