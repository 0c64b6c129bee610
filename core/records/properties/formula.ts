import { FormulaFault } from '../../kernel/formulas/fault.ts'
import type { Formula } from '../../kernel/formulas/parse.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { computedOf, formulaOf, formulaTypes } from '../../kernel/storage/custom/formulas.ts'
import type { Property } from '../../kernel/storage/custom/property.ts'
import type { PropertyObject } from './objects.ts'
import type { Renamed } from './values.ts'
import { standardProperties } from './standard.ts'

// Of one object: each write of its records computes them all.
const MAX_FORMULAS = 50

/**
 * The definition of a property with its formula judged by the other definitions of the object: it identifies a person if anything does that it
 * reads. Throws `invalid_input` for a formula that cannot be computed, or not to a value of the type.
 */
export function withFormula(property: Property, of: PropertyObject, known: readonly Property[]): Property {
  const others = known.filter(({ id }) => id !== property.id)
  const { type, formula, required, unique, validation, default: value } = property
  if (formula === null) return property
  const wanted = formulaTypes.get(type)
  if (!wanted) throw invalid('/type', 'not_allowed', `No formula computes values of the type ${type}`, [...formulaTypes.keys()])
  const asked = { default: value !== null, required, unique, validation: Object.keys(validation).length > 0 }
  for (const [field, isAsked] of Object.entries(asked))
    if (isAsked) throw invalid(`/${field}`, 'not_allowed', `A property with a formula has no ${field}: nobody gives its values`)
  if (others.filter((each) => each.formula !== null).length >= MAX_FORMULAS)
    throw invalid('/formula', 'too_many', `At most ${MAX_FORMULAS} formulas of one object`)
  const { term, operands } = read(formula, property, of, others)
  if (term.type !== wanted)
    throw invalid('/formula', 'invalid_type', `The formula gives a ${term.type}, and values of the type ${type} are a ${wanted}`)
  const personal = new Set(standardProperties(of).flatMap(({ name, pii }) => (pii ? [name] : [])))
  const isPersonal = operands.some(({ field, key }) =>
    key === null ? personal.has(field) : others.some(({ name, pii }) => name === key && pii),
  )
  return { ...property, formula: formula.trim(), pii: property.pii || isPersonal }
}

function read(formula: string, property: Property, of: PropertyObject, others: readonly Property[]): Formula {
  try {
    return formulaOf(of.entity, [...others, property], formula.trim())
  } catch (error) {
    if (error instanceof FormulaFault) throw invalid('/formula', error.code, error.message, error.allowed)
    throw error
  }
}

/** The properties whose formulas read this one. */
export function readersOf(
  { name }: Property,
  of: PropertyObject,
  properties: readonly Property[],
): readonly (Property & { texts: readonly string[] })[] {
  return computedOf(of.entity, properties).flatMap(({ property, formula }) =>
    formula?.operands.some(({ key }) => key === name) ? [{ ...property, texts: formula.texts }] : [],
  )
}

/** Throws `conflict` (`in_use`) where formulas read a property that is to go. */
export function refuseRead(readers: readonly Property[], { name }: Property): void {
  if (readers.length === 0) return
  const message = `The formula of ${readers.map((each) => each.name).join(', ')} reads ${name}: change or archive it first`
  throw new CrmError('conflict', message, { errors: [{ path: '/name', code: 'in_use', message }] })
}

/** Throws `conflict` (`in_use`) where formulas compare with an option by the value that it is to lose. */
export function refuseCompared(readers: readonly { readonly name: string; readonly texts: readonly string[] }[], renamed: Renamed): void {
  for (const [at, from] of Object.keys(renamed).entries()) {
    const reader = readers.find(({ texts }) => texts.some((text) => text.trim().toLowerCase() === from.trim().toLowerCase()))
    if (!reader) continue
    const message = `The formula of ${reader.name} names "${from}": let it take the new value first`
    throw new CrmError('conflict', message, { errors: [{ path: `/rename_options/${at}/from`, code: 'in_use', message }] })
  }
}
