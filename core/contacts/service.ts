import { EntityManager } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import { Company } from '../companies/entity.ts'
import { CompanyService } from '../companies/service.ts'
import { parseCountry } from '../values/country.ts'
import { toE164 } from '../values/phone.ts'
import { CurrentActor } from '../kernel/actor.ts'
import type { Changes } from '../kernel/resource.ts'
import type { Reply } from '../kernel/reply.ts'
import { Ids } from '../ports/ids.ts'
import { checkLinks } from '../storage/links.ts'
import { type Further, RecordStore } from '../storage/record-store.ts'
import { Records } from '../storage/records.ts'
import { withoutAliases } from '../values/aliases.ts'
import { uniqueTags } from '../values/tags.ts'
import { Contact } from './entity.ts'
import { moved } from './stage.ts'
import { type ContactCreate, contactFilters, contactSorts, type ContactUpdate } from './schema.ts'

type Values = Partial<Omit<Contact, 'id'>>

/** Contacts: one per e-mail address, secondary ones included (records.md 1). */
export class ContactService extends RecordStore<typeof Contact.fields> {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids, CompanyService] as const
  readonly #companies: CompanyService

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids, companies: CompanyService) {
    super(
      { em, records, actor, ids },
      { entity: Contact, object: 'contacts', keys: ['primary_email'], further: emails, filters: contactFilters, sorts: contactSorts },
    )
    this.#companies = companies
  }

  /** The contact that the input means, completed; a new one, linked to its company, when there is none (contract 4.2). */
  async create(input: Static<typeof ContactCreate>, reply: Reply): Promise<Contact> {
    const values = normalised(input)
    const match = await this.#match(values)
    if (match) {
      reply.matched(match.by)
      const known = await this.forChange(match.id)
      // Found by a secondary address, it keeps its primary one.
      const { primary_email, tags, ...others } = values
      const changes = match.by === 'email' ? others : { ...others, ...(primary_email !== undefined && { primary_email }) }
      await this.#apply(known, { ...changes, ...(tags && { tags: uniqueTags([...known.tags, ...tags]) }) })
      return known
    }
    await this.#linkCompany(values)
    return await this.add(values)
  }

  async update(id: string, input: Changes<typeof ContactUpdate>, reply: Reply): Promise<Contact> {
    const contact = await this.forChange(id, reply)
    const values = normalised(input)
    if (values.company_id) await this.#followCompany(values, values.company_id)
    if (values.company_id === null) Object.assign(values, fromCompany({ industry: null, employees: null }))
    await this.#apply(contact, values)
    return contact
  }

  async idByEmail(email: string): Promise<string | undefined> {
    return await this.idByKey(emails, email)
  }

  async #match(values: Values): Promise<{ id: string; by: string } | null> {
    const byId = await this.references.findAny(values.external_ids ?? [])
    if (byId) return { id: byId, by: 'external_id' }
    for (const email of [...(values.primary_email ? [values.primary_email] : []), ...emails.of(values)]) {
      const id = await this.idByEmail(email)
      if (id) return { id, by: 'email' }
    }
    return null
  }

  async #apply(contact: Contact, values: Values): Promise<void> {
    await this.complete(contact, { ...values, ...moved(contact, values, this.now) })
  }

  async #linkCompany(values: Values): Promise<void> {
    if (values.company_id) return await this.#followCompany(values, values.company_id)
    const company = await this.#companies.forContact(values.primary_email ?? null, values.company ?? null)
    if (!company) return
    Object.assign(values, { company_id: company.id, company: values.company ?? company.name, ...fromCompany(company) })
  }

  async #followCompany(values: Values, company_id: string): Promise<void> {
    await checkLinks(this.records, { company_id }, { company_id: Company })
    const company = await this.#companies.get(company_id)
    Object.assign(values, { company: values.company ?? company.name, ...fromCompany(company) })
  }
}

function fromCompany({ industry, employees }: { industry: string | null; employees: number | null }) {
  return { organization_industry: industry, organization_num_employees: employees }
}

const emails: Further<typeof Contact.fields> = {
  key: 'primary_email',
  field: 'emails',
  provider: '#email',
  of: ({ emails = [], primary_email }) => emails.map(({ email }) => email).filter((each) => each !== primary_email),
}

/** What is stored for what was given: aliases, lower-case e-mails, one spelling per tag, ISO country, E.164 phone. */
function normalised(input: Partial<Static<typeof ContactCreate>>): Values {
  const values = withoutAliases<Values>(input, { email: 'primary_email', owner_email: 'assigned_to', custom: 'custom_properties' })
  if (values.primary_email) values.primary_email = values.primary_email.trim().toLowerCase()
  if (values.emails) values.emails = values.emails.map((each) => ({ ...each, email: each.email.trim().toLowerCase() }))
  if (values.tags) values.tags = uniqueTags(values.tags)
  if (values.country) values.country = parseCountry(values.country) ?? values.country
  if (values.phone !== undefined)
    Object.assign(values, {
      phone_raw: values.phone,
      phone: values.phone && (toE164(values.phone, values.country ?? null) ?? values.phone),
    })
  return values
}
