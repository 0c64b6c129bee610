import type { FieldError } from '../../kernel/operation/errors.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { originOf } from '../../platform/access/allowed-origins.ts'
import type { Form } from './entity.ts'
import { computedFaults } from './computed.ts'
import { allTargets, meantBy, targetOf } from './targets.ts'
import { checkDeal } from './deal-place.ts'
import type { Asked } from './values.ts'

const withOptions = new Set(['select', 'radio', 'checkboxes'])

/** What a form says, as it is stored: origins as browsers write them. Throws `invalid_input` with every fault of the fields. */
export async function checkForm<F extends Partial<Form>>(form: F, records: Records): Promise<F> {
  const faults = form.fields ? [...fieldFaults(form.fields), ...(await computedFaults(form.fields, records))] : []
  if (faults.length > 0)
    throw new CrmError('invalid_input', `The form cannot be saved: ${faults[0]?.path} ${faults[0]?.message}`, {
      errors: faults.slice(0, 20),
    })
  const unknown = form.notify && form.notify.length > 0 ? await records.unknownOwners(form.notify) : new Set<string>()
  const stranger = form.notify?.findIndex((each) => unknown.has(each.trim().toLowerCase())) ?? -1
  if (stranger >= 0) throw invalid(`/notify/${stranger}`, 'unknown_user', `${form.notify?.[stranger]} is no teammate`)
  if (form.create_deal) await checkDeal(form.create_deal, records)
  if (form.allowed_origins)
    return { ...form, allowed_origins: [...new Set(form.allowed_origins.map((each, at) => originOf(each, `/allowed_origins/${at}`)))] }
  return form
}

function fieldFaults(fields: readonly Asked[]): FieldError[] {
  const seen = new Set<string>()
  const mapped = new Set<string>()
  return fields.flatMap((field, at) => {
    const { name, type = 'text', options = [], maps_to, hidden, required, default: initial } = field
    const faults: FieldError[] = []
    const say = (part: string, code: string, message: string, allowed?: readonly unknown[]) =>
      void faults.push({ path: `/fields/${at}/${part}`, code, message, ...(allowed && { allowed }) })
    if (seen.has(name.toLowerCase())) say('name', 'not_unique', `Another field is named ${name}`)
    seen.add(name.toLowerCase())
    if (withOptions.has(type) && options.length === 0) say('options', 'required', `A field of the type ${type} needs options`)
    if (hidden && required && !initial) say('default', 'required', 'A field that nobody sees cannot be required without a default')
    if (initial && type !== 'checkbox' && withOptions.has(type) && !options.includes(initial))
      say('default', 'not_allowed', 'The default is none of the options', options)
    if (!maps_to) return faults
    const target = targetOf(maps_to)
    if (!target) {
      const meant = meantBy(maps_to)
      say('maps_to', 'not_allowed', `"${maps_to}" cannot be filled by a form.${meant ? ` Did you mean "${meant}"?` : ''}`, allTargets)
    } else if (mapped.has(JSON.stringify(target))) say('maps_to', 'not_unique', `Another field fills ${maps_to}`)
    mapped.add(JSON.stringify(target))
    return faults
  })
}
