import { Deal } from '../../../crm/deals/entity.ts'
import { closedOnCloseDate } from '../../../crm/deals/closing.ts'
import type { PicklistName, Value } from '../../../records/picklists/lists.ts'
import { enterStage } from '../../../crm/deals/stage.ts'
import type { Pipeline } from '../../../crm/pipelines/entity.ts'
import { begin, defaultOf, type Place } from '../../../crm/pipelines/places.ts'
import { firstOf, stageOf } from '../../../crm/pipelines/stages.ts'
import type { RecordOf } from '../../../kernel/operation/schema/fields.ts'
import { DealContacts } from './deal-contacts.ts'
import { dealState } from './deal-state.ts'

/** Where a deal keeps the word of its source for its stage. */
export const stagePath = 'custom.source_stage'

/** Where a deal keeps the word of its source for its status. */
export const statusPath = 'custom.source_status'

/** What the organization has defined, by which the words of a source are understood. */
export interface OrganizationTerms {
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

type DealFields = RecordOf<typeof Deal.fields>

/** Sets what a new deal needs besides what its source says. */
export function placeNewDeal(record: DealFields, { pipelines, currency, user, now }: OrganizationTerms): void {
  const { probability } = record
  const place = placeOf(record, pipelines) ?? begin(defaultOf(pipelines))
  Object.assign(record, closedOnCloseDate({ ...record, ...enterStage(place, now) }, now))
  // What the source says of an open deal counts more than what its stage says.
  if (record.status === 'open' && typeof probability === 'number') record.probability = probability
  record.currency ??= currency
  record.owner_email ??= user
}

/** Moves a deal when its source sends a new word for the stage; an unknown word leaves it where it is. */
export function moveDeal(record: DealFields, before: DealFields, { pipelines, now }: OrganizationTerms): void {
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

/** The stage with this id or name, of the default pipeline first; else the first stage of the state that the word stands for. */
export function stageFor(pipelines: readonly Pipeline[], word: string): Place | undefined {
  for (const pipeline of pipelines.toSorted((a, b) => Number(b.is_default) - Number(a.is_default))) {
    const stage = stageOf(pipeline, word)
    if (stage) return { pipeline, stage }
  }
  const state = dealState(word)
  const pipeline = pipelines.find(({ is_default }) => is_default) ?? pipelines[0]
  const stage = state && pipeline && firstOf(pipeline, state)
  return stage ? { pipeline, stage } : undefined
}
