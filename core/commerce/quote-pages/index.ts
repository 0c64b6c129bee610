import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { quotePages as pages } from './operations.ts'

/** What a customer sees of a quote: its public page. */
export const quotePages: Feature = plugin({
  name: 'quote-pages',
  version: '1.0.0',
  requires: { quotes: '^1.0.0' },
  pages,
})
