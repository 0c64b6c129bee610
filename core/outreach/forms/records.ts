import type { Static, TSchema } from '@sinclair/typebox'
import { CrmError, type FieldError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Reply } from '../../kernel/operation/reply.ts'
import { faultsOf } from '../../kernel/operation/validate.ts'
import { companyDomain } from '../../kernel/values/company-domain.ts'
import { CompanyCreate, CompanyUpdate } from '../../crm/companies/schema.ts'
import { CompanyService } from '../../crm/companies/service.ts'
import { ContactCreate } from '../../crm/contacts/schema.ts'
import { ContactService } from '../../crm/contacts/service.ts'
import { DealCreate } from '../../crm/deals/schema.ts'
import { DealService } from '../../crm/deals/service.ts'
import type { Form } from './entity.ts'
import { filling, type Input, type Plan, planOf, without } from './plan.ts'
import { targetOf, type TargetType } from './targets.ts'
import type { Value } from './values.ts'

/** A stored contact. */
export type Person = Awaited<ReturnType<ContactService['create']>>

/** The records that a submission made or found. */
export interface Written {
  readonly contact: Person | null
  readonly company_id: string | null
  readonly deal_id: string | null
  /** Whether the contact was known before. */
  readonly matched: boolean
}

/** Makes and completes the records of a submission, by the services of the API. */
export class FormRecords {
  static readonly uses = { contacts: ContactService, companies: CompanyService, deals: DealService }
  readonly #uses: Resolved<typeof FormRecords.uses>

  constructor(uses: Resolved<typeof FormRecords.uses>) {
    this.#uses = uses
  }

  /**
   * Writes contact, company and deal. Of what is known only empty fields are filled, unless the field of the form overwrites. Throws
   * `invalid_input` with pointers to the values that no record takes.
   */
  async write(form: Form, values: Readonly<Record<string, Value>>): Promise<Written> {
    const plan = planOf(form, values)
    try {
      const contact = await this.#contact(form, plan)
      const company_id = contact ? await this.#company(contact.record.company_id, plan) : null
      const deal_id = form.create_deal ? await this.#deal(form, plan, contact?.record ?? null, company_id) : null
      return { contact: contact?.record ?? null, company_id, deal_id, matched: contact?.matched ?? false }
    } catch (error) {
      throw error instanceof CrmError && error.code === 'invalid_input' ? pointed(error, form) : error
    }
  }

  /** The contact of the values by its e-mail address, else a new one; null where they say nothing about a person. */
  async #contact(form: Form, { given, overwritten }: Plan): Promise<{ record: Person; matched: boolean } | null> {
    const { company: firm } = given
    const wanted: Input = { ...(firm['name'] !== undefined && { company: firm['name'] }), ...given.contact }
    if (Object.keys(wanted).length === 0) return null
    const email = typeof wanted['email'] === 'string' ? wanted['email'].trim().toLowerCase() : undefined
    const id = email === undefined ? undefined : await this.#uses.contacts.idByEmail(email)
    const known = id === undefined ? undefined : await this.#uses.contacts.get(id)
    const company_id = known?.company_id ? undefined : await this.#companyAt(firm)
    const filled = known
      ? { email, ...withoutNames(known, filling(known, without(wanted, 'email'), overwritten, 'contact'), overwritten) }
      : wanted
    const input: Input = {
      ...filled,
      ...(company_id !== undefined && { company_id }),
      ...(form.tags.length > 0 && { tags: [...form.tags] }),
      ...(form.assign_to && !known?.assigned_to && { assigned_to: form.assign_to }),
    }
    const record = await this.#uses.contacts.create(checked(ContactCreate, input, 'contact'), new Reply())
    return { record, matched: known !== undefined }
  }

  /** The known company at the domain that was typed. */
  async #companyAt(firm: Input): Promise<string | undefined> {
    const host = typeof firm['domain'] === 'string' ? firm['domain'] : typeof firm['website'] === 'string' ? firm['website'] : null
    const domain = companyDomain(host)
    if (domain === null) return undefined
    const known = await this.#uses.companies.idByDomain(domain)
    if (known !== undefined) return known
    const input = checked(CompanyCreate, { domain, name: firm['name'] ?? domain }, 'company')
    return (await this.#uses.companies.create(input, new Reply())).id
  }

  async #company(company_id: string | null, { given, overwritten }: Plan): Promise<string | null> {
    if (company_id === null || Object.keys(given.company).length === 0) return company_id
    const known = await this.#uses.companies.get(company_id)
    const changes = filling(known, given.company, overwritten, 'company')
    // The domain of another company is a reason to be careful, and none to lose the submission.
    const domain = typeof changes['domain'] === 'string' ? companyDomain(changes['domain']) : null
    const taken = domain === null || (await this.#uses.companies.idByDomain(domain)) !== undefined
    const { id: _id, ...input } = checked(
      CompanyUpdate,
      { id: known.id, ...(taken ? without(changes, 'domain') : { ...changes, domain }) },
      'company',
    )
    if (Object.keys(input).length > 0) await this.#uses.companies.update(known.id, input, new Reply())
    return known.id
  }

  async #deal(form: Form, { given }: Plan, contact: Person | null, company_id: string | null): Promise<string> {
    const { pipeline_id, stage_id, name } = form.create_deal ?? {}
    const person = contact && (contact.name ?? [contact.first_name, contact.last_name].filter(Boolean).join(' '))
    const owner = form.assign_to ?? contact?.assigned_to ?? form.created_by
    const input: Input = {
      name: name ?? [form.name, person || contact?.primary_email].filter(Boolean).join(' - ').slice(0, 500),
      ...(pipeline_id && { pipeline_id }),
      ...(stage_id && { stage_id }),
      ...(contact && { primary_lead_id: contact.id }),
      ...(company_id && { company_id }),
      owner_email: owner,
      source: form.name,
      ...given.deal,
    }
    return (await this.#uses.deals.create(checked(DealCreate, input, 'deal'), new Reply())).id
  }
}

// A name that is known in parts is known, and so is one that is known as a whole.
function withoutNames({ name, first_name, last_name }: Person, changes: Input, overwritten: ReadonlySet<string>): Input {
  const known = [...(name === null ? [] : ['first_name', 'last_name']), ...(first_name === null && last_name === null ? [] : ['name'])]
  return known.filter((each) => !overwritten.has(`contact.${each}`)).reduce(without, changes)
}

function checked<S extends TSchema>(schema: S, input: Input, type: TargetType): Static<S> {
  if (!isOf(schema, input)) {
    const faults = faultsOf(schema, input)
    throw new CrmError('invalid_input', `${type}: ${faults[0]?.message}`, { errors: faults.map((each) => prefixed(each, type)) })
  }
  return input
}

function prefixed(fault: FieldError, type: TargetType): FieldError {
  return { ...fault, path: `/${type}${fault.path}` }
}

function isOf<S extends TSchema>(schema: S, input: unknown): input is Static<S> {
  return faultsOf(schema, input).length === 0
}

// Faults of records become faults of the fields of the form that were to fill them.
function pointed(error: CrmError, form: Form): CrmError {
  const errors = (error.details.errors ?? []).map((fault) => {
    const field = form.fields.find(({ maps_to }) => {
      const target = maps_to ? targetOf(maps_to) : undefined
      const own = target && `/${target.field}${target.part === null ? '' : `/${target.part}`}`
      // The name of the company goes into the contact first.
      const isName = maps_to === 'company.name' && fault.path === '/contact/company'
      return isName || (own !== undefined && (fault.path === own || fault.path === `/${target?.type}${own}`))
    })
    return field ? { ...fault, path: `/values/${field.name}` } : { ...fault, path: '/values' }
  })
  const [first] = errors
  return first
    ? new CrmError('invalid_input', `Invalid value: ${first.path} ${first.message}`, { errors })
    : invalid('/values', 'invalid_type', error.message)
}
