import type { Customers } from './customers.ts'
import type { Deal } from './entity.ts'
import { type DealValues, withContacts } from './input.ts'
import type { DealStageRules } from './stage-rules.ts'

/** What every deal is decided with. */
interface Decision {
  /** What was given, as `normalizeDeal` and `withPicklistValues` leave it. */
  readonly values: DealValues
  readonly stages: DealStageRules
  readonly now: Date
}

/** A deal that is made, with the contacts and companies that it names. */
export interface NewDeal extends Decision {
  readonly customers: Customers
}

/** A deal that is changed; without `customers` its values name none, or have live ones already. */
export interface ChangedDeal extends Decision {
  readonly known: Deal
  readonly customers?: Customers | undefined
}

/**
 * What is written for one deal, alone or in a set: the values of a new one, the changes of a known one. Throws `invalid_input` for a
 * contact, company, pipeline or stage that does not exist, and for what its stage does not allow.
 */
export function decideDeal(deal: NewDeal | ChangedDeal): DealValues {
  const { stages, now } = deal
  if ('known' in deal) {
    const { known, customers } = deal
    const values = customers ? customers.resolve(deal.values, known) : deal.values
    return stages.update(known, withContacts(values, known), now)
  }
  const { customers } = deal
  return stages.create(customers.complete(withContacts(customers.resolve(deal.values))), now)
}
