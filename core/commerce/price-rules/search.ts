import { searchable } from '../../records/search/grammar/searchable.ts'
import { PriceRule } from './entity.ts'

/** What conditions can name of a price rule. */
export const priceRuleSearch = searchable('price_rule', PriceRule)
