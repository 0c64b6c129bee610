import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { projectAmong } from '../../kernel/storage/records/project.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { References } from '../../kernel/storage/records/references.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import type { Email, EmailContact } from './entity.ts'

/** Finds the contacts of messages, whoever asks. */
export class ContactAddresses {
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof ContactAddresses.uses>

  constructor(uses: Resolved<typeof ContactAddresses.uses>) {
    this.#uses = uses
  }

  /** The contacts with these addresses, in lower case, first or further ones. */
  async find(addresses: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const { records, ids } = this.#uses
    const all = new Set(addresses)
    if (all.size === 0) return new Map()
    const further = await new References(records.whole, ids, Contact.table).findMany('#email', all)
    const rows = await records.whole.columns(Contact, ['id', 'primary_email'], (query) =>
      query.where(records.anyOf(Contact, 'primary_email', all)).where('deleted_at', 'is', null),
    )
    return new Map([...further, ...rows.map(({ id, primary_email }) => [primary_email ?? '', id] as const)])
  }

  /** What of contacts decides how a message to them is made. */
  async people(ids: Iterable<string>): Promise<ReadonlyMap<string, Pick<Contact, 'id' | 'assigned_to' | 'language' | 'consents'>>> {
    const { records } = this.#uses
    const rows = await records.whole.columnsOf(Contact, ['id', 'assigned_to', 'language', 'consents'], ids)
    return new Map(rows.map((each) => [each.id, each]))
  }

  /** The live contact with this id. */
  async whole(id: string): Promise<Contact | undefined> {
    const [contact] = await this.#uses.records.whole.findBy(Contact, 'id', [id])
    return contact
  }

  /**
   * Notes that these contacts were written to now, which changes nothing that people have said of them, and keeps other writers off them until
   * the unit of work ends; answers the live ones as they are then.
   */
  async written(ids: Iterable<string>): Promise<ReadonlyMap<string, Contact>> {
    const { whole } = this.#uses.records
    const { now } = whole.unit
    const given = [...ids]
    // Locked in the order of their ids, which an update does not keep.
    const noted = { last_contacted_at: now, last_activity_at: now }
    const [locked] = await Promise.all([
      whole.findBy(Contact, 'id', given, { lock: true }),
      projectAmong(whole, Contact, ['id', given], noted),
    ])
    return new Map(locked.map((each) => [each.id, { ...each, ...noted }]))
  }

  /** The contacts that outgoing messages go to: their own, and those whose addresses they have. */
  async contactsOf(emails: readonly Email[]): Promise<EmailContact[]> {
    const found = await this.find(emails.flatMap((each) => [...each.to, ...each.cc, ...each.bcc].map(lower)))
    return emails.flatMap((email) => {
      const copied = new Map<string, boolean>()
      for (const each of [...email.cc, ...email.bcc]) noteOf(copied, found.get(lower(each)), true)
      for (const each of email.to) noteOf(copied, found.get(lower(each)), false)
      // Its own contact may have been found by an address that it has no more.
      if (email.lead_id !== null && !copied.has(email.lead_id)) copied.set(email.lead_id, false)
      return [...copied].map(([contact_id, in_copy]) => ({
        id: this.#uses.ids.next(),
        user_from: email.user_from,
        email_id: email.id,
        contact_id,
        in_copy,
        sent_at: email.sent_at,
      }))
    })
  }
}

const lower = (address: string) => address.trim().toLowerCase()

function noteOf(copied: Map<string, boolean>, contact: string | undefined, in_copy: boolean): void {
  if (contact !== undefined) copied.set(contact, in_copy)
}
