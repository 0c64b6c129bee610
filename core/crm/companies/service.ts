import type { Static } from '@sinclair/typebox'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { survivorIdsByKey, linked } from '../../kernel/storage/records/links.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { companyDomain } from '../../kernel/values/company-domain.ts'
import { fold } from '../../kernel/values/fold.ts'
import { parentsAbove, treeName, wayUp } from '../../records/record-type/tree.ts'
import type { SetRules } from '../../records/record-type/set-rules.ts'
import { CompanyChanges } from './changes.ts'
import { areOfDifferentCountries, circularParent, decideCompany, takesName } from './decide.ts'
import type { EmployerHint } from './employers.ts'
import { Company } from './entity.ts'
import { parentTree } from './parent-tree.ts'
import { companySets } from './sets.ts'
import { type CompanyCreate, companyFilters, companySorts, type CompanyUpdate } from './schema.ts'
import { type CompanyValues, domains, normalizeCompany } from './values.ts'

// What a contact needs to know of its company: a fraction of its columns.
const employerFields = ['id', 'name', 'domain', 'industry', 'employees'] as const
/** A company as far as its contacts copy from it. */
export type Employer = Pick<Company, (typeof employerFields)[number]>
const links = { parent_company_id: Company }
// What finds a company besides domains and external ids; several companies may share the first two.
const shared = ['vat_number', 'registration_number'] as const
const numbers = [...shared, 'code'] as const

/** Companies: one per domain, external id and code. */
export class CompanyService extends RecordStore<typeof Company.fields> {
  static readonly uses = { ...storeParts, changes: CompanyChanges }
  readonly #changes: CompanyChanges
  /** The rules by which sets of companies are written. */
  readonly sets: SetRules<typeof Company.fields>

  constructor(uses: Resolved<typeof CompanyService.uses>) {
    super(uses, {
      entity: Company,
      object: 'companies',
      keys: ['domain', 'code'],
      secondaryKey: domains,
      filters: companyFilters,
      sorts: companySorts,
    })
    this.#changes = uses.changes
    this.sets = companySets(uses.records, uses.changes)
  }

  /**
   * A new company, or the one that the keys of the input find, completed. Throws `invalid_input` for text that is no domain, the domain of
   * a mail service, and a parent that does not exist or belongs to the company; `already_exists` where a key is another company's.
   */
  async create(input: Static<typeof CompanyCreate>, reply: Reply): Promise<Company> {
    const given = normalizeCompany(input)
    const match = await this.#match(given)
    if (!match) return await this.add(await linked(this.records, given, links))
    reply.matched(match.by)
    await this.#keepTree(given)
    const company = await this.forChange(match.id)
    const values = await this.#withParent(company, given)
    await this.#apply(company, await this.#withoutInherited(company, decideCompany(company, values, match.by)))
    return company
  }

  /**
   * Sets what differs; contacts copy another name, industry or size at once. Throws as `create` does, `not_found`, and `version_mismatch`
   * under `If-Match`.
   */
  async update(id: string, input: Changes<typeof CompanyUpdate>, reply: Reply): Promise<Company> {
    const given = normalizeCompany(input)
    await this.#keepTree(given)
    const company = await this.forChange(id, reply)
    const values = await this.#withParent(company, given)
    await this.#apply(company, decideCompany(company, values, null))
    return company
  }

  /**
   * The company of a contact: by the domain of its e-mail, else by name, else a new one; null where the hint tells nothing. `known` is what
   * `atDomain` answers, where it was looked up before.
   */
  async employerOf({ email, name }: EmployerHint, known = this.atDomain(email)): Promise<Employer | null> {
    const domain = companyDomain(email)
    if (!domain && !name) return null
    const found = await known
    if (found && !takesName(found, name)) return found
    // Whoever else names it at the same time waits, and finds it.
    if (!found) await this.records.locks.holdKeys(this.options.object, 'name_key', [fold(name ?? domain ?? '')])
    const id = found?.id ?? (domain && (await this.idByDomain(domain))) ?? (name && (await this.idOf({ name_key: fold(name) })))
    if (!id) return await this.add({ name: name ?? domain ?? '', name_key: fold(name ?? domain ?? ''), domain })
    const company = await this.forChange(id)
    if (!company.domain && domain) this.change(company, { domain, ...(await this.heedUnseen({ domain }, company)) })
    if (takesName(company, name)) await this.#name(company, name)
    return company
  }

  /**
   * The company of a contact that is just being written and calls it by this name, which it takes if it was made from an e-mail address;
   * null where it is gone.
   */
  async nameByContact(id: string, name: string, contact?: string): Promise<Employer | null> {
    const [known] = await this.records.findBy(Company, 'id', [id])
    if (!known || !takesName(known, name)) return known ?? null
    const company = await this.forChange(id)
    if (takesName(company, name)) await this.#name(company, name, contact ? [contact] : [])
    return company
  }

  async #name(company: Company, name: string, beingWritten: readonly string[] = []): Promise<void> {
    const before = { ...company }
    this.change(company, { name, name_key: fold(name) })
    await this.#changes.announce([{ before, record: company }], beingWritten)
  }

  /** The company whose first domain is that of this e-mail address; of several in different scopes that of the empty one. */
  async atDomain(email: string | null): Promise<Employer | undefined> {
    const domain = companyDomain(email)
    if (!domain) return undefined
    const [row] = await this.records.lookUp('companies shown on contacts', [domain], (db, place) =>
      db
        .selectFrom(Company.table)
        .select(employerFields)
        .where('domain', '=', place)
        .where('deleted_at', 'is', null)
        .orderBy('domain_scope')
        .limit(1),
    )
    return row && this.records.codec(Company).fromRow(row)
  }

  /** Id of the live company that has this registrable domain, as its first or a further one. */
  async idByDomain(domain: string): Promise<string | undefined> {
    return await this.idByKey(domains, domain)
  }

  // In the order of `companyKeys`. Live companies come before those that were merged.
  async #match(values: CompanyValues): Promise<{ id: string; by: string } | null> {
    // No index keeps two companies from having the same one.
    for (const key of shared) if (values[key]) await this.records.locks.holdKeys(this.options.object, key, [values[key]])
    for (const domain of [...(values.domain ? [values.domain] : []), ...domains.of(values)]) {
      const id = await this.idByDomain(domain)
      if (id) return { id, by: 'domain' }
    }
    const byId = await this.references.findAny(values.external_ids ?? [])
    if (byId) return { id: byId, by: 'external_id' }
    const given = numbers.flatMap((key) => (values[key] ? [[key, values[key]] as const] : []))
    const live = (key: (typeof numbers)[number], value: string) => this.idOf({ [key]: value })
    const merged = async (key: string, value: string) => (await survivorIdsByKey(this.records, Company, key, [value])).get(value)
    for (const idBy of [live, merged])
      for (const [by, value] of given) {
        const id = await idBy(by, value)
        if (id && !(by === 'registration_number' && areOfDifferentCountries(await this.get(id), values))) return { id, by }
      }
    return null
  }

  // The number of a company that was merged finds the survivor, which keeps its own.
  async #withoutInherited(company: Company, values: CompanyValues): Promise<CompanyValues> {
    const others = numbers.filter((key) => values[key] && company[key] && values[key] !== company[key])
    const kept: CompanyValues = { ...values }
    for (const key of others) {
      const heirs = await survivorIdsByKey(this.records, Company, key, [String(values[key])])
      if (heirs.get(String(values[key])) === company.id) delete kept[key]
    }
    return kept
  }

  // Of two that want to belong to each other, the second sees the first.
  async #keepTree({ parent_company_id }: CompanyValues): Promise<void> {
    if (parent_company_id) await this.records.locks.hold(treeName(parentTree))
  }

  /** The values with the parent that is meant; throws where there is none, and for the company itself or one that belongs to it. */
  async #withParent(company: Company, given: CompanyValues): Promise<CompanyValues> {
    const values = await linked(this.records, given, links, { known: company })
    const parent = values.parent_company_id?.toLowerCase()
    if (parent && wayUp(await parentsAbove(this.records, parentTree, [parent]), parent).includes(company.id)) throw circularParent()
    return values
  }

  async #apply(company: Company, values: CompanyValues): Promise<void> {
    const before = { ...company }
    await this.complete(company, values)
    await this.#changes.announce([{ before, record: company }])
  }
}
