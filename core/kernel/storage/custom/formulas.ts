import { dayIn } from '../../formulas/days.ts'
import { FormulaFault } from '../../formulas/fault.ts'
import { type Formula, type FormulaScope, parseFormula } from '../../formulas/parse.ts'
import { evaluate, Exact, type Operand, type Value, type ValueType } from '../../formulas/term.ts'
import type { Field, Kind } from '../../operation/schema/fields.ts'
import type { Row } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import { checked } from './check.ts'
import { customColumn, customOf } from './column.ts'
import type { Property } from './property.ts'

type PropertyType = Property['type']

/** Types of properties that a formula can compute, by what it answers. */
export const formulaTypes: ReadonlyMap<PropertyType, ValueType> = new Map([
  ['number', 'number'],
  ['money', 'number'],
  ['text', 'text'],
  ['boolean', 'boolean'],
  ['date', 'date'],
])

/** A property whose values are computed; without a formula where what it named is gone. */
export interface ComputedProperty {
  readonly property: Property
  readonly formula: Formula | undefined
}

const kinds: Readonly<Partial<Record<Kind, ValueType>>> = {
  text: 'text',
  integer: 'number',
  bigint: 'number',
  number: 'number',
  money: 'number',
  boolean: 'boolean',
  date: 'date',
}
const types: Readonly<Partial<Record<PropertyType, ValueType>>> = {
  ...Object.fromEntries(formulaTypes),
  long_text: 'text',
  select: 'text',
  email: 'text',
  url: 'text',
  phone: 'text',
}

// Parsed once in a process, because each write computes. Of more the oldest are forgotten.
const MOST_KNOWN = 1000
const known = new Map<string, Formula>()

/** The formula as it is computed with these definitions; throws `FormulaFault` for one that cannot be. */
export function formulaOf(entity: EntityTable, properties: readonly Property[], source: string): Formula {
  const scope = scopeOf(entity, properties)
  const name = `${entity.table} ${source}`
  const found = known.get(name)
  if (found?.operands.every((each) => isSame(each, each.key === null ? scope.field(each.field) : scope.property(each.key)))) return found
  const formula = parseFormula(source, scope)
  known.set(name, formula)
  const [oldest] = known.keys()
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
  return formula
}

/** The properties that are computed, among these definitions of one record type. */
export function computedOf(entity: EntityTable, properties: readonly Property[]): ComputedProperty[] {
  return properties.flatMap((property): ComputedProperty[] => {
    if (property.formula === null) return []
    try {
      return [{ property, formula: formulaOf(entity, properties, property.formula) }]
    } catch (error) {
      if (error instanceof FormulaFault) return [{ property, formula: undefined }]
      throw error
    }
  })
}

/** The value of a computed property as it is stored; null where it has none: an operand is missing, or the result fits no such property. */
export function computedValue({ property, formula }: ComputedProperty, record: Row, column: string): unknown {
  const value = formula && evaluate(formula.term, (operand) => operandOf(operand, record, column))
  if (value === undefined || value === null) return null
  const found = checked(property, Exact.isDecimal(value) ? value.toDecimalPlaces(10).toNumber() + 0 : value)
  return 'violation' in found ? null : found.value
}

/**
 * What formulas of a record type can name: texts, numbers, amounts, truths and days that callers write, and amounts that the engine computes in the
 * write that changes them. Everything else that the engine sets (counts, times, copies of other records) may change by statements which do not
 * pass the keeper of custom values, so that no formula would follow.
 */
function scopeOf({ fields }: EntityTable, properties: readonly Property[]): FormulaScope {
  const byName = new Map(properties.map((each) => [each.name, each]))
  const operands = Object.entries(fields).flatMap(([name, field]) => (typeOfField(field) ? [name] : []))
  return {
    field(name) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!field || field.access === 'hidden') return undefined
      const type = typeOfField(field)
      return type ? { type, field: name, key: null } : 'is no text, number, truth or day that callers write, and no amount'
    },
    property(name) {
      const property = byName.get(name)
      if (!property) return undefined
      if (property.formula !== null) return 'is computed itself: write its formula in this place'
      const type = types[property.type]
      return type ? { type, field: 'custom', key: name } : `has the type ${property.type}, with which no formula computes`
    },
    names: () => [
      ...operands,
      ...properties.flatMap(({ name, type, formula }) => (types[type] && formula === null ? [`custom.${name}`] : [])),
    ],
  }
}

function typeOfField({ kind, access }: Field): ValueType | undefined {
  const isWritten = access === 'write' || access === 'create' || (access === 'read' && kind === 'money')
  return isWritten ? kinds[kind] : undefined
}

function isSame(operand: Operand, now: Operand | string | undefined): boolean {
  return typeof now === 'object' && now.type === operand.type
}

function operandOf({ type, field, key }: Operand, record: Row, column: string): Value | null {
  const custom = customOf(record, column)
  const value = key === null ? record[field] : Object.hasOwn(custom, key) ? custom[key] : null
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value) ? new Exact(value) : null
  if (type === 'boolean') return typeof value === 'boolean' ? value : null
  if (typeof value !== 'string' || value === '') return null
  return type === 'date' ? dayIn(value) : value
}

/** Puts the values of formulas into a record; others have their turn between two of them (`pause`). Answers whether one is another now. */
export async function putComputed(
  entity: EntityTable,
  computed: readonly ComputedProperty[],
  record: Row,
  pause: () => Promise<void> | void,
) {
  const column = customColumn(entity)
  if (!column) return false
  const before = customOf(record, column)
  const after: Row = { ...before }
  for (const each of computed) {
    await pause()
    const value = computedValue(each, record, column)
    if (value === null) delete after[each.property.name]
    else after[each.property.name] = value
  }
  const differs = JSON.stringify(before) !== JSON.stringify(after)
  if (differs) record[column] = after
  return differs
}
