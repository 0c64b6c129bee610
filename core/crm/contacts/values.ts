import type { Static } from '@sinclair/typebox'
import { checkLocale } from '../../platform/access/locale.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { isEmpty } from '../../records/search/text.ts'
import type { SecondaryKey } from '../../kernel/storage/record-reader.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { addressOf, countryOf } from '../../kernel/values/country.ts'
import { toE164 } from '../../kernel/values/phone.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import type { Contact } from './entity.ts'
import type { ContactCreate } from './schema.ts'

/** Values of a contact by field, as they are stored. */
export type Values = Partial<Omit<Contact, 'id'>>

/** What contacts show of their company (contract 2.8). */
export function fromCompany({ industry, employees }: { industry: string | null; employees: number | null }) {
  return { organization_industry: industry, organization_num_employees: employees }
}

/** Every address of a contact finds it. */
export const emails: SecondaryKey<typeof Contact.fields> = {
  key: 'primary_email',
  field: 'emails',
  provider: '#email',
  of: ({ emails = [], primary_email }) => emails.map(({ email }) => email).filter((each) => each !== primary_email),
}

/**
 * What is stored for what was given: aliases, lower-case e-mails, one spelling per tag, ISO country, E.164 phone; of several addresses
 * or numbers the one that says so is primary. A country or number that cannot be read stays as it was given (records.md 1). Throws
 * `not_allowed` for a language or a time zone that there is none of.
 */
export function normalised(input: Partial<Static<typeof ContactCreate>>): Values {
  const values = withoutAliases<Values>(input, { email: 'primary_email', owner_email: 'assigned_to', custom: 'custom_properties' })
  if (values.primary_email) values.primary_email = values.primary_email.trim().toLowerCase()
  if (values.emails) values.emails = values.emails.map((each) => ({ ...each, email: each.email.trim().toLowerCase() }))
  if (values.tags) values.tags = uniqueTags(values.tags)
  // A form sends what was left empty; a company would have no name.
  if (values.company?.trim() === '') values.company = null
  if (values.country) values.country = countryOf(values.country)
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

/** The values of a new contact: without a primary address or number the first of those given is it. */
export function withPrimary(values: Values): Values {
  const { primary_email, emails = [], phone, phones = [] } = values
  return {
    ...values,
    ...(!primary_email && emails[0] && { primary_email: emails[0].email }),
    ...(!phone && phones[0] && { phone: phones[0].phone, phone_raw: phones[0].phone }),
  }
}

/** Throws `required` for a new contact of whom nothing is said. */
export function checkSaid(values: Values): void {
  const said = Object.values(values).some((value) => !isEmpty(value) && JSON.stringify(value) !== '{}')
  if (!said) throw invalid('/email', 'required', 'Nothing is said of the contact: give an e-mail address, a name or whatever is known')
}

/** All addresses or numbers of a contact: its primary one, whichever way that was given, and then the others (records.md 1). */
export function allOf<K extends 'email' | 'phone'>(
  key: K,
  listed: readonly ({ readonly label?: string | null } & { readonly [key in K]: string })[],
  primary: string | null,
) {
  const all = listed.map(({ [key]: value, label = null }) => ({ [key]: value, label, primary: value === primary }))
  const first = primary === null ? undefined : (all.find((each) => each.primary) ?? { [key]: primary, label: null, primary: true })
  return [...(first ? [first] : []), ...all.filter((each) => !each.primary)]
}

/** What an input changes, without what says again in its words what is shown of the contact. */
export function changed(known: Contact, { emails, phones, ...values }: Values): Values {
  const { primary_email = known.primary_email, phone = known.phone } = values
  const isShown = {
    emails: isSame(allOf('email', emails ?? known.emails, primary_email), allOf('email', known.emails, known.primary_email)),
    phones: isSame(allOf('phone', phones ?? known.phones, phone), allOf('phone', known.phones, known.phone)),
  }
  if (values.phone_raw !== undefined && phone === known.phone && values.phone_raw === phone) delete values.phone_raw
  return { ...values, ...(emails && !isShown.emails && { emails }), ...(phones && !isShown.phones && { phones }) }
}

/** What an input changes in the contact that it was matched with: tags are added, and one found by a further address keeps its first. */
export function completed(known: Contact, { primary_email, tags, ...others }: Values, by: string | null): Values {
  const changes = by === 'email' ? others : { ...others, ...(primary_email !== undefined && { primary_email }) }
  return { ...changes, ...(tags && { tags: uniqueTags([...known.tags, ...tags]) }) }
}

/** Whether a contact that was matched is to be linked: one without a company, of which a name is said. */
export function lacksCompany(known: Pick<Contact, 'company_id'> | undefined, { company, company_id }: Values): boolean {
  return known?.company_id === null && company_id === undefined && Boolean(company)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
