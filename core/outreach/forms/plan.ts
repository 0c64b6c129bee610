import { CompanyCreate } from '../../crm/companies/schema.ts'
import { ContactCreate } from '../../crm/contacts/schema.ts'
import { DealCreate } from '../../crm/deals/schema.ts'
import type { Keywords } from '../../kernel/operation/schema/schema.ts'
import { valuesOf } from '../../kernel/values/objects.ts'
import type { Form } from './entity.ts'
import { type Target, targetOf, type TargetType } from './targets.ts'
import { isNothing, type Value } from './values.ts'

/** Values of a record, by field. */
export type Input = Record<string, unknown>
type Given = Readonly<Record<TargetType, Input>>

const inputs: Readonly<Record<TargetType, { readonly properties: Keywords['properties'] }>> = {
  contact: ContactCreate,
  company: CompanyCreate,
  deal: DealCreate,
}

/** What a submission says about each record. */
export interface Plan {
  readonly given: Given
  /** Targets that replace what is known, as `type.field` or `type.field.part`. */
  readonly overwritten: ReadonlySet<string>
}

/** What the values of a submission say about the records that the form fills. */
export function planOf(form: Form, values: Readonly<Record<string, Value>>): Plan {
  const given: Given = { contact: {}, company: {}, deal: {} }
  const overwritten = new Set<string>()
  for (const { name, maps_to, overwrite } of form.fields) {
    const target = maps_to ? targetOf(maps_to) : undefined
    const value = values[name]
    if (!target || value === undefined || isNothing(value)) continue
    const { type, field, part } = target
    const record = given[type]
    const converted = part === null ? fitting(target, value) : Array.isArray(value) ? [...value] : value
    record[field] = part === null ? converted : { ...valuesOf(record[field] ?? {}), [part]: converted }
    if (overwrite) overwritten.add(pathOf(target))
  }
  return { given, overwritten }
}

function pathOf({ type, field, part }: Target): string {
  return part === null ? `${type}.${field}` : `${type}.${field}.${part}`
}

// A field of a form may be of another type than the field that it fills.
function fitting({ type, field }: Target, value: Value): unknown {
  const { type: own, anyOf = [] }: Keywords = inputs[type].properties?.[field] ?? {}
  const kinds = [own, ...anyOf.map((each: Keywords) => each.type)]
  if (kinds.includes('number') || kinds.includes('integer')) return typeof value === 'string' ? Number(value.replace(',', '.')) : value
  if (kinds.includes('boolean')) return typeof value === 'boolean' ? value : value === 'yes'
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : String(value)
}

/** Of what was given, what the record lacks and what may replace the known. */
export function filling(known: object, given: Input, overwritten: ReadonlySet<string>, type: TargetType): Input {
  const has = valuesOf(known)
  return Object.fromEntries(
    Object.entries(given).flatMap(([field, value]): [string, unknown][] => {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return isEmpty(has[field]) || overwritten.has(`${type}.${field}`) ? [[field, value]] : []
      const before = valuesOf(has[field] ?? {})
      const parts = Object.entries(value).filter(([part]) => isEmpty(before[part]) || overwritten.has(`${type}.${field}.${part}`))
      return parts.length === 0 ? [] : [[field, { ...before, ...Object.fromEntries(parts) }]]
    }),
  )
}

/** The values without one of them. */
export function without(values: Input, name: string): Input {
  const { [name]: _left, ...others } = values
  return others
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
