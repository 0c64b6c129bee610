import { judged } from '../../records/bulk/read.ts'
import { externalId, type SetRules } from '../../records/record-type/set-rules.ts'
import { Company } from '../../crm/companies/entity.ts'
import { Product } from '../products/entity.ts'
import { PriceRule } from './entity.ts'
import { decidePriceRule, normalizePriceRule } from './values.ts'

/** Fields of a price rule that hold ids of other records. */
export const priceRuleLinks = { company_id: Company, product_id: Product }

/** The rules by which sets of price rules are written: those of `PriceRuleService`. */
export const priceRuleSets: SetRules<typeof PriceRule.fields> = {
  entity: PriceRule,
  object: 'price_rules',
  keys: [externalId],
  links: priceRuleLinks,
  normalize(input) {
    const values = normalizePriceRule(input)
    // Without a kind or a value the input may complete a known rule, with which it is decided below.
    const isWhole = values.kind && (values.value !== undefined || values.tiers)
    return isWhole ? decidePriceRule(null, values) : values
  },
  async prepare(drafts, made) {
    for (const draft of drafts) if (made.has(draft)) judged(draft, ({ values }) => decidePriceRule(null, values))
    return undefined
  },
  decide: decidePriceRule,
}
