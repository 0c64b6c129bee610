import { Type } from '@sinclair/typebox'
import type { Decimal } from 'decimal.js'
import type { Pipeline } from '../../crm/pipelines/entity.ts'
import { periods } from '../../kernel/values/period.ts'
import { Id, OneOf, OwnerText } from '../../kernel/operation/schema/schema.ts'
import { days } from '../reports/entity.ts'
import { Exact, zero } from '../../kernel/money/tally.ts'
import { eachInTurns } from '../../kernel/values/turns.ts'

/** Which days an analysis is about. */
export const spanInput = {
  period: Type.Optional(OneOf(periods, { description: 'Named period, in days of the organization' })),
  ...days,
}
/** Narrows an analysis to the records of one owner, by e-mail. */
export const owner = Type.Optional(OwnerText('Only records of this owner; me = yours'))
/** Which pipeline is meant, where an analysis is about one. */
export const pipeline_id = Type.Optional(Id('The default pipeline when left out'))
/** ISO 4217 code of the organization, to which all amounts of an answer are converted. */
export const currency = Type.String({ description: 'Of all amounts: that of the organization' })

/** A figure that is null where there is nothing to divide by, which is not the same as 0. */
export const share = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

/** A share of a whole, to four decimals; null where there is no whole. */
export function ratio(part: number | Decimal, whole: number | Decimal): number | null {
  const of = new Exact(whole)
  return of.isZero() ? null : new Exact(part).dividedBy(of).toDecimalPlaces(4).toNumber() + 0
}

/** The mean to four decimals; null of nothing. Others have their turn between two values. */
export async function mean(values: readonly (number | Decimal)[]): Promise<number | null> {
  let sum = zero
  await eachInTurns(values, (each) => (sum = sum.plus(each)))
  return ratio(sum, values.length)
}

/** Groups in the order of their names, what has none last. */
export function byName<T>(groups: ReadonlyMap<string | null, T>): [string | null, T][] {
  return [...groups].toSorted(([a], [b]) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1))
}

/** Groups by stage in the order of the pipelines and of their stages; what was deleted since comes last. */
export function byStage<T>(groups: ReadonlyMap<string | null, T>, pipelines: readonly Pick<Pipeline, 'stages'>[]): [string | null, T][] {
  const known = pipelines.flatMap(({ stages }) => stages.map(({ id }) => id))
  const places = new Map<string | null, number>(known.map((id, at) => [id, at]))
  const placeOf = (id: string | null) => places.get(id) ?? known.length
  return byName(groups).toSorted(([a], [b]) => placeOf(a) - placeOf(b))
}
