import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { conversions as operations } from './operations.ts'

/** Quotes that become orders and invoices. */
export const conversions: Feature = plugin({
  name: 'conversions',
  version: '1.0.0',
  requires: { quotes: '^1.0.0', orders: '^1.0.0', invoices: '^1.0.0' },
  operations: { quotes: operations },
})
