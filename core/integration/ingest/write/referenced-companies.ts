import { Company } from '../../../crm/companies/entity.ts'
import { eachInTurns, Turns } from '../../../kernel/values/turns.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { AwaitedLink } from '../arrivals/entity.ts'
import { newArrivals } from '../arrivals/arrival.ts'
import { absorb } from './absorb.ts'
import { linkContacts } from '../arrivals/awaited-companies.ts'
import { companies, companyTargets } from './companies.ts'
import type { BatchContext } from '../match/context.ts'
import type { Entry } from '../match/entry.ts'
import { Outcomes } from '../match/outcome.ts'
import { ObjectPlan } from './object-plan.ts'
import { showCompanies } from './shown-companies.ts'
import type { CompanyReference } from '../match/rules.ts'
import type { ObjectWriter } from './object-writer.ts'
import type { Target } from '../match/target.ts'

/** The companies to which records of other objects refer: found or created once per batch. */
export class ReferencedCompanies {
  readonly #context: BatchContext
  /** The companies that are found or created. */
  readonly plan: ObjectPlan
  readonly #companies = new Map<Entry, Target>()
  /** Records that refer to a company by an id that is still unknown. */
  readonly #awaiting = new Map<Entry, string>()

  constructor(context: BatchContext) {
    this.#context = context
    this.plan = new ObjectPlan(companies, context, new Outcomes())
  }

  /** Gives each entry the values that it takes from its company. */
  async link(entries: readonly { readonly entry: Entry; readonly writer: ObjectWriter }[]): Promise<void> {
    const naming = entries.filter(({ entry, writer }) => entry.draft.company && writer.link)
    if (naming.length === 0) return
    const words = naming.flatMap(({ entry }) => entry.draft.company?.named ?? [])
    const known = await this.#knownIds(words)
    // A column of codes is a column of ids; among names, "O2" is one more name.
    const codes = words.filter((word) => CODE.test(word)).length >= words.length * 0.8
    const implied = new Map<string, Entry>()
    const keys = new Map<Entry, { key: string; reference: CompanyReference; writer: ObjectWriter }>()
    const turns = new Turns()
    for (const { entry, writer } of naming) {
      if (turns.areOver()) await turns.next()
      const given = entry.draft.company ?? {}
      const reference = resolved(given, known, codes) ?? (writer.awaits ? null : { external_id: given.named ?? '' })
      if (!reference) {
        this.#awaiting.set(entry, entry.draft.company?.named ?? '')
        continue
      }
      const company = entryOf(reference)
      keys.set(entry, { key: company.key, reference, writer })
      const same = implied.get(company.key)
      if (same) same.draft = { ...same.draft, values: { ...company.draft.values, ...same.draft.values } }
      else implied.set(company.key, company)
    }
    await this.plan.decide(await this.plan.withoutUnchanged([...implied.values()]))
    const targets = new Map(this.plan.targets.flatMap((target) => target.entries.map((each) => [each.key, target] as const)))
    for (const target of this.plan.targets) target.used = false
    await eachInTurns(keys, ([entry, { key, reference, writer }]) => {
      const target = targets.get(key)
      if (!target) return
      this.#companies.set(entry, target)
      const { values, inferred } = writer.link?.(reference, target.record) ?? {}
      entry.draft = { ...entry.draft, values: { ...entry.draft.values, ...values } }
      if (inferred) entry.inferred = inferred
    })
  }

  /** Keeps only the companies of records that are written. */
  async use(targets: readonly Target[]): Promise<void> {
    if (this.#companies.size === 0) return
    await eachInTurns(targets, ({ entries, changed, before }) => {
      for (const entry of entries) {
        const company = this.#companies.get(entry)
        // A record that has a company keeps it; an e-mail address alone does not change it.
        if (company && changed && !(entry.inferred && before?.company_id)) company.used = true
      }
    })
  }

  get made(): readonly Target[] {
    return this.plan.targets.filter(({ used, before }) => used && before === null)
  }

  /** Writes the companies; the contacts of this batch are left to their own plan. */
  async write(contacts: readonly string[]): Promise<void> {
    await absorb(this.#context, this.plan.targets)
    await this.plan.write()
    await linkContacts(this.#context.records, newArrivals(companyTargets(this.plan.targets), this.#context.provider))
    await showCompanies(this.#context.records, companyTargets(this.plan.targets), contacts)
  }

  /** Notes which contacts wait for a company. */
  async await(targets: readonly Target[]): Promise<void> {
    const { records, ids, provider } = this.#context
    const { organization: user_from } = records.unit.actor
    const waiting = targets.flatMap(({ id, entries }) =>
      entries.flatMap((entry) => {
        const external_id = this.#awaiting.get(entry)
        return external_id === undefined ? [] : [{ id: ids.next(), user_from, provider, external_id, contact_id: id }]
      }),
    )
    if (waiting.length === 0) return
    const again = records.anyOf(
      AwaitedLink,
      'contact_id',
      waiting.map(({ contact_id }) => contact_id),
    )
    await records.db.deleteFrom(AwaitedLink.table).where('provider', '=', provider).where(again).execute()
    await records.insert(AwaitedLink, waiting)
  }

  /** The words that are known ids of companies: of this source, or in the `code` of a company. */
  async #knownIds(words: readonly string[]): Promise<ReadonlySet<string>> {
    if (words.length === 0) return new Set()
    const { records, provider } = this.#context
    const references = await this.#context.references('companies').findMany(provider, words)
    const coded = await records.columns(Company, ['code'], (query) =>
      query.where('deleted_at', 'is', null).where(records.anyOf(Company, 'code', words)),
    )
    return new Set([...references.keys(), ...coded.map(({ code }) => code ?? '')])
  }
}

/** A word is an id if it is known as one, else a name; `null` for a word that looks like an id and is unknown. */
function resolved(reference: CompanyReference, known: ReadonlySet<string>, codes: boolean): CompanyReference | null {
  const { named } = reference
  if (named === undefined) return reference
  if (known.has(named)) return { ...reference, external_id: named }
  return looksLikeId(named) || (codes && CODE.test(named)) ? null : { ...reference, name: named }
}

// `base.res_partner_2`, a number, a UUID, `CUST-0042`; never a word that could be a name.
const ids = [/^\d+$/, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, /^[a-z_]+\.\w*\d\w*$/i, /^(?=(?:\D*\d){3})[A-Z\d_./#-]{3,60}$/]
const CODE = /^[A-Z]{0,6}[-_/#]?\d+$/

function looksLikeId(word: string): boolean {
  return ids.some((pattern) => pattern.test(word))
}

function entryOf({ external_id, name, domain }: CompanyReference): Entry {
  const values = { ...(name !== undefined && { name: name.slice(0, 255) }), ...(domain !== undefined && { domain }) }
  const key = external_id ?? (name === undefined ? `domain:${domain}` : `name:${fold(name)}`)
  const draft = { values, warnings: [], problem: null }
  return { key, externalId: external_id, indexes: [], adding: new Set(), draft, hash: '', implied: true }
}
