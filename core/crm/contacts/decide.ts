import { invalid } from '../../kernel/operation/errors.ts'
import { fold } from '../../kernel/values/fold.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import { isEmpty } from '../../records/search/grammar/text.ts'
import type { EmployerHint } from '../companies/employers.ts'
import type { Employer } from '../companies/service.ts'
import { companyColumns, noCompany } from './company-copies.ts'
import type { Contact } from './entity.ts'
import { stageChange } from './stage.ts'
import type { StageRules } from './stage-rules.ts'
import { allOf, type ContactValues, withPrimary } from './values.ts'

/** One contact that is to be written, with what was looked up for it. */
export interface ContactDraft {
  /** What was given. */
  readonly values: ContactValues
  /** The contact as it is; left out for a new one. */
  readonly known?: Contact | undefined
  /** The key by which the values found the contact; null where the caller named it. */
  readonly matchedBy?: string | null
  /** The company that `namedEmployer` or `employerHint` asks for. */
  readonly employer?: Employer | null | undefined
  readonly stages: StageRules
  readonly now: Date
}

/**
 * What is written for one contact, alone or in a set: the values of a new one, the changes of a known one. Throws `required` for a new
 * contact of which nothing is said, `unknown_record` and `unknown_stage` for its place in a sales cycle.
 */
export function decideContact({ values, known, matchedBy = null, employer, stages, now }: ContactDraft): ContactValues {
  if (!known) {
    const whole = withPrimary(values)
    refuseEmpty(whole)
    return stages.place(withEmployer(whole, employer))
  }
  const given = matchedBy === null ? withFormerFirst(known, values) : completing(known, values, matchedBy)
  const named = withEmployer(namedAsCompany(given, { known, employer, isNamed: matchedBy === null }), employer)
  const changes = stages.place(withoutRepetition(known, named), known)
  return { ...changes, ...stageChange(known, changes, now) }
}

/** The id of the company that the values newly name, which is to be looked up. */
export function namedEmployer({ company_id }: ContactValues, known?: Pick<Contact, 'company_id'>): string | undefined {
  return company_id && company_id !== known?.company_id ? company_id : undefined
}

/** The id of the company that a contact stays with while the values say its name, which may become that of the company. */
export function keptEmployer({ company_id, company }: ContactValues, known?: Pick<Contact, 'company_id' | 'company'>): string | undefined {
  const stays = known?.company_id && (company_id === undefined || company_id === known.company_id)
  return stays && company && company !== known.company ? (known.company_id ?? undefined) : undefined
}

/**
 * The values without a name for the company that the contact stays with, which is called as it is. Throws `not_allowed` for another name
 * where the caller names the contact: whether the person has moved or the company is called otherwise, only the caller knows.
 */
export function namedAsCompany(
  values: ContactValues,
  { known, employer, isNamed }: { readonly known: Contact; readonly employer: Employer | null | undefined; readonly isNamed: boolean },
): ContactValues {
  const { company, ...others } = values
  if (company === undefined || values.company_id !== undefined || known.company_id === null) return values
  const name = employer?.name ?? known.company
  if (isNamed && fold(company ?? '') !== fold(name ?? ''))
    throw invalid(
      '/company',
      'not_allowed',
      `The contact belongs to ${name ?? 'a company'}: set company_id to move it, or rename the company`,
    )
  return others
}

/**
 * By what the company is to be looked up that no id names: of a new contact, and of one that has none when the values that found it say a
 * name; null where no company is looked up.
 */
export function employerHint(values: ContactValues, matched?: Pick<Contact, 'company_id' | 'primary_email'>): EmployerHint | null {
  const { company_id, company = null, primary_email = null } = matched ? values : withPrimary(values)
  if (!matched) return company_id ? null : { email: primary_email, name: company }
  const lacksCompany = matched.company_id === null && company_id === undefined && Boolean(company)
  return lacksCompany ? { email: matched.primary_email ?? primary_email, name: company } : null
}

/** The values with what a contact copies from its company; nothing is copied where the contact leaves its company. */
export function withEmployer(values: ContactValues, employer: Employer | null | undefined): ContactValues {
  if (employer) return { ...values, company_id: employer.id, company: employer.name, ...companyColumns(employer) }
  if (values.company_id !== null) return values
  return { ...values, ...noCompany, company: values.company ?? null }
}

function refuseEmpty(values: ContactValues): void {
  const isSaid = Object.values(values).some((value) => !isEmpty(value) && JSON.stringify(value) !== '{}')
  if (!isSaid)
    throw invalid('/email', 'required', 'The contact has no value at all: give an e-mail address, a name or anything else that is known')
}

// Values that found a contact add their tags, and one that was found by an address keeps its first.
function completing(known: Contact, { primary_email, tags, ...others }: ContactValues, matchedBy: string): ContactValues {
  const changes = matchedBy === 'email' ? others : { ...others, ...(primary_email !== undefined && { primary_email }) }
  return { ...changes, ...(tags && { tags: uniqueTags([...known.tags, ...tags]) }) }
}

// One of the further addresses becomes the first: the former first one stays among them, unless the list is given, too.
function withFormerFirst({ primary_email: former, emails }: Contact, values: ContactValues): ContactValues {
  const { primary_email: first } = values
  if (!former || values.emails || first === former || !emails.some(({ email }) => email === first)) return values
  return { ...values, emails: [...emails.filter(({ email }) => email !== former && email !== first), { email: former }] }
}

// Lists of addresses and numbers repeat the first one, as the API shows them: giving back what was shown changes nothing.
function withoutRepetition(known: Contact, { emails, phones, ...values }: ContactValues): ContactValues {
  const { primary_email = known.primary_email, phone = known.phone } = values
  const isShown = {
    emails: isSame(allOf('email', emails ?? known.emails, primary_email), allOf('email', known.emails, known.primary_email)),
    phones: isSame(allOf('phone', phones ?? known.phones, phone), allOf('phone', known.phones, known.phone)),
  }
  if (values.phone_raw !== undefined && phone === known.phone && values.phone_raw === phone) delete values.phone_raw
  return { ...values, ...(emails && !isShown.emails && { emails }), ...(phones && !isShown.phones && { phones }) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
