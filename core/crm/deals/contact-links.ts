import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { Reply } from '../../kernel/operation/reply.ts'
import { listPage } from '../../kernel/storage/records/listing.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import {
  type FieldLink,
  fieldLinkId,
  fieldLinkOf,
  type FieldLinkSource,
  type FoundFieldLink,
  holdersOf,
  type LinkedRecord,
  type LinkEnd,
  recordIn,
} from '../../records/record-type/field-links.ts'
import { Deal } from './entity.ts'
import { dealFilters } from './schema.ts'
import { DealService } from './service.ts'

const FIELD = 'deals.contacts'
/** At most so many deals of one contact are shown. */
const MOST_DEALS = 200

/** The contacts of a deal as links; the label is the role of the contact, from both sides. */
export class DealContactLinks implements FieldLinkSource {
  static readonly uses = { records: Records, deals: DealService }
  readonly #uses: Resolved<typeof DealContactLinks.uses>

  constructor(uses: Resolved<typeof DealContactLinks.uses>) {
    this.#uses = uses
  }

  /** The contacts of a deal, or the deals of a contact. */
  async of(end: LinkedRecord): Promise<FieldLink[]> {
    const { object, id } = end
    const deal = recordIn(Deal, end)
    if (deal) {
      return deal.contacts.map(({ lead_id, role }) => linkOf(deal, { object: 'contacts', id: lead_id }, lead_id, role))
    }
    if (object !== 'contacts') return []
    const query = { contact_id: id, limit: MOST_DEALS }
    const { items } = await listPage(this.#uses.records, Deal, query, { filters: dealFilters, sorts: ['created_at'] })
    return items.flatMap((deal) =>
      deal.contacts.filter(({ lead_id }) => lead_id === id).map(({ role }) => linkOf(deal, { object: 'deals', id: deal.id }, id, role)),
    )
  }

  /** Adds a contact to a deal, from either side. Throws `conflict` if the contact has another role in it. */
  async write(from: LinkedRecord, to: LinkedRecord, label: string | null, inverse_label: string | null): Promise<FieldLink | undefined> {
    const [one, other] = [recordIn(Deal, from), recordIn(Deal, to)]
    if (one && to.object === 'contacts') return await this.#write(one, to, to, label ?? inverse_label)
    if (other && from.object === 'contacts') return await this.#write(other, from, to, inverse_label ?? label)
    return undefined
  }

  /** The link with this id; removing it takes the contact out of the deal. */
  async find(id: string): Promise<FoundFieldLink | undefined> {
    for (const deal of await holdersOf(this.#uses.records, Deal, id)) {
      const removed = deal.contacts.find(({ lead_id }) => fieldLinkId(deal.id, FIELD, lead_id) === id)
      if (!removed) continue
      const contacts = deal.contacts.filter((each) => each !== removed)
      const ends = [
        { object: 'deals', id: deal.id },
        { object: 'contacts', id: removed.lead_id },
      ] as const
      return { ends, remove: async () => void (await this.#uses.deals.update(deal.id, { contacts }, new Reply())) }
    }
    return undefined
  }

  // A contact without a role gets this one; another role is not overwritten.
  async #write(deal: Deal, contact: LinkEnd, to: LinkEnd, role: string | null): Promise<FieldLink> {
    const known = deal.contacts.find(({ lead_id }) => lead_id === contact.id)
    if (known?.role && role && known.role.toLowerCase() !== role.toLowerCase())
      throw new CrmError('conflict', `The contact is ${known.role} in the deal: change the contacts of the deal`, { existing_id: deal.id })
    const now = known?.role ?? role
    if (!known || now !== known.role) {
      const others = deal.contacts.filter((each) => each !== known)
      const all = [...others, { ...known, lead_id: contact.id, role: now }]
      await this.#uses.deals.update(deal.id, { contacts: all }, new Reply())
    }
    return linkOf(deal, { object: to.object, id: to.id }, contact.id, now)
  }
}

function linkOf(deal: Deal, to: LinkEnd, lead_id: string, role: string | null | undefined): FieldLink {
  const label = role ?? null
  return { ...fieldLinkOf(deal, FIELD, lead_id), to, label, inverse_label: label }
}
