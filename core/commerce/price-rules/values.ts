import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import type { PriceRule, RuleKind } from './entity.ts'
import type { PriceRuleCreate } from './schema.ts'

type Values = Partial<Omit<PriceRule, 'id'>>

/** What a rule has of itself. */
export const blankRule = { kind: 'fixed_price' as const, value: null, tiers: [], valid_from: null, valid_to: null }

/** What is stored for what was given: aliases, tiers by rising quantity. */
export function normalised(input: Partial<Static<typeof PriceRuleCreate>>): Values {
  const values = withoutAliases<Values>(input, { custom_properties: 'custom' })
  if (values.tiers) values.tiers = values.tiers.toSorted((a, b) => a.min_quantity - b.min_quantity)
  return values
}

// Percent beyond these would make a negative price; a discount of -1000 % is eleven times the price, and more is a slip of the pen.
const ranges: Readonly<Record<RuleKind, readonly [least: number, most: number]>> = {
  fixed_price: [0, Number.POSITIVE_INFINITY],
  tester: [0, Number.POSITIVE_INFINITY],
  discount_percent: [-1000, 100],
  markup_percent: [-100, 100_000],
}

/**
 * A rule must be able to make a price, and never a negative one. Throws `invalid_input`: `required` without value and tiers, `too_small` or
 * `too_big` by its kind, `duplicate` for two tiers of one quantity.
 */
export function checkRule({
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
  if (twice >= 0) throw invalid(`/tiers/${twice}/min_quantity`, 'duplicate', 'Two tiers begin at one quantity')
  if (valid_from !== null && valid_to !== null && valid_from > valid_to)
    throw invalid('/valid_to', 'too_small', 'valid_to is before valid_from')
}
