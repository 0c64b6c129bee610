import { keysOf } from '../../kernel/values/objects.ts'
/** One value of a picklist: `value` is what records hold, `label` what people read; inactive ones stay valid but are not offered. */
export interface Value {
  readonly value: string
  readonly label: string
  readonly position: number
  readonly active: boolean
}

/** A list of values that an organization can make its own; which fields take them is declared by their record types. */
export interface Definition {
  readonly meaning: string
  /** Only values of the list are taken; else it is what pickers offer, and records may hold other words. */
  readonly strict: boolean
  /** What records get that say nothing: always a value of the list. */
  readonly initial: string | null
  readonly values: readonly Value[]
}

/** Values that the picklist `lost_reasons` begins with; an organization may replace them. */
export const lostReasons = [
  'Price too high',
  'Chose a competitor',
  'No budget',
  'No decision / stalled',
  'Bad timing',
  'Missing feature',
  'Unresponsive',
  'Not a fit',
  'Other',
] as const

/** The priorities of deals until the organization replaces them. */
export const dealPriorities = ['low', 'medium', 'high', 'urgent'] as const
/** The types of deals until the organization replaces them. */
export const dealTypes = ['new_business', 'existing_business', 'renewal', 'upsell'] as const

/** Every picklist by its name, with the values that it has until the organization replaces it. */
export const picklists = {
  lost_reasons: {
    meaning: 'Why deals were lost',
    strict: false,
    initial: null,
    values: listed(lostReasons),
  },
  deal_types: {
    meaning: 'New or further business',
    strict: true,
    initial: 'new_business',
    values: listed(dealTypes),
  },
  priorities: {
    meaning: 'How much deals matter',
    strict: true,
    initial: 'medium',
    values: listed(dealPriorities),
  },
  sources: {
    meaning: 'Where deals and contacts came from',
    strict: false,
    initial: null,
    values: [],
  },
  industries: { meaning: 'Branches of companies', strict: false, initial: null, values: [] },
  tiers: {
    meaning: 'Classes of customers',
    strict: false,
    initial: null,
    values: [],
  },
} as const satisfies Readonly<Record<string, Definition>>

/** The name of a picklist. */
export type PicklistName = keyof typeof picklists
/** In the order in which they are shown. */
export const picklistNames = keysOf(picklists)
/** What a list is about, whatever the organization has made of its values. */
export const definitionOf = (name: PicklistName): Definition => picklists[name]

function listed(values: readonly string[]): Value[] {
  return values.map((value, position) => ({ value, label: labelOf(value), position, active: true }))
}

function labelOf(value: string): string {
  const words = value.replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
