import { keysOf } from '../../../kernel/values/objects.ts'
import { OneOf } from '../../../kernel/operation/schema/schema.ts'

/** How a condition compares. */
export const operators = {
  eq: 'is',
  neq: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  gt: 'greater than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  is_set: 'is known',
  is_not_set: 'is unknown',
  in: 'is any of (comma separated)',
} as const

/** The name of an operator. */
export type Operator = keyof typeof operators
/** All operators, in the order in which people read them. */
export const operatorNames = keysOf(operators)

/** Whether a value is the name of an operator. */
export function isOperator(value: unknown): value is Operator {
  return typeof value === 'string' && Object.hasOwn(operators, value)
}

/** The schema of the name of an operator. */
export const OperatorName = OneOf(operatorNames, { description: 'How to compare' })

const always = ['is_set', 'is_not_set'] as const
const same = ['eq', 'neq', 'in', ...always] as const

/** Operators that each type of value takes; an id has no order, and a number no parts. */
export const operatorsOf = {
  number: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', ...always],
  text: ['eq', 'neq', 'contains', 'not_contains', 'in', ...always],
  array: ['eq', 'neq', 'contains', 'not_contains', 'in', ...always],
  boolean: ['eq', 'neq', ...always],
  sales_cycle: same,
  contact_stage: same,
  lifecycle: same,
  owner: same,
  deal_stage: same,
  pipeline: same,
} as const satisfies Readonly<Record<string, readonly Operator[]>>

/** Type of the value that a condition field has. */
export type ValueType = keyof typeof operatorsOf

const ordered = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', ...always] as const

/** The same with the types that only fields of records have; a custom property is of the type of its value. */
export const furtherOperatorsOf = {
  date: ordered,
  timestamp: ordered,
  id: same,
  custom: operatorNames,
} as const satisfies Readonly<Record<string, readonly Operator[]>>

/** Type of the value of any field that a condition can name. */
export type FieldType = ValueType | keyof typeof furtherOperatorsOf

/** What an operator says, and whether of the contrary: `neq` is `eq`, `not_contains` is `contains` and `is_not_set` is `is_set`, denied. */
export function assertion(operator: Operator): { readonly test: Test; readonly negated: boolean } {
  if (operator === 'neq') return { test: 'eq', negated: true }
  if (operator === 'not_contains') return { test: 'contains', negated: true }
  return operator === 'is_not_set' ? { test: 'is_set', negated: true } : { test: operator, negated: false }
}
/** What a value is tested for; every test fails on what is empty. */
export type Test = Exclude<Operator, 'neq' | 'not_contains' | 'is_not_set'>
