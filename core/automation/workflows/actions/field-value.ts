import type { TObject, TSchema } from '@sinclair/typebox'
import { CrmError, type FieldError, invalid } from '../../../kernel/operation/errors.ts'
import { faultsOf } from '../../../kernel/operation/validate.ts'
import { lifecycleIds } from '../../../records/search/grammar/lifecycle.ts'
import { foldText } from '../../../records/search/grammar/text.ts'
import type { Reference } from '../definition/references.ts'
import { customPart } from './set-field.ts'

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const words: Readonly<Record<string, boolean>> = { yes: true, true: true, '1': true, no: false, false: false, '0': false }

/** The inputs of a record type: what an update takes, and what a create takes, whose defaults stand for cleared values. */
export interface Inputs {
  readonly update: TObject
  readonly create: TObject
}

/**
 * The input that sets one field: the value as its schema takes it, read from a text where that is needed; an empty text clears the field.
 * `custom.<name>` is a custom property. Throws `invalid_input` at `/field` for one that nobody writes, and where
 * the value stands (`at`) for a bad one.
 */
export function fieldInput(
  { update: schema, create }: Inputs,
  field: string,
  value: unknown,
  at = '/value',
): Readonly<Record<string, unknown>> {
  const custom = customPart(field)
  if (custom && Object.hasOwn(schema.properties, custom.column)) return { [custom.column]: { [custom.name]: value === '' ? null : value } }
  const of = field !== 'id' && Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined
  if (!of) throw invalid('/field', 'unknown_field', `A step cannot set the field ${field}`, writable(schema))
  const fits = readings(value, create.properties[field]).find((each) => faultsOf(of, each).length === 0)
  if (fits !== undefined) return { [field]: fits }
  const [fault] = faultsOf(of, value)
  throw invalid(at, fault?.code ?? 'invalid_type', `${field} ${fault?.message ?? 'cannot be this value'}`, fault?.allowed)
}

/** What can be said about a field and its value before a run fills in the texts. */
export function fieldFaults(
  inputs: Inputs,
  { field, value }: { readonly field: string; readonly value: unknown },
  at = '/value',
): readonly FieldError[] {
  try {
    if (typeof value === 'string' && value.includes('{{')) fieldInput(inputs, field, '', at)
    else fieldInput(inputs, field, value, at)
    return []
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    const faults = error.details.errors ?? []
    // Whether a text fits is known once it is filled in.
    return typeof value === 'string' && value.includes('{{') ? faults.filter(({ path }) => path === '/field') : faults
  }
}

// In the order in which they are tried: the value itself comes first, so that a text stays one where texts are taken.
function readings(value: unknown, initial: TSchema | undefined): unknown[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [value, String(value)]
  if (typeof value !== 'string') return [value]
  const text = value.trim()
  if (text === '') return [null, [], ...(initial && 'default' in initial ? [initial['default']] : []), value]
  const number = NUMBER.test(text) ? [Number(text)] : []
  const word = words[text.toLowerCase()]
  const choice = text.toLowerCase().replaceAll(/\s+/g, '_')
  const stage = lifecycleIds.get(foldText(text))
  const list = text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))
  return [value, text, ...number, ...(word === undefined ? [] : [word]), choice, ...(stage === undefined ? [] : [stage]), list]
}

function writable({ properties }: TObject): string[] {
  return Object.keys(properties).filter((each) => each !== 'id')
}

// What the fields of records name, whichever record they are of.
const named: Readonly<Record<string, string>> = {
  assigned_to: 'user',
  owner_email: 'user',
  owner: 'user',
  stage_id: 'deal_stage',
  pipeline_id: 'pipeline',
  sales_cycle_id: 'sales_cycle',
  pipeline_stage: 'contact_stage',
  company_id: 'company',
}

/** What a step that sets a field of records with this plural names by its value, and what the organization says of that field. */
export function fieldReferences(object: string) {
  return ({ field, value }: { readonly field: string; readonly value: unknown }): readonly Reference[] => {
    const to = Object.hasOwn(named, field) ? named[field] : undefined
    return to === undefined ? [{ to: 'set_field', value, at: '', set: { object, field, value } }] : [{ to, value, at: '/value' }]
  }
}
