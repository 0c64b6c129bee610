import type { Condition, Existence } from './condition.ts'

/** The contrary of a condition: of "all" it is "any of the contraries". */
export function contrary(condition: Condition): Condition {
  if ('all' in condition) return { any: condition.all.map(contrary) }
  if ('any' in condition) return { all: condition.any.map(contrary) }
  return { ...condition, negated: !condition.negated }
}

/**
 * The conditions of an `and` group, in which those on several related records ask for one that meets all of them: `deal.status` and
 * `deal.amount` are of the same deal, in an `or` of the group, too. Negative ones, as `neq`, narrow what the others ask for, and where there
 * are no others, none of the records meets their contrary. A further `and` or `not` within has its own record.
 */
export function ofTheSame(conditions: readonly Condition[]): readonly Condition[] {
  const asked = conditions.map(askedOf)
  const groups = Map.groupBy(
    asked.filter((each) => each !== undefined),
    ({ of }) => of.name,
  )
  const joined = new Map<string, Condition>()
  for (const [name, group] of groups) {
    const [first] = group
    if (first && group.length > 1 && group.some(({ isPositive }) => isPositive))
      joined.set(name, { of: first.of, met: { all: group.map(({ met }) => met) }, negated: false })
  }
  const others = conditions.filter((_, at) => !joined.has(asked[at]?.of.name ?? ''))
  return [...others, ...joined.values()]
}

/** What is asked of one of the related records, by a single condition or by several with `or`. */
interface Asked {
  readonly of: Existence['of']
  readonly met: Condition
  readonly isPositive: boolean
}

function askedOf(condition: Condition): Asked | undefined {
  if ('any' in condition) {
    const asked = condition.any.map(askedOf).filter((each) => each !== undefined)
    const [first] = asked
    if (!first || asked.length < condition.any.length || asked.some(({ of }) => of.name !== first.of.name)) return undefined
    return { of: first.of, met: { any: asked.map(({ met }) => met) }, isPositive: asked.every(({ isPositive }) => isPositive) }
  }
  if (!('met' in condition) || 'all' in condition.met) return undefined
  const { of, met, negated } = condition
  return { of, met: negated ? contrary(met) : met, isPositive: !negated }
}
