import { externalId, type SetRules } from '../../records/record-type/set-rules.ts'
import { Company } from '../../crm/companies/entity.ts'
import { Product } from '../products/entity.ts'
import { PriceRule } from './entity.ts'
import { blankRule, checkRule, normalised } from './values.ts'

/** How sets of price rules are written: the rules of `PriceRuleService`. */
export const priceRuleSets: SetRules = {
  entity: PriceRule,
  object: 'price_rules',
  keys: [externalId],
  links: { company_id: Company, product_id: Product },
  normalised(input) {
    const values = normalised(input)
    // What a known rule has already cannot be told here: it is checked with it below.
    if (values.kind && (values.value !== undefined || values.tiers)) checkRule({ ...blankRule, ...values })
    return { ...values }
  },
  async prepare(drafts, made) {
    for (const draft of drafts) {
      const { value = null, tiers = [] } = draft.values as Partial<PriceRule>
      if (made.has(draft) && value === null && tiers.length === 0)
        draft.refusal = { reason: 'value or tiers are required of a new rule', code: 'required', field: 'value' }
    }
    return undefined
  },
  follow(record, values) {
    checkRule({ ...(record as unknown as PriceRule), ...values })
    return values
  },
}
