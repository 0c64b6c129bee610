import { User } from '../../../platform/access/entity.ts'
import { homeOf } from '../../../platform/access/organization.ts'
import { Deal } from '../../../crm/deals/entity.ts'
import { DealRecord } from '../../../crm/deals/schema.ts'
import { closedOnCloseDate } from '../../../crm/deals/stage-rules.ts'
import { definitionOf, type PicklistName, type Value } from '../../../records/picklists/lists.ts'
import { meant, valuesOf } from '../../../records/picklists/values.ts'
import { enterStage } from '../../../crm/deals/stage.ts'
import { pipelinesOf } from '../../../crm/pipelines/default.ts'
import type { Pipeline } from '../../../crm/pipelines/entity.ts'
import { begin, defaultOf, type Place } from '../../../crm/pipelines/places.ts'
import { firstOf, stageOf } from '../../../crm/pipelines/stages.ts'
import type { RecordOf } from '../../../kernel/operation/fields.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { SOURCE_CONTACT } from '../arrivals/awaited-contacts.ts'
import { DealContacts } from './deal-contacts.ts'
import { dealState } from './deal-state.ts'
import type { ReadField } from '../normalize/values.ts'
import { DraftBuilder } from './draft.ts'
import { ownFields } from './own-fields.ts'
import type { ObjectWriter } from './object-writer.ts'

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
const STAGE = 'custom.source_stage'
const STATUS = 'custom.source_status'
const CONTACT = `custom.${SOURCE_CONTACT}`
const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63})+$/

/** What the organization has defined, by which the words of a source are understood. */
interface Known {
  readonly pipelines: readonly Pipeline[]
  /** E-mail addresses of teammates by their folded names. */
  readonly owners: ReadonlyMap<string, string>
  readonly contacts: DealContacts
  /** The words of the organization for types and priorities. */
  readonly words: ReadonlyMap<PicklistName, readonly Value[]>
  readonly currency: string
  readonly user: string
  readonly now: Date
}

type DealField = ReadField<'deals'>
type DealFields = RecordOf<typeof Deal.fields>
type DealWriter = ObjectWriter<typeof Deal.fields>

/** Opportunities of a source: deals by external id; their stage by its id, its name or what it means. */
export const deals: DealWriter = { ...writerWith(), bind: async (batch) => writerWith(await knownTo(batch)) }

function writerWith(known?: Known): DealWriter {
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
        draft.set(STAGE, stage)
        if (known && !stageFor(known.pipelines, stage))
          draft.warnings.push(`stage: ${stage.slice(0, 60)} is no stage that is known; it is kept as custom source_stage`)
      }
      const status = draft.text('status')
      if (status !== stage) draft.set(STATUS, status)
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
      if (before === null) complete(record, known)
      else if (given.has(STAGE) || given.has(STATUS)) move(record, before, known)
      record.amount ??= 0
    },
  }
}

/** Sets what a new deal needs besides what its source says. */
function complete(record: DealFields, { pipelines, currency, user, now }: Known): void {
  const { probability } = record
  const place = placeOf(record, pipelines) ?? begin(defaultOf(pipelines))
  Object.assign(record, closedOnCloseDate({ ...record, ...enterStage(place, now) }, now))
  // What the source says of an open deal counts more than what its stage says.
  if (record.status === 'open' && typeof probability === 'number') record.probability = probability
  record.currency ??= currency
  record.owner_email ??= user
}

/** Moves a deal when its source sends a new word for the stage; an unknown word leaves it where it is. */
function move(record: DealFields, before: DealFields, { pipelines, now }: Known): void {
  const own = pipelines.filter(({ id }) => id === before.pipeline_id)
  const place = placeOf(record, own.length > 0 ? own : pipelines)
  if (place) Object.assign(record, enterStage(place, now, before))
}

/** The place of a deal by the words of its source: its stage, unless the status says closed and the stage is open. */
function placeOf({ custom }: DealFields, pipelines: readonly Pipeline[]): Place | undefined {
  const { source_stage: stage, source_status: status } = custom
  const place = stage === undefined ? undefined : stageFor(pipelines, String(stage))
  const state = status === undefined ? null : dealState(String(status))
  const closed = state !== null && state !== 'open' && place?.stage.type !== state
  return closed || !place ? (status === undefined ? place : (stageFor(pipelines, String(status)) ?? place)) : place
}

/** Sets a value of a picklist from the word of the source; an unknown word becomes a custom field. */
function choose(draft: DraftBuilder<DealField>, field: 'priority' | 'deal_type', values: readonly Value[]): void {
  const word = draft.text(field)
  if (word === undefined) return
  const value = meant(values, word)
  draft.set(value === undefined ? `custom.source_${field}` : field, value ?? word)
}

/** The stage with this id or name, of the default pipeline first; else the first stage of the state that the word stands for. */
function stageFor(pipelines: readonly Pipeline[], word: string): Place | undefined {
  for (const pipeline of pipelines.toSorted((a, b) => Number(b.is_default) - Number(a.is_default))) {
    const stage = stageOf(pipeline, word)
    if (stage) return { pipeline, stage }
  }
  const state = dealState(word)
  const pipeline = pipelines.find(({ is_default }) => is_default) ?? pipelines[0]
  const stage = state && pipeline && firstOf(pipeline, state)
  return stage ? { pipeline, stage } : undefined
}

async function knownTo({ records, readings, provider, references }: Parameters<NonNullable<ObjectWriter['bind']>>[0]): Promise<Known> {
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
