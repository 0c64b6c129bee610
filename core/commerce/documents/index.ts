import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { NumberSeries } from './entity.ts'
import { margins } from './margin-migration.ts'
import { agreedRates, numbersOnce, partiesAtIssue, pricesOfLines } from './migration.ts'

/** What all commercial documents share: headers, lines, totals and the series of their numbers. */
export const documents: Feature = plugin({
  name: 'documents',
  version: '1.0.0',
  requires: { companies: '^1.0.0', contacts: '^1.0.0', products: '^1.0.0', 'price-rules': '^1.0.0' },
  entities: [NumberSeries],
  migrations: [agreedRates, numbersOnce, margins, pricesOfLines, partiesAtIssue],
})
