import { User } from '../../../platform/access/entity.ts'
import { homeOf } from '../../../platform/access/organization.ts'
import { Deal } from '../../../crm/deals/entity.ts'
import { DealRecord } from '../../../crm/deals/schema.ts'
import { definitionOf, type PicklistName, type Value } from '../../../records/picklists/lists.ts'
import { meant, valuesOf } from '../../../records/picklists/values.ts'
import { pipelinesOf } from '../../../crm/pipelines/default.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { SOURCE_CONTACT } from '../arrivals/awaited-contacts.ts'
import { DealContacts } from './deal-contacts.ts'
import type { ReadField } from '../normalize/values.ts'
import { DraftBuilder } from './draft.ts'
import { ownFields } from './own-fields.ts'
import type { ObjectWriter } from './object-writer.ts'
import { stagePath, statusPath, type OrganizationTerms, placeNewDeal, moveDeal, stageFor } from './deal-stages.ts'

const paths = {
  name: 'name',
  amount: 'amount',
  currency: 'currency',
  close_date: 'close_date',
  probability: 'probability',
  source: 'source',
  next_step: 'next_step',
  lost_reason: 'lost_reason',
  description: 'description',
}

const lists = [
  ['priority', 'priorities'],
  ['deal_type', 'deal_types'],
] as const

const own = {
  fields: Deal.fields,
  shown: Object.keys(DealRecord.properties),
  only: ['forecast_category', 'recurring', 'mrr', 'next_step_date', 'won_reason', 'competitors', 'tags'],
}

const CONTACT = `custom.${SOURCE_CONTACT}`

const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63})+$/

type DealField = ReadField<'deals'>

type DealWriter = ObjectWriter<typeof Deal.fields>

/** Opportunities of a source: deals by external id; their stage by its id, its name or what it means. */
export const deals: DealWriter = { ...writerWith(), bind: async (batch) => writerWith(await knownTo(batch)) }

function writerWith(known?: OrganizationTerms): DealWriter {
  return {
    object: 'deals',
    entity: Deal,
    keys: [],
    custom: 'custom',
    owner: 'owner_email',
    own,
    draft(reading, source) {
      const said = ownFields(reading, own, source)
      const draft = new DraftBuilder<DealField>(reading, Deal.fields, source).copyAll(paths).custom('custom', said).setOwn(said.values)
      const stage = draft.text('stage')
      if (stage !== undefined) {
        draft.set(stagePath, stage)
        if (known && !stageFor(known.pipelines, stage))
          draft.warnings.push(`stage: ${stage.slice(0, 60)} is no stage that is known; it is kept as custom source_stage`)
      }
      const status = draft.text('status')
      if (status !== stage) draft.set(statusPath, status)
      const contact = draft.text('contact')
      const contactId = contact === undefined ? undefined : known?.contacts.of(contact)
      if (contact !== undefined) draft.set(contactId === undefined ? CONTACT : 'primary_lead_id', contactId ?? contact)
      for (const [field, list] of lists) choose(draft, field, known?.words.get(list) ?? definitionOf(list).values)
      const owner = draft.text('owner')
      const email = owner === undefined || EMAIL.test(owner) ? owner?.toLowerCase() : known?.owners.get(fold(owner))
      if (owner !== undefined) draft.set(email === undefined ? 'custom.source_owner' : 'owner_email', email ?? owner)
      const named = draft.text('company')
      if (named !== undefined) draft.company = { named: named.slice(0, 255) }
      return draft.build()
    },
    link: (_party, { id }) => ({ values: { company_id: id } }),
    identity: ({ name }) => (typeof name === 'string' ? fold(name) : null),
    lacks: ({ values }) =>
      values.name === undefined ? { code: 'no_key', field: 'name', reason: 'no key: a deal that is new needs a name' } : null,
    complete(record, given, before) {
      if (!known) return
      if (before === null) placeNewDeal(record, known)
      else if (given.has(stagePath) || given.has(statusPath)) moveDeal(record, before, known)
      record.amount ??= 0
    },
  }
}

/** Sets a value of a picklist from the word of the source; an unknown word becomes a custom field. */
function choose(draft: DraftBuilder<DealField>, field: 'priority' | 'deal_type', values: readonly Value[]): void {
  const word = draft.text(field)
  if (word === undefined) return
  const value = meant(values, word)
  draft.set(value === undefined ? `custom.source_${field}` : field, value ?? word)
}

async function knownTo({
  records,
  readings,
  provider,
  references,
}: Parameters<NonNullable<ObjectWriter['bind']>>[0]): Promise<OrganizationTerms> {
  const users = await records.columns(User, ['email', 'name'], (query) => query.where('name', 'is not', null))
  const { actor, now } = records.unit
  const { currency } = await homeOf(records)
  const owners = new Map(users.map(({ name, email }) => [fold(name ?? ''), email]))
  const named = readings.flatMap(({ derived }) => derived.contact ?? [])
  const contacts = await DealContacts.named(named, records, references('contacts'), provider)
  const words = new Map<PicklistName, readonly Value[]>()
  for (const [, list] of lists) words.set(list, await valuesOf(records, list))
  return { pipelines: await pipelinesOf(records), owners, words, contacts, currency, user: actor.user, now }
}
