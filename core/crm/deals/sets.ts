import type { Records } from '../../kernel/storage/records/records.ts'
import { judged } from '../../records/bulk/read.ts'
import { externalId, type SetRules } from '../../records/record-type/set-rules.ts'
import { pipelinesOf } from '../pipelines/default.ts'
import { Customers } from './customers.ts'
import { decideDeal } from './decide.ts'
import { Deal } from './entity.ts'
import { type DealFollower, followSet } from './following.ts'
import { dealRelies, normalizeDeal, withContacts, withPicklistValues } from './input.ts'
import { mergedDeal, worthOf } from './merged.ts'
import { DealStageRules } from './stage-rules.ts'

/** The keys that find a deal. */
export const dealKeys = ['external_id'] as const

/** The rules by which sets of deals are written: `decideDeal` for each, in look-ups that do not grow with the set. */
export function dealSets(records: Records, followers: readonly DealFollower[]): SetRules<typeof Deal.fields> {
  const { now } = records.unit
  // Loaded with the first deal of a set, before any is decided.
  let stages = new DealStageRules([])
  let isLoaded = false
  return {
    entity: Deal,
    object: 'deals',
    keys: [externalId],
    links: {},
    reliesOn: dealRelies,
    async normalize(input) {
      if (!isLoaded) stages = new DealStageRules(await pipelinesOf(records))
      isLoaded = true
      return await withPicklistValues(records, normalizeDeal(input))
    },
    async prepare(drafts, made, known) {
      const customers = await Customers.of(
        records,
        drafts.map(({ values }) => values),
      )
      for (const draft of drafts)
        judged(draft, ({ values }) =>
          made.has(draft) ? decideDeal({ values, customers, stages, now }) : customers.resolve(values, known.get(draft)),
        )
      const changes = drafts.flatMap((draft) => {
        const before = known.get(draft)
        return before ? [{ before, draft }] : []
      })
      return await followSet(followers, records, changes)
    },
    follows: async (changes) => await followSet(followers, records, changes),
    decide: (known, values) => decideDeal({ values, known, stages, now }),
    async merged(survivor, others, chosen) {
      const customers = await Customers.of(records, [chosen])
      const values = mergedDeal(survivor, others)
      return { ...values, ...withContacts(customers.resolve(chosen, survivor), { ...survivor, ...values }) }
    },
    restored: async (deal) => new DealStageRules(await pipelinesOf(records)).restore(deal, now),
    // A primary contact that was chosen since stays one of its contacts.
    split: (deal) =>
      withContacts(
        { primary_lead_id: deal.primary_lead_id, contacts: deal.contacts.map(({ lead_id, role = null }) => ({ lead_id, role })) },
        deal,
      ),
    partsFrom: (survivor, others) => worthOf(survivor, others).id,
  }
}
