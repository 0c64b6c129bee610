import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import type { PriceRule, RuleKind } from './entity.ts'
import type { PriceRuleCreate } from './schema.ts'

/** The values of a price rule that a write sets. */
export type PriceRuleValues = Partial<Omit<PriceRule, 'id'>>

// What decides whether a rule makes a price, before anything is given.
const blankRule = { kind: 'fixed_price' as const, value: null, tiers: [], valid_from: null, valid_to: null }

/** The values that are stored for an input: aliases by their field, tiers by rising quantity. */
export function normalizePriceRule(input: Partial<Static<typeof PriceRuleCreate>>): PriceRuleValues {
  const values = withoutAliases<PriceRuleValues>(input, { custom_properties: 'custom' })
  if (values.tiers) values.tiers = values.tiers.toSorted((a, b) => a.min_quantity - b.min_quantity)
  return values
}

// Percents beyond these would make a negative price; a discount of -1000 % is eleven times the price, and more is a typing error.
const ranges: Readonly<Record<RuleKind, readonly [least: number, most: number]>> = {
  fixed_price: [0, Number.POSITIVE_INFINITY],
  tester: [0, Number.POSITIVE_INFINITY],
  discount_percent: [-1000, 100],
  markup_percent: [-100, 100_000],
}

/**
 * What an input changes in a known price rule or makes of a new one (`null`), for one and for sets alike. Throws `invalid_input` where the
 * rule could not make a price, or a negative one: `required` without value and tiers, `too_small` or `too_big` by its kind, `duplicate` for
 * two tiers of one quantity.
 */
export function decidePriceRule(known: PriceRule | null, values: PriceRuleValues): PriceRuleValues {
  checkRule({ ...(known ?? blankRule), ...values })
  return values
}

function checkRule({
  kind,
  value,
  tiers,
  valid_from,
  valid_to,
}: Pick<PriceRule, 'kind' | 'value' | 'tiers' | 'valid_from' | 'valid_to'>): void {
  if (value === null && tiers.length === 0) throw invalid('/value', 'required', 'value or tiers are required')
  const [least, most] = ranges[kind]
  const values = [['/value', value] as const, ...tiers.map((tier, at) => [`/tiers/${at}/value`, tier.value] as const)]
  for (const [path, each] of values) {
    if (each === null || (each >= least && each <= most)) continue
    throw invalid(
      path,
      each < least ? 'too_small' : 'too_big',
      most === Infinity ? `The value of a ${kind} is at least ${least}` : `The value of a ${kind} lies between ${least} and ${most}`,
    )
  }
  const twice = tiers.findIndex((tier, at) => tier.min_quantity === tiers[at - 1]?.min_quantity)
  if (twice >= 0) throw invalid(`/tiers/${twice}/min_quantity`, 'duplicate', 'Two tiers begin at the same quantity')
  if (valid_from !== null && valid_to !== null && valid_from > valid_to)
    throw invalid('/valid_to', 'too_small', 'valid_to is before valid_from')
}
