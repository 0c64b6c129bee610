import { documentSearch } from '../documents/search.ts'
import { Quote, QuoteLine } from './entity.ts'

/** What conditions can name of a quote. */
export const quoteSearch = documentSearch('quote', Quote, QuoteLine, { text: 'quotes' })
