import { EntityManager } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import { Company } from '../companies/entity.ts'
import { CompanyService } from '../companies/service.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { cyclesOf, homeIn, inCycle, placesContact } from '../sales-cycles/fit.ts'
import { linked } from '../../kernel/storage/links.ts'
import { RecordStore } from '../../kernel/storage/record-store.ts'
import { Records } from '../../kernel/storage/records.ts'
import type { SetRules } from '../../records/bulk/rules.ts'
import { Arrivals } from '../../records/record-type/arrivals.ts'
import { Contact } from './entity.ts'
import { contactSets } from './sets.ts'
import { moved } from './stage.ts'
import { type ContactCreate, contactFilters, contactSorts, type ContactUpdate } from './schema.ts'
import { changed, checkSaid, completed, emails, fromCompany, lacksCompany, normalised, type Values, withPrimary } from './values.ts'

/** Contacts: one per e-mail address, secondary ones included (records.md 1). */
export class ContactService extends RecordStore<typeof Contact.fields> {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids, CompanyService, Arrivals] as const
  readonly #companies: CompanyService
  readonly #arrivals: Arrivals
  /** How sets of contacts are written. */
  readonly sets: SetRules

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids, companies: CompanyService, arrivals: Arrivals) {
    super(
      { em, records, actor, ids },
      { entity: Contact, object: 'contacts', keys: ['primary_email'], secondaryKey: emails, filters: contactFilters, sorts: contactSorts },
    )
    this.#companies = companies
    this.#arrivals = arrivals
    this.sets = contactSets(records, ids)
  }

  /**
   * The contact that the input means, completed; a new one, linked to its company, when there is none (contract 4.2). Throws
   * `invalid_input` where nothing is said, and for a company, sales cycle or stage that is not there.
   */
  async create(input: Static<typeof ContactCreate>, reply: Reply): Promise<Contact> {
    const values = normalised(input)
    // Asked for in one packet: unless the contact is known, its company is wanted too.
    const fresh = withPrimary(values)
    const company = this.#companies.atDomain(fresh.company_id ? null : (fresh.primary_email ?? null))
    const [match] = await Promise.all([this.#match(values), company])
    if (match) {
      reply.matched(match.by)
      const known = await this.forChange(match.id)
      const changes = completed(known, values, match.by)
      if (lacksCompany(known, changes)) await this.#linkCompany(changes, undefined, known.primary_email ?? changes.primary_email)
      await this.#apply(known, changes)
      return known
    }
    checkSaid(fresh)
    await this.#linkCompany(fresh, company)
    return await this.add(await this.#placed(fresh))
  }

  /**
   * Sets what differs. Another company brings its name and figures along. Throws `not_found`, `version_mismatch` under `If-Match`,
   * and `already_exists` for an e-mail that another contact has.
   */
  async update(id: string, input: Changes<typeof ContactUpdate>, reply: Reply): Promise<Contact> {
    const contact = await this.forChange(id, reply)
    const values = normalised(input)
    if (values.company_id && values.company_id !== contact.company_id) await this.#followCompany(values, values.company_id)
    if (values.company_id === null) Object.assign(values, fromCompany({ industry: null, employees: null }))
    await this.#apply(contact, values)
    return contact
  }

  /** Back where it was; where its sales cycle or stage is gone, in the default one or at the first. */
  override async restore(id: string, reply?: Reply): Promise<Contact> {
    const contact = await super.restore(id, reply)
    if (contact.sales_cycle_id === null) return contact
    const home = homeIn(await cyclesOf(this.records), contact)
    this.change(contact, { ...home, ...moved(contact, home, this.now) })
    return contact
  }

  /** Id of the live contact that has this address, lower-case, as its first or a further one. */
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

  /** What was given, with what follows from it for stage and history. */
  async #apply(contact: Contact, values: Values): Promise<void> {
    const placed = await this.#placed(changed(contact, values), contact)
    const { external_ids } = contact
    await this.complete(contact, { ...placed, ...moved(contact, placed, this.now) })
    if (contact.company_id && values.company) await this.#companies.nameAs(contact.company_id, values.company, contact.id)
    // No event is published for a further id; a new address has its event.
    if (contact.external_ids !== external_ids) await this.#arrivals.announce(Contact, [contact])
  }

  async #placed(values: Values, contact?: Contact): Promise<Values> {
    return placesContact(values) ? inCycle(await cyclesOf(this.records), values, contact) : values
  }

  /** The company that is named, else the one of e-mail and name, found or made. */
  async #linkCompany(
    values: Values,
    known: ReturnType<CompanyService['atDomain']> | undefined,
    email = values.primary_email ?? null,
  ): Promise<void> {
    if (values.company_id) return await this.#followCompany(values, values.company_id)
    const company = await this.#companies.forContact(email, values.company ?? null, known)
    if (!company) return
    Object.assign(values, { company_id: company.id, company: values.company ?? company.name, ...fromCompany(company) })
  }

  async #followCompany(values: Values, company_id: string): Promise<void> {
    const link = await linked(this.records, { company_id }, { company_id: Company })
    const company = await this.#companies.get(link.company_id)
    Object.assign(values, { ...link, company: values.company ?? company.name, ...fromCompany(company) })
  }
}
