import type { Ids } from '../../kernel/ports/ids.ts'
import { newRecord } from '../../kernel/storage/records/new-record.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { References } from '../../kernel/storage/records/references.ts'
import { scopesOf } from '../../kernel/storage/records/unseen-keys.ts'
import { companyDomain } from '../../kernel/values/company-domain.ts'
import { fold } from '../../kernel/values/fold.ts'
import { filterInTurns, mapInTurns } from '../../kernel/values/turns.ts'
import type { CompanyChanges } from './changes.ts'
import { takesName } from './decide.ts'
import { Company } from './entity.ts'

/** What tells the company of a contact that names none by id. */
export interface EmployerHint {
  /** Address of the contact; free-mail domains tell nothing. */
  readonly email: string | null
  /** Name of the company. */
  readonly name: string | null
}

/** The companies of many contacts, found or made in a few look-ups by the rules of one (`CompanyService.employerOf`). */
export class Employers {
  readonly #records: Records
  readonly #references: References
  readonly #ids: Ids
  readonly #changes: CompanyChanges
  readonly #byDomain = new Map<string, Company>()
  readonly #byName = new Map<string, Company>()
  #scopes: ReadonlyMap<string, string> = new Map()
  readonly #made = new Set<Company>()
  // Companies that are changed, as they were.
  readonly #before = new Map<Company, Company>()

  constructor(records: Records, ids: Ids, changes: CompanyChanges) {
    this.#records = records
    this.#references = new References(records, ids, 'companies')
    this.#ids = ids
    this.#changes = changes
  }

  /** The company for each hint, in their order, null where it tells nothing; nothing is written yet. */
  async find(hints: readonly EmployerHint[]): Promise<(Company | null)[]> {
    const wanted = await mapInTurns(hints, ({ email, name }) => ({ domain: companyDomain(email), name }))
    await this.#load(new Set(wanted.flatMap(({ domain }) => domain ?? [])), new Set(wanted.flatMap(({ name }) => (name ? fold(name) : []))))
    return await mapInTurns(wanted, ({ domain, name }) => (domain || name ? this.#findOrMake(domain, name) : null))
  }

  /** Writes the companies that were made or changed and are `used`, for `contacts` that are just being written. */
  async write(used: ReadonlySet<string>, contacts: readonly string[]): Promise<void> {
    await this.#records.insert(
      Company,
      [...this.#made].filter(({ id }) => used.has(id)),
    )
    const changes = [...this.#before].flatMap(([record, before]) => (used.has(record.id) ? [{ before, record }] : []))
    await this.#records.update(
      Company,
      changes.map(({ before, record: { name, name_key, domain, domain_scope } }) => ({
        before,
        changes: { name, name_key, domain, domain_scope },
      })),
    )
    await this.#changes.announce(changes, contacts)
  }

  async #load(domains: ReadonlySet<string>, names: ReadonlySet<string>): Promise<void> {
    const further = domains.size > 0 ? await this.#references.findMany('#domain', domains) : new Map<string, string>()
    const byDomain = await this.#records.findBy(Company, 'domain', domains, { lock: true })
    const byFurther = new Map((await this.#records.findBy(Company, 'id', further.values(), { lock: true })).map((each) => [each.id, each]))
    // Of two companies that share a domain the one that has it for all is set last.
    for (const company of byDomain.toSorted((a, b) => (a.domain_scope > b.domain_scope ? -1 : 1)))
      this.#byDomain.set(company.domain ?? '', company)
    this.#scopes = await scopesOf(this.#records, Company, { key: 'domain', scope: 'domain_scope' }, { values: domains, ids: this.#ids })
    for (const [domain, id] of further) {
      const company = [...this.#byDomain.values()].find((each) => each.id === id) ?? byFurther.get(id)
      if (company) this.#byDomain.set(domain, company)
    }
    const known = new Map([...this.#byDomain.values()].map((each) => [each.id, each]))
    const byName = await this.#named(names)
    // The oldest of several companies of one name is set last.
    for (const company of byName.toSorted((a, b) => (a.id < b.id ? 1 : -1)))
      this.#byName.set(company.name_key, known.get(company.id) ?? company)
  }

  // Whoever else names an unknown one at the same time waits, and finds it.
  async #named(names: ReadonlySet<string>): Promise<Company[]> {
    const found = await this.#records.findBy(Company, 'name_key', names, { lock: true })
    const known = new Set(found.map(({ name_key }) => name_key))
    const unknown = await filterInTurns([...names], (name) => !known.has(name))
    if (!(await this.#records.locks.holdKeys('companies', 'name_key', unknown))) return found
    return [...found, ...(await this.#records.findBy(Company, 'name_key', unknown, { lock: true }))]
  }

  #scoped(domain: string | null) {
    return { domain, domain_scope: this.#scopes.get(domain ?? '') ?? '' }
  }

  // By domain before name, as for one contact; what is found or made serves the next contacts of the set.
  #findOrMake(domain: string | null, name: string | null): Company {
    const found = (domain && this.#byDomain.get(domain)) || (name && this.#byName.get(fold(name))) || this.#make(domain, name)
    if (!found.domain && domain) this.#change(found, this.#scoped(domain))
    if (takesName(found, name)) this.#change(found, { name, name_key: fold(name) })
    if (domain && !this.#byDomain.has(domain)) this.#byDomain.set(domain, found)
    if (name && !this.#byName.has(fold(name))) this.#byName.set(fold(name), found)
    return found
  }

  #make(domain: string | null, name: string | null): Company {
    const values = { name: name ?? domain ?? '', name_key: fold(name ?? domain ?? ''), ...this.#scoped(domain) }
    const made = newRecord(Company.fields, this.#ids.next(), this.#records.unit, values)
    this.#made.add(made)
    return made
  }

  #change(company: Company, changes: Partial<Company>): void {
    if (!this.#made.has(company) && !this.#before.has(company)) this.#before.set(company, { ...company })
    Object.assign(company, changes)
  }
}
