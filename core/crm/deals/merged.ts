import type { Deal } from './entity.ts'
import type { DealValues } from './input.ts'

/** Where a deal stands in its pipeline and how it ended: facts of one deal, which make no sense mixed with those of another. */
export const placeFields = [
  'pipeline_id',
  'pipeline_name',
  'stage_id',
  'stage_name',
  'status',
  'probability',
  'forecast_category',
  'stage_entered_at',
  'closed_at',
  'won_reason',
  'lost_reason',
] as const satisfies (keyof Deal)[]

/** What a deal is worth and costs; amounts of another currency, and costs of other lines, are no gaps of this one. */
export const moneyFields = ['amount', 'cost', 'currency', 'mrr'] as const satisfies (keyof Deal)[]

/**
 * What follows of a merge of deals by rules of their own: the survivor keeps its place in the pipeline. Its money is its own, or where it has
 * none, that of the first other that has some, with whose lines it comes. It has each contact once, and one primary contact.
 */
export function mergedDeal(survivor: Deal, others: readonly Deal[]): DealValues {
  const all = [survivor, ...others]
  const worth = worthOf(survivor, others)
  const primary = all.map(({ primary_lead_id }) => primary_lead_id).find((id) => id !== null) ?? null
  const contacts = new Map<string, Deal['contacts'][number]>()
  for (const each of all.flatMap((deal) => deal.contacts)) if (!contacts.has(each.lead_id)) contacts.set(each.lead_id, each)
  return {
    ...picked(survivor, placeFields),
    ...picked(worth, moneyFields),
    primary_lead_id: primary,
    contacts: [...contacts.values()].map((each) => ({ ...each, primary: each.lead_id === primary })),
  }
}

/** The deal whose money the survivor has afterwards. */
export function worthOf(survivor: Deal, others: readonly Deal[]): Deal {
  return [survivor, ...others].find(({ amount, mrr }) => amount !== 0 || mrr !== null) ?? survivor
}

function picked(deal: Deal, names: readonly (keyof Deal)[]): DealValues {
  return Object.fromEntries(names.map((name) => [name, deal[name]]))
}
