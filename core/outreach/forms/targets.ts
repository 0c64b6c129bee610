import { nearest } from '../../kernel/operation/nearest.ts'

/** Record types whose fields a form can fill. */
export type TargetType = 'contact' | 'company' | 'deal'

/** Where the value of a field goes: a field of a record, a part of one, or a property of the organization. */
export interface Target {
  readonly type: TargetType
  readonly field: string
  /** Part of a field such as `address`, or the name of a custom property. */
  readonly part: string | null
}

const address = words('street postal_code city region country')
const parts: Readonly<Record<string, readonly string[]>> = {
  address,
  billing_address: address,
  shipping_address: address,
  utm: words('source medium campaign term content'),
}

// Owners, ids, scores and what people decide about a record are not for strangers.
const fields: Readonly<Record<TargetType, readonly string[]>> = {
  contact: words(
    'email first_name last_name name title company phone country city address seniority language timezone linkedin_url',
  ).concat(words('lead_status lifecycle_stage primary_source last_source utm')),
  company: words(
    'name domain vat_number registration_number industry employees country email phone website linkedin_url description',
  ).concat(words('annual_revenue billing_address shipping_address company_type lifecycle_stage')),
  deal: words('name amount currency close_date description source priority deal_type next_step'),
}

/** The name of the field that holds the custom properties of a record type. */
export const customField: Readonly<Record<TargetType, string>> = { contact: 'custom_properties', company: 'custom', deal: 'custom' }

const types = Object.keys(fields)

/** Reads `contact.email`, `contact.address.city`, `company.custom.<property>`, `custom.<property>` (of the contact); undefined for what cannot be filled. */
export function targetOf(path: string): Target | undefined {
  const given = path.split('.')
  const [type = '', field = '', ...rest] = types.includes(given[0] ?? '') ? given : ['contact', ...given]
  if (!isType(type)) return undefined
  const part = rest.length > 0 ? rest.join('.') : null
  if (field === 'custom' || field === 'custom_properties') return part === null ? undefined : { type, field: customField[type], part }
  const known = fields[type].includes(field) && given.length > 1
  const allowed = parts[field]
  if (!known || (allowed ? !allowed.includes(part ?? '') : part !== null)) return undefined
  return { type, field, part }
}

/** The table of a record type whose fields a form can fill. */
export const tableOf = (type: TargetType) => `${type.replace(/y$/, 'ie')}s`

/** What was probably meant by a path that is none. */
export function meantBy(path: string): string | undefined {
  return nearest(path, allTargets)
}

/** Every path that a form can fill, without custom properties. */
export const allTargets: readonly string[] = Object.entries(fields).flatMap(([type, names]) =>
  names.flatMap((name) => (parts[name] ? parts[name].map((part) => `${type}.${name}.${part}`) : [`${type}.${name}`])),
)

function isType(type: string): type is TargetType {
  return types.includes(type)
}

function words(text: string): string[] {
  return text.split(' ')
}
