import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { amongGiven } from '../../kernel/storage/records/any-of.ts'
import { givenTo } from '../../kernel/storage/schema/given-to.ts'
import { projectAmong } from '../../kernel/storage/records/project.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { draftOf, type EventDraft } from '../../kernel/storage/schema/event-draft.ts'
import type { PersonRecord } from '../people/people.ts'
import { contactEvents } from '../../crm/contacts/events.ts'
import { presentContact } from '../../crm/contacts/schema.ts'
import { ContactAddresses } from './contact-addresses.ts'
import { type Email, EmailContact } from './entity.ts'

/** Tells of messages that were sent or failed, in the transaction in which they were. */
export class EmailEvents {
  static readonly uses = { records: Records, addresses: ContactAddresses }
  readonly #records: Records
  readonly #addresses: ContactAddresses

  constructor({ records, addresses }: Resolved<typeof EmailEvents.uses>) {
    this.#records = records
    this.#addresses = addresses
  }

  /** The contacts of messages, as `sent` takes them. */
  async addressed(ids: Iterable<string>): Promise<readonly EmailContact[]> {
    return await this.#records.whole.findBy(EmailContact, 'email_id', ids)
  }

  /**
   * Tells every contact's part, with the count of messages to the contact, and `email.sent` of what was not written by hand; `addressed`
   * are their contacts, where they are known already.
   */
  async sent(emails: readonly Email[], addressed?: readonly EmailContact[]): Promise<void> {
    if (emails.length === 0) return
    const records = this.#records.whole
    const byId = new Map(emails.map((each) => [each.id, each]))
    const loose = (addressed ?? (await this.addressed(byId.keys()))).filter(({ email_id }) => byId.has(email_id))
    const people = new Set(loose.map(({ contact_id }) => contact_id))
    // Who sends to the same contact at the same time counts one after the other; PostgreSQL does these in this order, without an answer between.
    const written = this.#addresses.written(people)
    const groups = Map.groupBy(emails, (each) => each.sent_at)
    const noted = [...groups].map(([sent_at, some]) =>
      projectAmong(records, EmailContact, ['email_id', some.map(({ id }) => id)], { sent_at }),
    )
    const [live, counts] = await Promise.all([written, this.#counts(people), ...noted])
    const order = loose
      .map((each) => ({ ...each, sent_at: byId.get(each.email_id)?.sent_at }))
      .toSorted((a, b) => Number(b.sent_at) - Number(a.sent_at) || (a.email_id < b.email_id ? 1 : -1))
    const nth = new Map<string, number>()
    for (const { contact_id, email_id } of order) {
      const left = counts.get(contact_id) ?? 1
      nth.set(`${contact_id} ${email_id}`, left)
      counts.set(contact_id, left - 1)
    }
    const drafts = loose.flatMap((each) => {
      const [email, contact] = [byId.get(each.email_id), live.get(each.contact_id)]
      const place = { nth: nth.get(`${each.contact_id} ${each.email_id}`) ?? 1, in_copy: each.in_copy }
      return email && contact ? [this.#toContact(email, contact, place)] : []
    })
    const own = emails.filter(({ campaign_id, sequence_id, workflow_id }) => campaign_id ?? sequence_id ?? workflow_id)
    await records.append([...own.map((email) => this.#of('email.sent', email, {})), ...drafts])
  }

  /** Tells of messages that have failed, or were refused at once. */
  async failed(emails: readonly Email[]): Promise<void> {
    if (emails.length === 0) return
    await this.#records.append(emails.map((email) => this.#of('email.failed', email, { error: email.error })))
  }

  async #counts(people: ReadonlySet<string>): Promise<Map<string, number>> {
    const records = this.#records.whole
    const ids = givenTo(records.dialect, people)
    const rows = await records.rows<{ contact: string; sent: number }>('messages sent by contact', [ids], (db, place) =>
      db
        .selectFrom(EmailContact.table)
        .select([sql<string>`contact_id`.as('contact'), sql<number>`count(*)`.as('sent')])
        .where(amongGiven('contact_id', 'uuid', place, records.dialect))
        .where(sql<SqlBool>`sent_at is not null`)
        .groupBy('contact_id'),
    )
    return new Map(rows.map((row) => [row.contact, Number(row.sent)]))
  }

  #toContact(email: Email, contact: PersonRecord, { nth, in_copy }: { readonly nth: number; readonly in_copy: boolean }): EventDraft {
    const { subject, snippet, mailbox, campaign_id, sequence_id, workflow_id, id } = email
    const data = {
      ...contactEvents.summary(contact),
      contact_id: contact.id,
      email_id: id,
      channel: 'email',
      subject,
      snippet,
      mailbox: mailbox.toLowerCase(),
      nth,
      in_copy: String(in_copy),
      campaign_id,
      sequence_id,
      workflow_id,
    }
    const record = JSON.stringify(presentContact(contact, this.#records.unit.now))
    return draftOf('contact.email_sent', { type: 'contact', id: contact.id }, data, record, this.#cause(email))
  }

  #of(type: string, email: Email, more: object): EventDraft {
    return draftOf(type, { type: 'email', id: email.id }, { ...summaryOf(email), ...more }, null, this.#cause(email))
  }

  // What a workflow sends never enrolls in the same workflow again.
  #cause({ workflow_id }: Email) {
    const { unit } = this.#records
    return workflow_id === null ? unit : { ...unit, causes: [...(unit.causes ?? []), workflow_id] }
  }
}

/** What events of a message tell of it. */
export function summaryOf(email: Email) {
  const { id, lead_id, campaign_id, sequence_id, workflow_id, template_id, subject, mailbox } = email
  return { id, lead_id, campaign_id, sequence_id, workflow_id, template_id, subject, mailbox }
}
