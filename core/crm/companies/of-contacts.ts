import type { Ids } from '../../kernel/ports/ids.ts'
import { newRecord } from '../../kernel/storage/new-record.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { References } from '../../kernel/storage/references.ts'
import { companyDomain } from '../../kernel/values/company-domain.ts'
import { fold } from '../../kernel/values/fold.ts'
import { Company } from './entity.ts'
import { showOnContacts } from './show.ts'
import { isUnnamed } from './values.ts'

/** What tells the company of a contact: its e-mail, and the name that was given. */
export interface Naming {
  /** Address of the contact; free-mail domains tell nothing. */
  readonly email: string | null
  readonly name: string | null
}

/** The companies of many contacts, found or made in a few look-ups by the rules of one (`CompanyService.forContact`). */
export class CompaniesOfContacts {
  readonly #records: Records
  readonly #references: References
  readonly #ids: Ids
  readonly #byDomain = new Map<string, Company>()
  readonly #byName = new Map<string, Company>()
  readonly #made = new Set<Company>()
  readonly #before = new Map<Company, Company>()

  constructor(records: Records, ids: Ids) {
    this.#records = records
    this.#references = new References(records, ids, 'companies')
    this.#ids = ids
  }

  /** The company of each, in their order; nothing is written yet. */
  async find(namings: readonly Naming[]): Promise<(Company | null)[]> {
    const asked = namings.map(({ email, name }) => ({ domain: companyDomain(email), name }))
    await this.#load(new Set(asked.flatMap(({ domain }) => domain ?? [])), new Set(asked.flatMap(({ name }) => (name ? fold(name) : []))))
    return asked.map(({ domain, name }) => (domain || name ? this.#one(domain, name) : null))
  }

  /** Writes those of the companies that were made or completed and are used, for contacts that are just being written. */
  async write(used: ReadonlySet<string>, contacts: readonly string[]): Promise<void> {
    const made = [...this.#made].filter(({ id }) => used.has(id))
    const updates = [...this.#before].flatMap(([{ id, name, name_key, domain }, before]) =>
      used.has(id) ? [{ before, changes: { name, name_key, domain } }] : [],
    )
    await this.#records.insert(Company, made)
    await this.#records.update(Company, updates)
    await showOnContacts(
      this.#records,
      updates.map(({ before, changes }) => ({ before, record: { ...before, ...changes } })),
      contacts,
    )
  }

  async #load(domains: ReadonlySet<string>, names: ReadonlySet<string>): Promise<void> {
    const further = domains.size > 0 ? await this.#references.whole.findMany('#domain', domains) : new Map<string, string>()
    // A domain has one company, whether who writes sees it or not.
    const { whole } = this.#records
    const byDomain = await whole.findBy(Company, 'domain', domains, { lock: true })
    const byFurther = new Map((await whole.findBy(Company, 'id', further.values(), { lock: true })).map((each) => [each.id, each]))
    for (const company of byDomain) this.#byDomain.set(company.domain ?? '', company)
    for (const [domain, id] of further) {
      const company = [...this.#byDomain.values()].find((each) => each.id === id) ?? byFurther.get(id)
      if (company) this.#byDomain.set(domain, company)
    }
    const known = new Map([...this.#byDomain.values()].map((each) => [each.id, each]))
    const byName = await this.#records.findBy(Company, 'name_key', names, { lock: true })
    for (const company of byName.toSorted((a, b) => (a.id < b.id ? 1 : -1)))
      this.#byName.set(company.name_key, known.get(company.id) ?? company)
  }

  /** Domain before name, as for a single contact; what is found or made serves the next ones of the set. */
  #one(domain: string | null, name: string | null): Company {
    const found = (domain && this.#byDomain.get(domain)) || (name && this.#byName.get(fold(name))) || this.#make(domain, name)
    if (!found.domain && domain) this.#change(found, { domain })
    if (name !== null && isUnnamed(found, name)) this.#change(found, { name, name_key: fold(name) })
    if (domain && !this.#byDomain.has(domain)) this.#byDomain.set(domain, found)
    if (name && !this.#byName.has(fold(name))) this.#byName.set(fold(name), found)
    return found
  }

  #make(domain: string | null, name: string | null): Company {
    const values = { name: name ?? domain ?? '', name_key: fold(name ?? domain ?? ''), domain }
    const made = newRecord(Company.fields, this.#ids.next(), this.#records.unit, values)
    this.#made.add(made)
    return made
  }

  #change(company: Company, changes: Partial<Company>): void {
    if (!this.#made.has(company) && !this.#before.has(company)) this.#before.set(company, { ...company })
    Object.assign(company, changes)
  }
}
