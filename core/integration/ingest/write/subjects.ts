import { User } from '../../../platform/access/entity.ts'
import { homeOf } from '../../../platform/access/organization.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import { type Zone, zoneOf } from '../../../kernel/values/zone.ts'
import { excerpt } from '../read/mask.ts'
import type { RecordReading } from '../normalize/reading.ts'
import type { ReadField } from '../normalize/values.ts'
import { parseDomain } from '../values/domain.ts'
import { momentIn } from '../values/moment.ts'
import { DealContacts } from './deal-contacts.ts'
import type { DraftBuilder } from './draft.ts'
import type { ObjectWriter } from './object-writer.ts'

type Batch = Parameters<NonNullable<ObjectWriter['bind']>>[0]
type Moment = 'due_at' | 'remind_at' | 'completed_at' | 'at'
type AboutField = 'contact' | 'company' | 'deal' | 'owner'

// The fields by which a record of an export of ours names others, with the object of each.
const links = [
  ['lead_id', 'contacts'],
  ['company_id', 'companies'],
  ['deal_id', 'deals'],
  ['quote_id', 'quotes'],
] as const

const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63})+$/

// As the API writes it.
const OWN_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Whom and what the tasks and activities of a batch are about, and whose they are; looked up once for all of them. */
export class Subjects {
  readonly zone: Zone
  readonly now: Date
  readonly user: string
  readonly #contacts: DealContacts
  readonly #deals: ReadonlyMap<string, string>
  readonly #exported: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly #owners: ReadonlyMap<string, string>

  private constructor(
    { unit }: Batch['records'],
    zone: Zone,
    contacts: DealContacts,
    deals: ReadonlyMap<string, string>,
    exported: ReadonlyMap<string, ReadonlyMap<string, string>>,
    owners: ReadonlyMap<string, string>,
  ) {
    this.zone = zone
    this.now = unit.now
    this.user = unit.actor.user
    this.#contacts = contacts
    this.#deals = deals
    this.#exported = exported
    this.#owners = owners
  }

  /** In a few look-ups, whatever the number of records. */
  static async of({ records, readings, provider, references, exported }: Batch): Promise<Subjects> {
    const words = (field: 'contact' | 'deal' | 'company') =>
      readings.flatMap(({ values, derived }) => values[field] ?? derived[field] ?? [])
    const byField = new Map<string, ReadonlyMap<string, string>>()
    for (const [field, object] of links) {
      const given = readings.flatMap((reading) => idIn(reading, field) ?? [])
      const named =
        field === 'lead_id' ? words('contact') : field === 'deal_id' ? words('deal') : field === 'company_id' ? words('company') : []
      const ids = new Set([...given, ...named])
      if (ids.size > 0) byField.set(field, await exported(object, ids))
    }
    const users = await records.columns(User, ['email', 'name'], (query) => query.where('name', 'is not', null))
    const owners = new Map(users.map(({ name, email }) => [fold(name ?? ''), email]))
    const contacts = await DealContacts.named(words('contact'), records, references('contacts'), provider)
    const deals = byField.get('deal_id') ?? new Map<string, string>()
    return new Subjects(records, await zoneOf((await homeOf(records)).timezone), contacts, deals, byField, owners)
  }

  /**
   * Sets the records that a record is about, and its owner. An unknown contact or deal is its problem, because without them it would be about
   * nobody; a quote that is not here is left out.
   */
  set(draft: DraftBuilder<AboutField>, reading: RecordReading): void {
    for (const [field] of links) {
      const id = idIn(reading, field)
      const here = id === undefined ? undefined : this.#exported.get(field)?.get(id)
      if (here !== undefined) draft.set(field, here)
      else if (id !== undefined && field === 'quote_id')
        draft.warnings.push(`quote_id: there is no quote ${excerpt(id, field)}, it was left out`)
    }
    const contact = draft.text('contact')
    if (draft.values.lead_id === undefined && contact !== undefined)
      this.#name(
        draft,
        { field: 'contact', path: 'lead_id' },
        contact,
        this.#contacts.of(contact) ?? this.#exported.get('lead_id')?.get(contact),
      )
    const deal = draft.text('deal')
    if (draft.values.deal_id === undefined && deal !== undefined)
      this.#name(draft, { field: 'deal', path: 'deal_id' }, deal, this.#deals.get(deal))
    this.#setCompany(draft)
    const owner = draft.text('owner')
    const email = owner === undefined || EMAIL.test(owner) ? owner?.toLowerCase() : this.#owners.get(fold(owner))
    if (owner !== undefined) draft.set(email === undefined ? 'custom.source_owner' : 'owner_email', email ?? owner)
  }

  /** Sets a time from what was read, or from the field of an export. */
  setMoment<N extends ReadField>(draft: DraftBuilder<N>, reading: RecordReading, field: Moment & N, end = false): void {
    const own = membersOf(reading.raw)[field]
    const isOwn = typeof own === 'string' && OWN_MOMENT.test(own) && !Number.isNaN(Date.parse(own))
    const text = isOwn ? own : draft.text(field)
    if (text !== undefined) draft.set(field, momentIn(text, this.zone, end))
    else if (draft.isCleared(field)) draft.set(field, null)
  }

  #name(
    draft: DraftBuilder<AboutField>,
    { field, path }: { readonly field: string; readonly path: string },
    word: string,
    id: string | undefined,
  ): void {
    if (id === undefined) draft.problem ??= { code: 'not_found', field, reason: `${field}: there is none called ${excerpt(word, field)}` }
    draft.set(path, id)
  }

  #setCompany(draft: DraftBuilder<AboutField>): void {
    const company = draft.text('company')
    if (draft.values.company_id !== undefined || company === undefined) return
    const id = this.#exported.get('company_id')?.get(company)
    const domain = /^\S+\.\S+$/.test(company) ? parseDomain(company) : null
    if (id !== undefined) draft.set('company_id', id)
    else draft.company = domain === null ? { named: company.slice(0, 255) } : { domain }
  }
}

function idIn({ raw }: RecordReading, field: string): string | undefined {
  const value = membersOf(raw)[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}
