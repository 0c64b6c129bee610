import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Quote, QuoteLine } from './entity.ts'
import { quoteEvents } from './events.ts'
import { ExpiringQuotes } from './expiry.ts'
import { quotes as operations } from './operations.ts'

/** Quotes with their versions, moves and expiry. */
export const quotes: Feature = plugin({
  name: 'quotes',
  version: '1.0.0',
  requires: { documents: '^1.0.0' },
  entities: [Quote, QuoteLine],
  watches: [quoteEvents],
  operations: { quotes: operations },
  loops: [ExpiringQuotes],
})
