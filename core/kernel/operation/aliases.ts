import { CrmError } from './errors.ts'

/** Other names of fields that inputs take, each with the fields that it may stand for. */
const aliases = {
  assigned_to: ['owner_email'],
  code: ['sku'],
  contact_id: ['lead_id', 'primary_lead_id'],
  custom: ['custom_properties'],
  custom_properties: ['custom'],
  email: ['primary_email'],
  lead_id: ['primary_lead_id'],
  owner_email: ['assigned_to'],
  reference: ['sku'],
  stage: ['stage_id'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** A name that inputs take for a field of another name. */
export type Alias = keyof typeof aliases

/** The error with its faults where the caller has given them: under an alias, if that is how the field was named. */
export function asGiven(error: CrmError, input: unknown): CrmError {
  const { errors = [] } = error.details
  const given = errors.map((each) => ({ ...each, path: pathGiven(each.path, input) }))
  if (given.every(({ path }, at) => path === errors[at]?.path)) return error
  return Object.assign(new CrmError(error.code, error.message, { ...error.details, errors: given }), { cause: error })
}

/** The name by which this record gives the field, which may go on inside of it (`custom.size`). */
export function fieldGiven(field: string, record: unknown): string {
  return pathGiven(`/${field.replaceAll('.', '/')}`, record)
    .slice(1)
    .replaceAll('/', '.')
}

function pathGiven(path: string, input: unknown): string {
  let at = input
  const steps = path.split('/').map((step, index) => {
    if (index === 0 || typeof at !== 'object' || at === null) return step
    const name = nameGiven(step, at)
    at = Reflect.get(at, name)
    return name
  })
  return steps.join('/')
}

function nameGiven(field: string, record: object): string {
  if (Object.hasOwn(record, field)) return field
  const alias = Object.entries(aliases).find(([name, fields]) => Object.hasOwn(record, name) && fields.some((each) => each === field))
  return alias ? alias[0] : field
}
