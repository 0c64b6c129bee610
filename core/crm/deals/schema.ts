import { Type } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Id, Nullable, OwnerText } from '../../kernel/operation/schema/schema.ts'
import {
  type ListFilter,
  flag,
  fromDay,
  is,
  listSchema,
  ownedBy,
  refersTo,
  says,
  tagged,
  toDay,
} from '../../kernel/storage/records/filters.ts'
import { namedBy } from '../../kernel/storage/records/naming.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import { fromUnits, percentOfUnits, toUnits } from '../../kernel/values/units.ts'
import { Deal, DealContact, dealFields, dealsOfContact } from './entity.ts'
import { moneyFields, placeFields } from './merged.ts'
import { daysBetween } from './stage.ts'

// Further names of these fields are accepted; their own are answered.
const aliases = {
  contact_id: Type.Optional(Nullable(Id('Same as primary_lead_id'))),
  lead_id: Type.Optional(Nullable(Id('Same as primary_lead_id'))),
  assigned_to: Type.Optional(OwnerText('Same as owner_email')),
  custom_properties: Type.Optional(dealFields.custom.schema),
  contacts: Type.Optional(
    Type.Array(
      Closed({
        ...DealContact.properties,
        lead_id: Type.Optional(DealContact.properties.lead_id),
        contact_id: Type.Optional(Id('Same as lead_id')),
      }),
      { maxItems: 100, description: 'All contacts, with what they are in the deal' },
    ),
  ),
}

/** A deal as the API shows it: its fields, and what is computed at the time of the call. */
export const DealRecord = Closed(
  {
    ...recordSchema(dealFields).properties,
    weighted_amount: Type.Number({ description: 'amount x probability' }),
    margin: Nullable(Type.Number({ description: 'amount less cost; null where the cost is not known' })),
    days_in_stage: Type.Number({ description: 'Fractional days' }),
    rotting: Type.Boolean({ description: 'Longer in its stage than the stage allows' }),
    merged_from: Type.Optional(Id('The id that was asked for, of a deal that this one has taken in')),
  },
  { description: 'A deal' },
)
/** Input of create. Two names of one field must not contradict each other; unknown fields are refused. */
export const DealCreate = Closed({ ...createSchema(dealFields).properties, ...aliases })
/** Input of update. */
export const DealUpdate = Closed({ ...updateSchema(dealFields).properties, ...aliases })
/** Values that a merge can set: a deal is moved, won or lost before or after, not while it is merged. */
export const DealMergeValues = Type.Omit(DealUpdate, [...placeFields, ...moneyFields])

// Any contact of the deal, not only its primary one.
const ofContact: ListFilter = {
  schema: Id('Deals in which this contact takes part'),
  condition: (value, { eb }) => eb('id', 'in', namedBy(Deal.table, 'named', dealsOfContact, sql.val(value)).select('named.id')),
}

/** Filters of the list; days are those of the close date, `contact_id` finds any contact of the deal. */
export const dealFilters = {
  pipeline_id: refersTo('pipeline_id'),
  stage_id: is('stage_id'),
  status: is('status', dealFields.status.schema),
  owner: ownedBy('owner_email'),
  close_before: beforeDay('close_date'),
  close_from: fromDay('close_date'),
  close_to: toDay('close_date'),
  company_id: refersTo('company_id'),
  contact_id: ofContact,
  priority: is('priority'),
  deal_type: is('deal_type'),
  source: says('source'),
  tag: tagged('deals'),
  rotting: flag('Open deals that are longer in their stage than it allows', ({ codec, now }) => {
    const time = codec.toColumn('stuck_at', now)
    return sql<SqlBool>`(status = 'open' and stuck_at is not null and stuck_at <= ${time})`
  }),
}
/** Orders of the list; `-` in front reverses one. */
export const dealSorts = ['created_at', 'updated_at', 'close_date', 'amount', 'stage_entered_at', 'name'] as const
/** Query of the list. */
export const DealList = listSchema(dealFilters, dealSorts)

/** A deal as lists, events and webhooks show it. */
export const presentDeal = presenter(dealFields, (deal, now) => ({
  weighted_amount: weightedAmount(deal),
  margin: marginOf(deal),
  days_in_stage: daysBetween(deal.stage_entered_at, now),
  rotting: isRotting(deal, now),
}))

/** What a deal is worth by its probability, rounded to its currency. */
export function weightedAmount({ amount, probability, currency }: Pick<Deal, 'amount' | 'probability' | 'currency'>): number {
  return fromUnits(percentOfUnits(toUnits(amount), probability ?? 0, exponentOf(currency)))
}

/** What a deal earns, in its currency; null where its cost is not known. */
export function marginOf({ amount, cost }: Pick<Deal, 'amount' | 'cost'>): number | null {
  return cost === null ? null : fromUnits(toUnits(amount) - toUnits(cost))
}

/** Whether an open deal is in its stage for longer than `stuck_after_days` of the stage. */
export function isRotting({ status, stuck_at }: Pick<Deal, 'status' | 'stuck_at'>, now: Date): boolean {
  return status === 'open' && stuck_at !== null && stuck_at.getTime() <= now.getTime()
}

function beforeDay(column: string): ListFilter {
  return {
    ...toDay(column),
    condition: (value, { eb }) => eb(column, '<', value),
    schema: { ...toDay(column).schema, description: `${column} before this day` },
  }
}
