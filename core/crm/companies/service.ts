import { EntityManager } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { survivorIdsByKey, linked } from '../../kernel/storage/links.ts'
import { RecordStore } from '../../kernel/storage/record-store.ts'
import { Records } from '../../kernel/storage/records.ts'
import { companyDomain } from '../../kernel/values/company-domain.ts'
import { fold } from '../../kernel/values/fold.ts'
import type { SetRules } from '../../records/bulk/rules.ts'
import { Arrivals } from '../../records/record-type/arrivals.ts'
import { Company } from './entity.ts'
import { companySets } from './sets.ts'
import { type CompanyCreate, companyFilters, companySorts, type CompanyUpdate } from './schema.ts'
import { showOnContacts } from './show.ts'
import { announceNewKeys, keysOf } from './new-keys.ts'
import { completed, domains, isElsewhere, isUnnamed, normalised, ownParent, type Values } from './values.ts'

// What a contact needs to know of its company: a fraction of what there is.
const shown = ['id', 'name', 'domain', 'industry', 'employees'] as const
type Shown = Pick<Company, (typeof shown)[number]>
const links = { parent_company_id: Company }
/** By what a company is found besides domains and ids; several may share the first two. */
const numbers = ['vat_number', 'registration_number', 'code'] as const

/** Companies: one per domain, external id and code (records.md 2). */
export class CompanyService extends RecordStore<typeof Company.fields> {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids, Arrivals] as const
  readonly #arrivals: Arrivals
  /** How sets of companies are written. */
  readonly sets: SetRules

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids, arrivals: Arrivals) {
    super(
      { em, records, actor, ids },
      {
        entity: Company,
        object: 'companies',
        keys: ['domain', 'code'],
        secondaryKey: domains,
        filters: companyFilters,
        sorts: companySorts,
      },
    )
    this.#arrivals = arrivals
    this.sets = companySets(records, arrivals)
  }

  /**
   * The company that the input means, completed; a new one when there is none. Throws `invalid_input` for a domain that is none or a
   * mail service's, and for a parent that is not there or belongs to it; `already_exists` where a key is another company's.
   */
  async create(input: Static<typeof CompanyCreate>, reply: Reply): Promise<Company> {
    const given = normalised(input)
    const match = await this.#match(given)
    if (!match) return await this.add(await linked(this.records, given, links))
    reply.matched(match.by)
    const company = await this.forChange(match.id)
    const values = await linked(this.records, given, links, { known: company })
    await this.#checkAbove(company, values.parent_company_id)
    await this.#apply(company, await this.#withoutInherited(company, completed(company, values, match.by)))
    return company
  }

  /**
   * Sets what differs; contacts show another industry or size at once. Throws as `create` does, `not_found`, and `version_mismatch`
   * under `If-Match`.
   */
  async update(id: string, input: Changes<typeof CompanyUpdate>, reply: Reply): Promise<Company> {
    const company = await this.forChange(id, reply)
    const values = await linked(this.records, normalised(input), links, { known: company })
    await this.#checkAbove(company, values.parent_company_id)
    await this.#apply(company, values)
    return company
  }

  /** The company of a contact: by the domain of its e-mail, else by name, else a new one (records.md 1); `null` when there is neither. */
  async forContact(email: string | null, name: string | null, asked = this.atDomain(email)): Promise<Shown | null> {
    const domain = companyDomain(email)
    if (!domain && !name) return null
    const known = await asked
    if (known && !isUnnamed(known, name)) return known
    const id = known?.id ?? (domain && (await this.idByDomain(domain))) ?? (name && (await this.idOf({ name_key: fold(name) })))
    const unseen = !id && domain ? await this.#unseen(domain) : undefined
    if (unseen) return unseen
    if (!id) return await this.add({ name: name ?? domain ?? '', name_key: fold(name ?? domain ?? ''), domain })
    const managed = await this.forChange(id)
    if (!managed.domain && domain) this.change(managed, { domain })
    if (name !== null && isUnnamed(managed, name)) await this.#name(managed, name)
    return managed
  }

  /** Gives a company that was made from an e-mail alone the name that one of its contacts says, who is just being written. */
  async nameAs(id: string, name: string, contact: string): Promise<void> {
    const [known] = await this.records.findBy(Company, 'id', [id])
    if (known && isUnnamed(known, name)) await this.#name(await this.forChange(id), name, contact)
  }

  async #name(company: Company, name: string, contact?: string): Promise<void> {
    const before = { ...company }
    this.change(company, { name, name_key: fold(name) })
    await showOnContacts(this.records, [{ before, record: company }], contact === undefined ? [] : [contact])
  }

  /** The company that has the domain of this e-mail as its first. */
  async atDomain(email: string | null): Promise<Shown | undefined> {
    const domain = companyDomain(email)
    if (!domain) return undefined
    const [row] = await this.records.lookUp('companies shown on contacts', [domain], (db, place) =>
      db.selectFrom(Company.table).select(shown).where('domain', '=', place).where('deleted_at', 'is', null),
    )
    return row && (this.records.codec(Company).fromRow(row) as Shown)
  }

  /** Id of the live company that has this registrable domain, as its first or a further one. */
  async idByDomain(domain: string): Promise<string | undefined> {
    return await this.idByKey(domains, domain)
  }

  // A domain has one company, whether who writes sees it or not: the contact is linked to it all the same.
  async #unseen(domain: string): Promise<Shown | undefined> {
    const { whole } = this.records
    if (whole === this.records) return undefined
    const [first] = await whole.findBy(Company, 'domain', [domain])
    if (first) return first
    const further = await this.references.whole.findMany('#domain', [domain])
    return (await whole.findBy(Company, 'id', further.values()))[0]
  }

  /**
   * In the order of records.md 2: domain, external id, VAT number, number of the register, code. Several may share the two in the middle.
   */
  async #match(values: Values): Promise<{ id: string; by: string } | null> {
    for (const domain of [...(values.domain ? [values.domain] : []), ...domains.of(values)]) {
      const id = await this.idByDomain(domain)
      if (id) return { id, by: 'domain' }
    }
    const byId = await this.references.findAny(values.external_ids ?? [])
    if (byId) return { id: byId, by: 'external_id' }
    const said = numbers.flatMap((key) => (values[key] ? [[key, values[key]] as const] : []))
    const live = (key: (typeof numbers)[number], value: string) => this.idOf({ [key]: value })
    const merged = async (key: string, value: string) => (await survivorIdsByKey(this.records, Company, key, [value])).get(value)
    for (const idBy of [live, merged])
      for (const [by, value] of said) {
        const id = await idBy(by, value)
        if (id && !(by === 'registration_number' && isElsewhere(await this.get(id), values))) return { id, by }
      }
    return null
  }

  // What a merged company was known by finds the survivor, which keeps its own.
  async #withoutInherited(company: Company, values: Values): Promise<Values> {
    const others = numbers.filter((key) => values[key] && company[key] && values[key] !== company[key])
    const kept: Values = { ...values }
    for (const key of others) {
      const heirs = await survivorIdsByKey(this.records, Company, key, [String(values[key])])
      if (heirs.get(String(values[key])) === company.id) delete kept[key]
    }
    return kept
  }

  /** Throws where the parent is the company itself, or one that belongs to it. */
  async #checkAbove({ id }: Company, parent: string | null | undefined): Promise<void> {
    const seen = new Set<string>()
    for (let above = parent?.toLowerCase(); above && !seen.has(above);) {
      if (above === id) throw ownParent()
      seen.add(above)
      const [found] = await this.records.whole.findBy(Company, 'id', [above])
      above = found?.parent_company_id ?? undefined
    }
  }

  async #apply(company: Company, values: Values): Promise<void> {
    const { name, industry, employees } = company
    const before = { ...keysOf(company), name, industry, employees }
    await this.complete(company, values)
    await announceNewKeys(this.#arrivals, [{ before, record: company }])
    await showOnContacts(this.records, [{ before, record: company }])
  }
}
