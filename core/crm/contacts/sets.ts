import type { Ids } from '../../kernel/ports/ids.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { fold } from '../../kernel/values/fold.ts'
import { mapInTurns, Turns } from '../../kernel/values/turns.ts'
import { judged } from '../../records/bulk/read.ts'
import { type Draft as SetDraft, externalId, type SetKey, type SetRules } from '../../records/record-type/set-rules.ts'
import type { CompanyChanges } from '../companies/changes.ts'
import { takesName } from '../companies/decide.ts'
import { Employers } from '../companies/employers.ts'
import { Company } from '../companies/entity.ts'
import type { Employer } from '../companies/service.ts'
import { decideContact, employerHint, keptEmployer, namedAsCompany, namedEmployer, withEmployer } from './decide.ts'
import { Contact } from './entity.ts'
import { restoredPlace } from './stage.ts'
import { anyStage, contactStagesName, type ContactStageRules } from './stage-rules.ts'
import { emails, normalizeContact } from './values.ts'

type Draft = SetDraft<typeof Contact.fields>

/** The keys that find a contact, the first match first. */
export const contactKeys = ['external_id', 'email'] as const

const byEmail: SetKey<typeof Contact.fields> = {
  name: 'email',
  field: 'primary_email',
  provider: emails.provider,
  of: ({ primary_email, emails = [] }) => [...(primary_email ? [primary_email] : []), ...emails.map(({ email }) => email)],
}

/** What sets of contacts are written with. */
export interface ContactSetParts {
  readonly records: Records
  readonly ids: Ids
  readonly companyChanges: CompanyChanges
  readonly stageRules: ContactStageRules
}

/** The rules by which sets of contacts are written: `decideContact` for each, in look-ups that do not grow with the set. */
export function contactSets(parts: ContactSetParts): SetRules<typeof Contact.fields> {
  const { now } = parts.records.unit
  let stages = anyStage
  return {
    entity: Contact,
    object: 'contacts',
    keys: [externalId, byEmail],
    links: { company_id: Company },
    reliesOn: [contactStagesName],
    normalize: normalizeContact,
    decide: (known, values, matchedBy) => decideContact({ values, known, matchedBy, stages, now }),
    asSecondaryValues: withFirstOnes,
    restored: (contact) => restoredPlace(parts.stageRules, contact, now),
    async prepare(drafts, made, known) {
      stages = await parts.stageRules.for(drafts.map(({ values }) => values))
      const set = new ContactSet(parts, drafts, made, known)
      await set.findEmployers()
      const turns = new Turns()
      for (const draft of drafts) {
        if (turns.areOver()) await turns.next()
        const [employer, contact] = [set.employerOf(draft), known.get(draft)]
        if (made.has(draft)) judged(draft, ({ values }) => decideContact({ values, employer, stages, now }))
        else
          judged(draft, ({ values, id }) =>
            withEmployer(contact ? namedAsCompany(values, { known: contact, employer, isNamed: id !== null }) : values, employer),
          )
      }
      return set.writesCompanies ? { write: (written) => set.writeCompanies(written) } : undefined
    },
  }
}

/** The companies of a set of contacts: looked up for all of them at once, and written with them. */
class ContactSet {
  readonly #records: Records
  readonly #companyChanges: CompanyChanges
  readonly #drafts: readonly Draft[]
  readonly #made: ReadonlySet<Draft>
  readonly #known: ReadonlyMap<Draft, Contact>
  readonly #employers: Employers
  readonly #employerOf = new Map<Draft, Employer | null>()
  #hints = 0

  constructor(
    { records, ids, companyChanges }: ContactSetParts,
    drafts: readonly Draft[],
    made: ReadonlySet<Draft>,
    known: ReadonlyMap<Draft, Contact>,
  ) {
    this.#records = records
    this.#companyChanges = companyChanges
    this.#drafts = drafts
    this.#made = made
    this.#known = known
    this.#employers = new Employers(records, ids, companyChanges)
  }

  /** Finds the company of each contact by its id or by what is said of it; makes those that nobody knows. */
  async findEmployers(): Promise<void> {
    const named = new Map(
      this.#drafts.map((draft) => {
        const known = this.#known.get(draft)
        return [draft, namedEmployer(draft.values, known) ?? keptEmployer(draft.values, known)]
      }),
    )
    const companies = await this.#records.findBy(Company, 'id', new Set(named.values()))
    const byId = new Map<string, Employer>(companies.map((each) => [each.id, each]))
    for (const [{ values }, id] of named) {
      const [employer, name] = [byId.get(id ?? ''), values.company ?? null]
      if (employer && takesName(employer, name)) byId.set(employer.id, { ...employer, name })
    }
    for (const [draft, id] of named) this.#employerOf.set(draft, byId.get(id ?? '') ?? null)
    await this.#findHinted(byId)
    for (const [draft, { company_id, company }] of this.#known) {
      const employer = byId.get(company_id ?? '')
      const follows = employer && employer.name !== company && draft.values.company_id === undefined
      if (follows && !this.#employerOf.get(draft)) this.#employerOf.set(draft, employer)
    }
  }

  // The companies that hints find or make are added to those by id.
  async #findHinted(byId: Map<string, Employer>): Promise<void> {
    const hints = await mapInTurns(this.#drafts, (draft) => ({ draft, hint: this.#hintOf(draft) }))
    const hinted = hints.flatMap(({ draft, hint }) => (hint ? [{ draft, hint }] : []))
    this.#hints = hinted.length
    if (hinted.length === 0) return
    const found = await this.#employers.find(hinted.map(({ hint }) => hint))
    for (const [at, { draft }] of hinted.entries()) this.#employerOf.set(draft, found[at] ?? null)
    for (const company of found) if (company) byId.set(company.id, company)
  }

  employerOf(draft: Draft): Employer | null {
    return this.#employerOf.get(draft) ?? null
  }

  get writesCompanies(): boolean {
    return this.#hints > 0 || this.#namesCompanies
  }

  /** Writes the companies of the contacts that are written, and gives those a name that had none. */
  async writeCompanies(contacts: readonly Contact[]): Promise<void> {
    const ids = contacts.map(({ id }) => id)
    await this.#employers.write(new Set(contacts.map(({ company_id }) => String(company_id))), ids)
    if (this.#namesCompanies) await this.#nameCompanies(contacts, ids)
  }

  // Of a change of many records alike nothing is known here: it looks for no company.
  #hintOf(draft: Draft) {
    if (this.#made.has(draft)) return employerHint(draft.values)
    const known = this.#known.get(draft)
    return known ? employerHint(draft.values, known) : null
  }

  // New contacts name their companies where these are found or made.
  get #namesCompanies(): boolean {
    return this.#drafts.some((draft) => !this.#made.has(draft) && draft.values['company'])
  }

  // A company that was made from an e-mail address is called as the first of these contacts says.
  async #nameCompanies(contacts: readonly Contact[], beingWritten: readonly string[]): Promise<void> {
    const names = new Map(
      contacts.toReversed().flatMap(({ company_id, company }) => (company_id && company ? [[company_id, company]] : [])),
    )
    const companies = await this.#records.findBy(Company, 'id', names.keys(), { lock: true })
    const named = companies.flatMap((before) => {
      const name = names.get(before.id) ?? null
      return takesName(before, name) ? [{ before, changes: { name, name_key: fold(name) } }] : []
    })
    await this.#records.update(Company, named)
    const changes = named.map(({ before, changes }) => ({ before, record: { ...before, ...changes } }))
    await this.#companyChanges.announce(changes, beingWritten)
  }
}

// Of a contact that is merged into another: its first address and number become further ones.
function withFirstOnes({ primary_email, emails, phone, phones }: Contact): Partial<Contact> {
  return {
    primary_email,
    emails: [...(primary_email ? [{ email: primary_email }] : []), ...emails],
    phones: [...(phone ? [{ phone }] : []), ...phones],
  }
}
