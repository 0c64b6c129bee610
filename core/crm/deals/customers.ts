import { homeOf } from '../../platform/access/organization.ts'
import { Company } from '../companies/entity.ts'
import { Contact } from '../contacts/entity.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { liveSurvivors } from '../../kernel/storage/records/links.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Deal } from './entity.ts'
import type { DealValues } from './input.ts'

/** The companies and contacts that a set of deals names, in one look-up each. */
export class Customers {
  readonly #contacts: ReadonlyMap<string, Contact>
  readonly #companies: ReadonlyMap<string, Company>
  readonly #currency: string
  readonly #user: string

  private constructor(contacts: ReadonlyMap<string, Contact>, companies: ReadonlyMap<string, Company>, currency: string, user: string) {
    this.#contacts = contacts
    this.#companies = companies
    this.#currency = currency
    this.#user = user
  }

  /** Looks up all contacts and all companies that these deals name. */
  static async of(records: Records, deals: readonly DealValues[]): Promise<Customers> {
    const ids = deals.flatMap(({ contacts = [], primary_lead_id }) => [primary_lead_id, ...contacts.map(({ lead_id }) => lead_id)])
    const contacts = await knownAs(records, Contact, ids)
    const named = [...deals.map(({ company_id }) => company_id), ...[...contacts.values()].map(({ company_id }) => company_id)]
    const companies = await knownAs(records, Company, named)
    const { currency } = await homeOf(records)
    return new Customers(contacts, companies, currency, records.unit.actor.user)
  }

  /**
   * The values with ids of live records: for a merged record that of its survivor. Ids that the deal has already may stay. Throws
   * `unknown_record` for a record that does not exist.
   */
  resolve({ contacts, primary_lead_id, company_id, ...values }: DealValues, deal?: Deal): DealValues {
    const people = new Set([deal?.primary_lead_id, ...(deal?.contacts ?? []).map(({ lead_id }) => lead_id)])
    const person = (id: string, path: string) => (people.has(id) ? id : this.#id(this.#contacts, id, path))
    const company = (id: string) => (id === deal?.company_id ? id : this.#id(this.#companies, id, '/company_id'))
    return {
      ...values,
      ...(company_id !== undefined && { company_id: company_id && company(company_id) }),
      ...(primary_lead_id !== undefined && { primary_lead_id: primary_lead_id && person(primary_lead_id, '/primary_lead_id') }),
      ...(contacts && {
        contacts: contacts.map((each, at) => ({ ...each, lead_id: person(each.lead_id, `/contacts/${at}/lead_id`) })),
      }),
    }
  }

  /** The values of a new deal with defaults: the company of its primary contact, the currency of the company, the caller as owner. */
  complete(deal: DealValues): DealValues {
    const contact = this.#contacts.get(deal.primary_lead_id ?? '')
    const company_id = deal.company_id === undefined ? (contact?.company_id ?? null) : deal.company_id
    const currency = this.#companies.get(company_id ?? '')?.currency ?? this.#currency
    return { currency, owner_email: this.#user, ...deal, company_id }
  }

  #id(records: ReadonlyMap<string, { readonly id: string }>, id: string, path: string): string {
    const known = records.get(id)
    if (known) return known.id
    const { table } = records === this.#companies ? Company : Contact
    throw invalid(path, 'unknown_record', `There is no record of ${table} with the id ${id}`)
  }
}

// Live records by the ids that were given for them, which may be those of merged records.
async function knownAs<F extends Fields>(
  records: Records,
  entity: EntityTable<F>,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, RecordOf<F>>> {
  const wanted = new Set(ids.filter((id) => typeof id === 'string'))
  await records.locks.keep(entity.table, wanted)
  const found = await records.findBy(entity, 'id', wanted)
  const known = new Map(found.map((each) => [String(each['id']), each]))
  const unknown = [...wanted].filter((id) => !known.has(id))
  for (const [id, survivor] of await liveSurvivors(records, entity, unknown)) known.set(id, survivor)
  return known
}
