import { homeOf } from '../access/organization.ts'
import { Company } from '../companies/entity.ts'
import { Contact } from '../contacts/entity.ts'
import { invalid } from '../kernel/errors.ts'
import type { Records } from '../storage/records.ts'
import type { DealValues } from './input.ts'

/** The companies and contacts that a set of deals names, in one look-up each. */
export class Customers {
  readonly #contacts: ReadonlyMap<string, Contact>
  readonly #companies: ReadonlyMap<string, Company>
  readonly #currency: string
  readonly #user: string

  private constructor(contacts: readonly Contact[], companies: readonly Company[], currency: string, user: string) {
    this.#contacts = new Map(contacts.map((each) => [each.id, each]))
    this.#companies = new Map(companies.map((each) => [each.id, each]))
    this.#currency = currency
    this.#user = user
  }

  /** For all deals of a set: a look-up for contacts, one for companies. */
  static async of(records: Records, deals: readonly DealValues[]): Promise<Customers> {
    const ids = deals.flatMap(({ contacts = [], primary_lead_id }) => [primary_lead_id, ...contacts.map(({ lead_id }) => lead_id)])
    const contacts = await records.findBy(Contact, 'id', new Set(ids))
    const named = [...deals.map(({ company_id }) => company_id), ...contacts.map(({ company_id }) => company_id)]
    const companies = await records.findBy(Company, 'id', new Set(named))
    const { currency } = await homeOf(records)
    return new Customers(contacts, companies, currency, records.unit.actor.user)
  }

  /** Throws `unknown_record` for a contact or company that is not there. */
  check({ contacts = [], primary_lead_id, company_id }: DealValues): void {
    if (company_id) this.#known(this.#companies, 'companies', company_id, '/company_id')
    if (primary_lead_id) this.#known(this.#contacts, 'contacts', primary_lead_id, '/primary_lead_id')
    contacts.forEach(({ lead_id }, at) => this.#known(this.#contacts, 'contacts', lead_id, `/contacts/${at}/lead_id`))
  }

  /** A new deal with what it leaves out: the company of its primary contact, its currency, and the acting user as its owner. */
  completed(deal: DealValues): DealValues {
    const contact = this.#contacts.get(deal.primary_lead_id ?? '')
    const company_id = deal.company_id === undefined ? (contact?.company_id ?? null) : deal.company_id
    const currency = this.#companies.get(company_id ?? '')?.currency ?? this.#currency
    return { currency, owner_email: this.#user, ...deal, company_id }
  }

  #known(records: ReadonlyMap<string, unknown>, object: string, id: string, path: string): void {
    if (!records.has(id)) throw invalid(path, 'unknown_record', `There is no record of ${object} with the id ${id}`)
  }
}
