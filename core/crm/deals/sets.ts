import { judged } from '../../records/bulk/read.ts'
import { externalId, type SetRules } from '../../records/bulk/rules.ts'
import { pipelinesOf } from '../pipelines/default.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { Customers } from './customers.ts'
import { Deal } from './entity.ts'
import { type DealValues, normalised, withContacts, withPicked } from './input.ts'
import { Placing } from './stage-rules.ts'

/** By what a deal is found. */
export const dealKeys = ['external_id'] as const

/** How sets of deals are written: the rules of `DealService`, in look-ups that do not grow with the set. */
export function dealSets(records: Records): SetRules {
  let placing: Placing | undefined
  return {
    entity: Deal,
    object: 'deals',
    keys: [externalId],
    links: {},
    async normalised(input) {
      placing ??= new Placing(await pipelinesOf(records))
      return { ...(await withPicked(records, normalised(input))) }
    },
    async prepare(drafts, made, known) {
      const customers = await Customers.of(
        records,
        drafts.map(({ values }) => values),
      )
      for (const draft of drafts)
        judged(draft, () => completed(customers.linked(draft.values, known.get(draft) as Deal | undefined), made.has(draft), customers))
      return undefined
    },
    follow(record, values) {
      const deal = record as unknown as Deal
      return placing?.follow(deal, withContacts(values, deal), records.unit.now) ?? values
    },
  }

  function completed(values: DealValues, made: boolean, customers: Customers): Row {
    return made && placing ? { ...placing.begin(customers.completed(withContacts(values)), records.unit.now) } : { ...values }
  }
}
