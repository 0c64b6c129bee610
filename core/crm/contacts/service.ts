import type { Static } from '@sinclair/typebox'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { linked } from '../../kernel/storage/records/links.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import type { SetRules } from '../../records/record-type/set-rules.ts'
import { Arrivals } from '../../records/record-type/arrivals.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import { CompanyChanges } from '../companies/changes.ts'
import { Company } from '../companies/entity.ts'
import { CompanyService, type Employer } from '../companies/service.ts'
import { decideContact, employerHint, keptEmployer, namedEmployer } from './decide.ts'
import { Contact } from './entity.ts'
import { type ContactCreate, contactFilters, contactSorts, type ContactUpdate } from './schema.ts'
import { contactSets } from './sets.ts'
import { restoredPlace } from './stage.ts'
import { ContactStageRules, contactStagesName } from './stage-rules.ts'
import { type ContactValues, emails, normalizeContact } from './values.ts'

// A known contact with the key by which an input found it, null where the caller named it.
interface Known {
  readonly contact: Contact
  readonly matchedBy: string | null
}

/** Contacts: one per e-mail address, secondary ones included. */
export class ContactService extends RecordStore<typeof Contact.fields> {
  static readonly uses = {
    ...storeParts,
    companies: CompanyService,
    companyChanges: CompanyChanges,
    stageRules: ContactStageRules,
    arrivals: Arrivals,
  }
  readonly #uses: Resolved<typeof ContactService.uses>
  /** The rules by which sets of contacts are written. */
  readonly sets: SetRules<typeof Contact.fields>

  constructor(uses: Resolved<typeof ContactService.uses>) {
    super(uses, {
      entity: Contact,
      object: 'contacts',
      keys: ['primary_email'],
      secondaryKey: emails,
      filters: contactFilters,
      sorts: contactSorts,
    })
    this.#uses = uses
    this.sets = contactSets({ records: uses.records, ids: uses.ids, companyChanges: uses.companyChanges, stageRules: uses.stageRules })
  }

  /**
   * A new contact, linked to its company, or the one that the external ids or addresses of the input find, completed. Throws
   * `invalid_input` where no value is given at all, and for a company, sales cycle or stage that does not exist.
   */
  async create(input: Static<typeof ContactCreate>, reply: Reply): Promise<Contact> {
    const values = normalizeContact(input)
    await this.#uses.stageRules.keep(values)
    // Both are looked up in one packet: unless the contact is known, its company is needed too.
    const hint = employerHint(values)
    const atDomain = this.#uses.companies.atDomain(hint?.email ?? null)
    const [match] = await Promise.all([this.#match(values), atDomain])
    if (!match) return await this.add(await this.#decide(values, undefined, atDomain))
    reply.matched(match.by)
    const contact = await this.forChange(match.id)
    await this.#apply({ contact, matchedBy: match.by }, values)
    return contact
  }

  /**
   * Sets what differs. Another company brings its name and figures along. Throws `not_found`, `version_mismatch` under `If-Match`,
   * `already_exists` for an e-mail that another contact has, and `not_allowed` for another name of the company that the contact stays with.
   */
  async update(id: string, input: Changes<typeof ContactUpdate>, reply: Reply): Promise<Contact> {
    const values = normalizeContact(input)
    await this.#uses.stageRules.keep(values)
    const contact = await this.forChange(id, reply)
    await this.#apply({ contact, matchedBy: null }, values)
    return contact
  }

  /** Undoes a delete; a contact whose sales cycle or stage is gone comes back in the default cycle or at the first stage. */
  override async restore(id: string, reply?: Reply): Promise<Contact> {
    await this.records.locks.share(contactStagesName)
    const contact = await super.restore(id, reply)
    this.change(contact, await restoredPlace(this.#uses.stageRules, contact, this.now))
    return contact
  }

  /** Id of the live contact that has this address, lower-case, as its first or a further one. */
  async idByEmail(email: string): Promise<string | undefined> {
    return await this.idByKey(emails, email)
  }

  async #match(values: ContactValues): Promise<{ id: string; by: string } | null> {
    const byId = await this.references.findAny(values.external_ids ?? [])
    if (byId) return { id: byId, by: 'external_id' }
    for (const email of [...(values.primary_email ? [values.primary_email] : []), ...emails.of(values)]) {
      const id = await this.idByEmail(email)
      if (id) return { id, by: 'email' }
    }
    return null
  }

  async #apply(known: Known, values: ContactValues): Promise<void> {
    const { contact } = known
    const { external_ids } = contact
    const changes = await this.#decide(values, known)
    await this.complete(contact, changes)
    // No event is published for a further id; a new address has its event.
    if (contact.external_ids !== external_ids) await this.#uses.arrivals.announce(Contact, [contact])
  }

  /** What is written for the values, with what is looked up for it; `atDomain` is looked up here unless it was before. */
  async #decide(values: ContactValues, known?: Known, atDomain?: Promise<Employer | undefined>): Promise<ContactValues> {
    const employer = await this.#employerOf(values, known, atDomain)
    const stages = await this.#uses.stageRules.for([values])
    return decideContact({ values, known: known?.contact, matchedBy: known?.matchedBy ?? null, employer, stages, now: this.now })
  }

  /** The company that is named by its id, else the one that the hint finds or makes. */
  async #employerOf(values: ContactValues, known?: Known, atDomain?: Promise<Employer | undefined>): Promise<Employer | null> {
    const named = namedEmployer(values, known?.contact)
    if (named !== undefined) {
      const { company_id } = await linked(this.records, { company_id: named }, { company_id: Company })
      const company = await this.#uses.companies.get(company_id)
      return values.company ? await this.#uses.companies.nameByContact(company.id, values.company, known?.contact.id) : company
    }
    const kept = keptEmployer(values, known?.contact)
    if (kept && values.company) return await this.#uses.companies.nameByContact(kept, values.company, known?.contact.id)
    const hint = known && known.matchedBy === null ? null : employerHint(values, known?.contact)
    return hint && (await this.#uses.companies.employerOf(hint, atDomain))
  }
}
