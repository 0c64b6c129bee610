import { eventTypes } from '../kernel/catalog.ts'
import { type Feature, plugin } from '../kernel/feature.ts'

/** What the contract names of quotes: their events. */
export const quotes: Feature = plugin({
  name: 'quotes',
  version: '1.0.0',
  events: eventTypes(
    {
      'quote.sent': 'Quote sent',
      'quote.viewed': 'Quote viewed',
      'quote.accepted': 'Quote accepted',
      'quote.declined': 'Quote declined',
    },
    'Quotes',
  ),
})
