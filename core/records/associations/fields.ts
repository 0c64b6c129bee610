import { v5 } from 'uuid'
import { Company } from '../../crm/companies/entity.ts'
import { CompanyService } from '../../crm/companies/service.ts'
import { Deal } from '../../crm/deals/entity.ts'
import { dealFilters } from '../../crm/deals/schema.ts'
import { DealService } from '../../crm/deals/service.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { Reply } from '../../kernel/operation/reply.ts'
import type { Fields, RecordOf } from '../../kernel/operation/fields.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import { listPage } from '../../kernel/storage/listing.ts'
import { Records } from '../../kernel/storage/records.ts'
import { type End, placeOf } from './objects.ts'

/** A link that a field of a record says, as one of the two records sees it. */
export interface FieldLink {
  readonly link: { readonly id: string; readonly created_by: string; readonly created_at: Date }
  /** Where it stands among the links of a record. */
  readonly place: string
  readonly to: End
  /** What the other record is to the one that sees it, and the other way round. */
  readonly label: string | null
  readonly inverse_label: string | null
  readonly field: 'companies.parent_company_id' | 'deals.contacts'
}
/** A link of a field that is there, the records that it links, and how it ends. */
export interface FoundLink {
  readonly ends: readonly [End, End]
  remove(): Promise<void>
}
// A record that is there, and its values.
type Known = End & { readonly record: Row }

// Of what tells the links of one record apart; another one would change their ids.
const NAMESPACE = '0d6b1a34-5b5f-5d0b-9a0c-3a5b8f1c7e42'
/** Digits of the id of a link that are those of the record whose field says it; the version, which makes the id one of a link, is not. */
const OWN = 24
const VERSION = 14
/** Deals of one contact that are shown. */
const MOST = 200
const [PARENT, CHILD] = ['Parent company', 'Child company']
// Labels by which a link of two companies is a parent, in any case.
const parents = new Set(['parent', 'parent company', 'headquarters'])
const children = new Set(['child', 'child company', 'subsidiary'])

/**
 * The contacts of deals and the parents of companies: fields of these records, read and written as links, so that nothing is said twice.
 */
export class FieldLinks {
  static readonly inject = [Records, DealService, CompanyService] as const
  readonly #records: Records
  readonly #deals: DealService
  readonly #companies: CompanyService

  constructor(records: Records, deals: DealService, companies: CompanyService) {
    this.#records = records
    this.#deals = deals
    this.#companies = companies
  }

  /** What fields say of a record, whichever of the two records holds them. */
  async of({ object, id, record }: Known): Promise<FieldLink[]> {
    if (object === 'deals')
      return contactsOf(record).map(({ lead_id, role }) => contactLink(record, { object: 'contacts', id: lead_id }, lead_id, role))
    if (object === 'contacts') {
      const query = { contact_id: id, limit: MOST }
      const { items } = await listPage(this.#records, Deal, query, { filters: dealFilters, sorts: ['created_at'] })
      return items.flatMap((deal) =>
        contactsOf(deal)
          .filter(({ lead_id }) => lead_id === id)
          .map(({ role }) => contactLink(deal, { object: 'deals', id: deal.id }, id, role)),
      )
    }
    if (object !== 'companies') return []
    const parent = record['parent_company_id']
    const subsidiaries = await this.#records.findBy(Company, 'parent_company_id', [id])
    return [
      ...(typeof parent === 'string' ? [parentLink(record, { object, id: parent }, PARENT, CHILD)] : []),
      ...subsidiaries.map((each) => parentLink(each, { object, id: each.id }, CHILD, PARENT)),
    ]
  }

  /** Writes a link into the field that says it; undefined where no field does. `conflict` where the field says something else. */
  async write(from: Known, to: Known, label: string | null, inverse_label: string | null): Promise<FieldLink | undefined> {
    if (from.object === 'deals' && to.object === 'contacts') return await this.#contact(from, to, to, label ?? inverse_label)
    if (from.object === 'contacts' && to.object === 'deals') return await this.#contact(to, from, to, inverse_label ?? label)
    if (from.object !== 'companies' || to.object !== 'companies') return undefined
    const [is, was] = [label?.toLowerCase() ?? '', inverse_label?.toLowerCase() ?? '']
    if (parents.has(is) || children.has(was)) return await this.#parent(from, to, parentLink(from.record, to, PARENT, CHILD))
    if (children.has(is) || parents.has(was)) return await this.#parent(to, from, parentLink(to.record, to, CHILD, PARENT))
    return undefined
  }

  /** The link with this id as its field says it now; undefined where none does, or who asks does not see the record. */
  async find(id: string): Promise<FoundLink | undefined> {
    for (const deal of await this.#holders(Deal, id)) {
      const gone = contactsOf(deal).find(({ lead_id }) => linkId(deal.id, 'deals.contacts', lead_id) === id)
      if (!gone) continue
      const contacts = contactsOf(deal).filter((each) => each !== gone)
      const ends = [
        { object: 'deals', id: deal.id },
        { object: 'contacts', id: gone.lead_id },
      ] as const
      return { ends, remove: async () => void (await this.#deals.update(deal.id, { contacts }, new Reply())) }
    }
    const child = (await this.#holders(Company, id)).find((each) => linkId(each.id, 'companies.parent_company_id', '') === id)
    if (!child?.parent_company_id) return undefined
    const ends = [
      { object: 'companies', id: child.id },
      { object: 'companies', id: child.parent_company_id },
    ] as const
    return { ends, remove: async () => void (await this.#companies.update(child.id, { parent_company_id: null }, new Reply())) }
  }

  /** The few records whose ids begin as that of the link does. */
  async #holders<F extends Fields>(entity: EntityTable<F>, id: string): Promise<RecordOf<F>[]> {
    const starts = ['7', '4'].map((version) => `${id.slice(0, VERSION)}${version}${id.slice(VERSION + 1, OWN)}`)
    const found = await this.#records.db
      .selectFrom(entity.table)
      .select('id')
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or(starts.map((start) => eb.and([eb('id', '>=', start.padEnd(36, '0')), eb('id', '<=', start.padEnd(36, 'f'))]))))
      .execute()
    return await this.#records.findBy(
      entity,
      'id',
      found.map((row) => String(row['id'])),
    )
  }

  /** The role of a contact in a deal; one that has no role yet gets it, another role is not overwritten. */
  async #contact(deal: Known, contact: Known, to: End, role: string | null): Promise<FieldLink> {
    const contacts = contactsOf(deal.record)
    const known = contacts.find(({ lead_id }) => lead_id === contact.id)
    if (known?.role && role && known.role.toLowerCase() !== role.toLowerCase())
      throw new CrmError('conflict', `The contact is ${known.role} in the deal: change the contacts of the deal`, { existing_id: deal.id })
    const now = known?.role ?? role
    if (!known || now !== known.role) {
      const others = contacts.filter((each) => each !== known)
      const all = [...others, { ...known, lead_id: contact.id, role: now }]
      await this.#deals.update(deal.id, { contacts: all }, new Reply())
    }
    return contactLink(deal.record, { object: to.object, id: to.id }, contact.id, now)
  }

  /** A company has one parent: another one is not overwritten. */
  async #parent(child: Known, parent: Known, link: FieldLink): Promise<FieldLink> {
    const known = child.record['parent_company_id']
    if (known && known !== parent.id)
      throw new CrmError('conflict', 'The company has another parent: change its parent_company_id', { existing_id: String(known) })
    if (!known) await this.#companies.update(child.id, { parent_company_id: parent.id }, new Reply())
    return link
  }
}

function contactsOf(deal: object): Deal['contacts'] {
  return (deal as Deal).contacts
}

function contactLink(deal: object, to: End, lead_id: string, role: string | null | undefined): FieldLink {
  const label = role ?? null
  return { ...linkOf(deal as Deal, 'deals.contacts', lead_id), to, label, inverse_label: label, field: 'deals.contacts' }
}

function parentLink(child: object, to: End, label: string, inverse_label: string): FieldLink {
  const own = linkOf(child as Company, 'companies.parent_company_id', '')
  return { ...own, to: { object: to.object, id: to.id }, label, inverse_label, field: 'companies.parent_company_id' }
}

// The id follows from what the field says, so that it is the same whenever it is read; the place does from ids that rise with time.
function linkOf(
  { id, created_by, created_at }: Deal | Company,
  field: FieldLink['field'],
  other: string,
): Pick<FieldLink, 'link' | 'place'> {
  return { link: { id: linkId(id, field, other), created_by, created_at }, place: placeOf(created_at, id, other) }
}

// A UUID of version 8 that begins as the id of the record whose field says the link, so that it is found again by it.
function linkId(holder: string, field: FieldLink['field'], other: string): string {
  return `${holder.slice(0, VERSION)}8${holder.slice(VERSION + 1, OWN)}${v5(`${field}\n${holder}\n${other}`, NAMESPACE).slice(OWN)}`
}
