import { type Static, Type } from '@sinclair/typebox'
import type { DayRange, DaySpan, RelativeDays } from '../../../kernel/values/relative-days.ts'
import type { SearchField } from './field.ts'
import { operatorNames, type Operator, type Test } from './operators.ts'
import type { Related } from './searchable.ts'

/** The one grammar of conditions: search, lists, reports and workflows. */
export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter }
  | { readonly field: string; readonly op: Operator; readonly value?: unknown }

const nested = { type: 'object', description: 'A filter: the same form again' }

/** Its schema says the form; `parseFilter` judges it, and names the place of every fault. */
export const Filter = Type.Unsafe<Filter>({
  ...Type.Any(),
  type: 'object',
  description:
    'One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x',
  properties: {
    field: {
      type: 'string',
      maxLength: 200,
      description: 'Field of the record, of a related one (company.tier) or a custom property (custom.x)',
    },
    op: { type: 'string', enum: operatorNames, description: 'How the field is compared with the value' },
    value: {
      description:
        'What to compare with; for `in` a list, or a text with commas; none for is_set and is_not_set. Days also in words: today, last 7 days, since monday, tomorrow 9am, -30d',
    },
    and: { type: 'array', items: nested, maxItems: 100, description: 'All of these hold; an empty list always does' },
    or: { type: 'array', items: nested, maxItems: 100, description: 'One of these holds; an empty list never does' },
    not: { ...nested, description: 'This does not hold' },
  },
  examples: [{ field: 'updated_at', op: 'gte', value: '2026-01-01' }],
  additionalProperties: false,
})

/** Conditions by field and operator: what the query of a list can carry of the grammar. */
export const FieldFilter = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown(), { maxProperties: 20 }), {
  maxProperties: 100,
  description:
    'Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches',
  examples: [{ updated_at: { gte: '2026-01-01' } }],
})
export type FieldFilter = Static<typeof FieldFilter>

/** What a parsed condition reads: a field of the record or of a related one, or a custom property by its key. */
export interface FieldPath {
  readonly path: string
  readonly field: SearchField
  readonly related?: { readonly name: string } & Related
  /** Of a custom property. */
  readonly key?: string
}

/** A moment, or the days from `from` to before `to`. */
export interface Moment {
  readonly from: Date
  readonly to: Date | null
}
/** Whether an operand is days that are meant by today. */
export function isRelative(operand: Operand): operand is RelativeDays | DaySpan {
  return typeof operand === 'object' && ('unit' in operand || 'since' in operand)
}

/** Whether an operand is days from the first to the last. */
export function isDayRange(operand: Operand): operand is DayRange {
  return typeof operand === 'object' && 'first' in operand
}

/** What a value of a custom property is compared with, by the type that the value turns out to have. */
export interface UntypedOperand {
  readonly text: string
  /** Of a list: the folded items. */
  readonly items: readonly string[]
  readonly number: number | null
  readonly boolean: boolean | null
  /** A day or a time: such texts have an order. */
  readonly time: boolean
}
/** The value of a comparison as the type of the field reads it; a list for `in` and for what is compared with a list. */
export type Operand = string | number | boolean | Moment | UntypedOperand | RelativeDays | DaySpan | DayRange

/** Whether an operand is a moment or days, as those of times are. */
export function isMoment(operand: Operand): operand is Moment {
  return typeof operand === 'object' && 'from' in operand
}

/** Whether an operand is read by the type of the value, as those of custom properties are. */
export function isUntyped(operand: Operand): operand is UntypedOperand {
  return typeof operand === 'object' && 'text' in operand
}

/** One test of one field; `operands` are alternatives but for `eq` of a list, which means all of them. */
export interface Comparison {
  readonly at: FieldPath
  readonly test: Test
  /** The contrary: true also for what is empty. */
  readonly negated: boolean
  readonly operands: readonly Operand[]
}

/**
 * That one of several related records meets a condition on its fields, or that none does: `deal.status` of a contact asks for any of its deals.
 * Comparisons within name the related record, and are about this one.
 */
export interface Existence {
  readonly of: { readonly name: string } & Related
  readonly met: Condition
  /** None does. */
  readonly negated: boolean
}

/** A parsed filter: `not` is carried down to the comparisons, so that null needs no third truth value. */
export type Condition = { readonly all: readonly Condition[] } | { readonly any: readonly Condition[] } | Existence | Comparison
