import type { Static } from '@sinclair/typebox'
import { checkLocale } from '../../platform/access/locale.ts'
import type { SecondaryKey } from '../../kernel/storage/records/record-reader.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { addressOf, countryIn } from '../../kernel/values/country.ts'
import { toE164 } from '../../kernel/values/phone.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import type { Contact } from './entity.ts'
import type { ContactCreate } from './schema.ts'

/** Values of a contact by field, as they are stored. */
export type ContactValues = Partial<Omit<Contact, 'id'>>

/** All addresses of a contact find it. */
export const emails: SecondaryKey<typeof Contact.fields> = {
  key: 'primary_email',
  field: 'emails',
  provider: '#email',
  of: ({ emails = [], primary_email }) => emails.map(({ email }) => email).filter((each) => each !== primary_email),
}

/**
 * What is stored for an input: aliases resolved, lower-case e-mails, one spelling per tag, ISO country, E.164 phone; the address or number
 * that is marked as primary becomes the first one. A number that cannot be read stays as it was given. Throws `not_allowed` for an
 * unknown language or time zone, and `unknown_country`.
 */
export function normalizeContact(input: Partial<Static<typeof ContactCreate>>): ContactValues {
  const values = withoutAliases<ContactValues>(input, { email: 'primary_email', owner_email: 'assigned_to', custom: 'custom_properties' })
  if (values.primary_email) values.primary_email = values.primary_email.trim().toLowerCase()
  if (values.emails) values.emails = values.emails.map((each) => ({ ...each, email: each.email.trim().toLowerCase() }))
  if (values.tags) values.tags = uniqueTags(values.tags)
  // Forms send what was left empty, which is no company without a name.
  if (values.company?.trim() === '') values.company = null
  if (values.country) values.country = countryIn(values.country, '/country')
  if (values.address) values.address = addressOf(values.address)
  checkLocale(values)
  const [email, phone] = [values.emails?.find(({ primary }) => primary)?.email, values.phones?.find(({ primary }) => primary)?.phone]
  if (email && values.primary_email === undefined) values.primary_email = email
  if (phone && values.phone === undefined) values.phone = phone
  const readable = (phone: string) => toE164(phone, values.country ?? null) ?? phone
  if (values.phones) values.phones = values.phones.map((each) => ({ ...each, phone: readable(each.phone) }))
  if (values.phone !== undefined) Object.assign(values, { phone_raw: values.phone, phone: values.phone && readable(values.phone) })
  return values
}

/** The values of a new contact: without a primary address or number, the first one in the list becomes it. */
export function withPrimary(values: ContactValues): ContactValues {
  const { primary_email, emails = [], phone, phones = [] } = values
  return {
    ...values,
    ...(!primary_email && emails[0] && { primary_email: emails[0].email }),
    ...(!phone && phones[0] && { phone: phones[0].phone, phone_raw: phones[0].phone }),
  }
}

/** All addresses or numbers of a contact: the primary one first, listed or not, then the others. */
export function allOf<K extends 'email' | 'phone'>(
  key: K,
  listed: readonly ({ readonly label?: string | null } & { readonly [key in K]: string })[],
  primary: string | null,
) {
  const all = listed.map(({ [key]: value, label = null }) => ({ [key]: value, label, primary: value === primary }))
  const first = primary === null ? undefined : (all.find((each) => each.primary) ?? { [key]: primary, label: null, primary: true })
  return [...(first ? [first] : []), ...all.filter((each) => !each.primary)]
}
