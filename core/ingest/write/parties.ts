import { Company } from '../../companies/entity.ts'
import type { Row } from '../../storage/codec.ts'
import { newRecord } from '../../storage/new-record.ts'
import { fold } from '../../values/fold.ts'
import { AwaitedLink } from '../entity.ts'
import { CompanyIndex } from './company-index.ts'
import type { BatchContext } from './context.ts'
import { fingerprints } from './merge.ts'
import type { Party } from './sink.ts'

/** The company that a record belongs to, found or made on the way. */
export interface PartyCompany {
  readonly record: Row
  readonly before: Row | null
  /** External id that the company is to get. */
  externalId: string | undefined
  used: boolean
}

/** Finds the companies that the records of other objects name, once per batch, and makes those that nobody knows (contract 4.3, rule 5). */
export class Parties {
  readonly #context: BatchContext
  readonly #planned = new Map<string, PartyCompany>()
  #index: CompanyIndex

  constructor(context: BatchContext) {
    this.#context = context
    this.#index = new CompanyIndex(context)
  }

  /** The company of each party; undefined for one that is named by an id that nobody knows yet. */
  async find(parties: readonly Party[]): Promise<Map<Party, PartyCompany | undefined>> {
    await this.#index.load({
      externalIds: parties.flatMap(({ external_id, named }) => [external_id, named]),
      names: parties.flatMap(({ name, named }) => [name, named]),
      domains: parties.map(({ domain }) => domain),
    })
    // Who is named by an id comes first, so that a name alone finds them in whatever order they stand.
    const ordered = parties.toSorted((a, b) => Number(b.external_id !== undefined) - Number(a.external_id !== undefined))
    return new Map(ordered.map((party) => [party, this.#companyOf(party)]))
  }

  /** Companies that were made on the way. */
  get made(): readonly PartyCompany[] {
    return [...new Set(this.#planned.values())].filter(({ before, used }) => used && before === null)
  }

  /** External ids that became those of a company. */
  get arrived(): readonly { readonly externalId: string; readonly company: Row }[] {
    return [...new Set(this.#planned.values())].flatMap(({ externalId, record, used }) =>
      used && externalId !== undefined ? [{ externalId, company: record }] : [],
    )
  }

  async write(): Promise<void> {
    const { records, provider } = this.#context
    const companies = [...new Set(this.#planned.values())].filter(({ used }) => used)
    const made = companies.filter(({ before }) => before === null)
    const changed = companies.filter(({ before, record }) => before !== null && before !== record)
    await records.insert(Company, made.map(({ record }) => record as unknown as Company).toSorted(byName))
    await records.update(
      Company,
      changed.map(({ before, record }) => ({ before: before as unknown as Company, changes: record as unknown as Company })),
    )
    const linked = companies.flatMap(({ externalId, record }) =>
      externalId === undefined ? [] : [{ record_id: String(record['id']), provider, external_id: externalId }],
    )
    await this.#context.references('companies').linkMany(linked.toSorted((a, b) => (a.external_id < b.external_id ? -1 : 1)))
    // Without a hash, the company's own record counts as news when it comes.
    const states = [...companies.filter(({ before, externalId }) => before === null || externalId !== undefined)].map(({ externalId, record }) => ({
      key: externalId ?? partyKey(record),
      record_id: String(record['id']),
      hash: '',
      sent: fingerprints({ name: record['name'] }),
    }))
    await this.#context.keepStates('companies', [...new Map(states.map((state) => [state.key, state])).values()])
  }

  #companyOf(party: Party): PartyCompany | undefined {
    const { external_id, named, domain } = party
    const name = party.name ?? named
    const id = external_id ?? named
    const known = (id !== undefined && this.#byId(id)) || (domain !== undefined && this.#byDomain(domain)) || null
    if (known) return this.#completed(known, party)
    const namesake = name === undefined ? undefined : this.#byName(name, external_id)
    if (namesake) return this.#completed(namesake, party)
    if (named !== undefined && looksLikeId(named)) return undefined
    return this.#make({ external_id, name: name ?? domain ?? external_id ?? '', domain })
  }

  #byId(id: string): PartyCompany | undefined {
    return this.#planned.get(`id:${id}`) ?? this.#existing(this.#index.byExternalId(id))
  }

  #byDomain(domain: string): PartyCompany | undefined {
    return this.#planned.get(`domain:${domain}`) ?? this.#existing(this.#index.byDomain(domain))
  }

  // A company that has an id of this source already is not another of its customers of the same name.
  #byName(name: string, externalId: string | undefined): PartyCompany | undefined {
    const planned = this.#planned.get(`name:${fold(name)}`)
    if (planned && (externalId === undefined || planned.externalId === undefined)) return planned
    const found = externalId === undefined ? this.#index.byName(name)[0] : this.#index.bareByName(name, {})[0]
    const existing = this.#existing(found)
    return existing && (externalId === undefined || existing.externalId === undefined) ? existing : undefined
  }

  #existing(record: Row | undefined): PartyCompany | undefined {
    if (!record) return undefined
    const key = `record:${String(record['id'])}`
    const known = this.#planned.get(key)
    if (known) return known
    const company = { record, before: record, externalId: undefined, used: false }
    this.#planned.set(key, company)
    return company
  }

  /** Gives a company what it lacks and the party tells: its id at the source, its domain, its name. */
  #completed(company: PartyCompany, { external_id, named, name, domain }: Party): PartyCompany {
    const { record, before } = company
    const changes: Row = {}
    const knows = external_id === undefined || this.#context.hasId(record, external_id) || this.#index.byExternalId(external_id) === before
    if (!knows && company.externalId === undefined) {
      company.externalId = external_id
      this.#planned.set(`id:${external_id}`, company)
      changes['external_ids'] = this.#context.withId(record, external_id)
    }
    if (domain !== undefined && record['domain'] === null && !this.#index.byDomain(domain) && !this.#planned.has(`domain:${domain}`)) {
      changes['domain'] = domain
      this.#planned.set(`domain:${domain}`, company)
    }
    const title = name ?? (named !== undefined && !looksLikeId(named) ? named : undefined)
    if (title !== undefined && record['name'] === record['domain']) Object.assign(changes, { name: title, name_key: fold(title) })
    if (Object.keys(changes).length > 0) Object.assign(company, { record: { ...record, ...changes } })
    return company
  }

  #make({ external_id, name, domain }: { external_id: string | undefined; name: string; domain: string | undefined }): PartyCompany {
    const { records, ids, source } = this.#context
    const record = newRecord(Company.fields, ids.next(), records.unit)
    Object.assign(record, { name, name_key: fold(name), domain: domain ?? null, owner_email: source.ownerEmail })
    if (external_id !== undefined) record['external_ids'] = this.#context.withId(record, external_id)
    const company = { record, before: null, externalId: external_id, used: false }
    if (external_id !== undefined) this.#planned.set(`id:${external_id}`, company)
    if (domain !== undefined) this.#planned.set(`domain:${domain}`, company)
    if (!this.#planned.has(`name:${fold(name)}`) || external_id === undefined) this.#planned.set(`name:${fold(name)}`, company)
    this.#planned.set(`record:${String(record['id'])}`, company)
    return company
  }
}
