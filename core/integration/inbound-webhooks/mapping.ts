import { CompanyCreate } from '../../crm/companies/schema.ts'
import { ContactCreate } from '../../crm/contacts/schema.ts'
import { DealCreate } from '../../crm/deals/schema.ts'
import { Feedback } from '../../outreach/inbox/schema.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Keywords } from '../../kernel/operation/schema/schema.ts'
import { faultsOf } from '../../kernel/operation/validate.ts'
import { nearest } from '../../kernel/operation/nearest.ts'
import type { InboundWebhook, mappedObjects } from './entity.ts'
import { valueAt } from './payload.ts'

type Mapping = InboundWebhook['mapping']
/** A record type that a mapping makes. */
export type Mapped = (typeof mappedObjects)[number]

/** The inputs by which records are made, by their type. */
export const inputs = { contacts: ContactCreate, companies: CompanyCreate, deals: DealCreate, email_feedback: Feedback }
const plain: Readonly<Record<Mapped, { readonly properties: Keywords['properties'] }>> = inputs
const forbidden = new Set(['external_ids', 'merged_ids', 'id'])

/** Refuses a mapping to fields that the record does not have, or to none. */
export function checkTargets(mapping: Mapping | undefined): void {
  if (mapping === undefined || mapping === 'auto') return
  if (Object.keys(mapping.fields).length === 0)
    throw invalid('/mapping/fields', 'required', 'Name at least one field: without any, each request could only fail')
  const { properties = {} } = plain[mapping.object]
  const errors = Object.entries(mapping.fields).flatMap(([path, target]) => {
    const [field = '', ...part] = customOf(mapping.object, target).split('.')
    if (Object.hasOwn(properties, field) && !forbidden.has(field) && part.length < 2 && !part.includes('__proto__')) return []
    const meant = nearest(field, Object.keys(properties))
    const message = `${mapping.object} have no field "${target}".${meant ? ` Did you mean "${meant}"?` : ''}`
    return [{ path: `/mapping/fields/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`, code: 'not_allowed', message }]
  })
  if (errors[0]) throw new CrmError('invalid_input', errors[0].message, { errors: errors.slice(0, 20) })
}

/** The record that a mapping makes of what was received. Throws `invalid_input` where a value does not fit. */
export function mappedRecord({ object, fields }: Exclude<Mapping, 'auto'>, payload: unknown): Readonly<Record<string, unknown>> {
  const record = new Map<string, unknown>()
  for (const [path, target] of Object.entries(fields)) {
    const value = valueAt(payload, path)
    if (value === undefined || value === null || value === '') continue
    const [field = '', part] = customOf(object, target).split('.')
    if (part === undefined) record.set(field, fitting(object, field, value))
    else record.set(field, { ...Object(record.get(field) ?? {}), [part]: scalar(value) })
  }
  return Object.fromEntries(record)
}

/** Refuses a record that its type would refuse. */
export function checkRecord(object: Mapped, record: unknown): void {
  const errors = faultsOf(inputs[object], record)
  const [first] = errors
  if (first) throw new CrmError('invalid_input', `${object}: ${first.path} ${first.message}`, { errors })
}

function customOf(object: Mapped, target: string): string {
  return object === 'contacts' ? target.replace(/^custom\./, 'custom_properties.') : target.replace(/^custom_properties\./, 'custom.')
}

function fitting(object: Mapped, field: string, value: unknown): unknown {
  const { type, anyOf = [] }: Keywords = plain[object].properties?.[field] ?? {}
  const kinds = [type, ...anyOf.map((each: Keywords) => each.type)]
  if (kinds.includes('number') || kinds.includes('integer')) return typeof value === 'string' ? Number(value.replace(',', '.')) : value
  if (kinds.includes('boolean')) return typeof value === 'string' ? /^(true|yes|1|on)$/i.test(value) : value
  if (kinds.includes('array'))
    return Array.isArray(value) ? value : typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value
  if (kinds.includes('object')) return value
  return scalar(value)
}

function scalar(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}
