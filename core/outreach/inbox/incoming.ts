import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { initials } from '../../kernel/storage/records/new-record.ts'
import { project } from '../../kernel/storage/records/project.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { draftOf } from '../../kernel/storage/schema/event-draft.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { contactEvents } from '../../crm/contacts/events.ts'
import { presentContact } from '../../crm/contacts/schema.ts'
import { EmailChanges } from '../emails/changes.ts'
import { ContactAddresses } from '../emails/contact-addresses.ts'
import { Email, EmailContact, emailFields } from '../emails/entity.ts'
import { bodyText, headerText } from '../emails/identity.ts'
import type { Mailbox } from '../mailboxes/entity.ts'
import { unsubscribeToken } from '../links/unsubscribing.ts'
import { Unsubscriber } from '../unsubscribes/unsubscriber.ts'
import { kindOf, type ReadMessage } from '../reading/read.ts'
import { EmailEvents } from '../emails/events.ts'
import { isSame, ownIdOf, secondIdOf } from './identity.ts'
import { OwnAddresses } from './own-addresses.ts'
import { EmailReports } from './reports.ts'
import { followedBy, type Followed, idsNamedBy } from './threads.ts'

// Messages of ours in one conversation among which the one is looked for that an answer follows.
const MOST_LOOKED_AT = 500

/** A message that lies in a mailbox, read; `at` is when the server got it. */
export interface Arrived {
  readonly read: ReadMessage
  readonly at: Date
  /** Nobody has sent it yet. */
  readonly isDraft?: boolean
}
/** What became of it. */
export type Fate = 'stored' | 'filtered' | 'duplicate' | 'reported' | 'unmatched'
/** In which mailbox it lies, and since when that is read: what is older makes no events. */
export interface Placed {
  readonly mailbox: Mailbox
  readonly connectedAt: Date
}

const BODY = 500_000

/** Stores messages that mailboxes hold, each once, however many hold it. */
export class IncomingMail {
  static readonly uses = {
    records: Records,
    ids: Ids,
    changes: EmailChanges,
    addresses: ContactAddresses,
    reports: EmailReports,
    events: EmailEvents,
    own: OwnAddresses,
    unsubscriber: Unsubscriber,
  }
  readonly #uses: Resolved<typeof IncomingMail.uses>

  constructor(uses: Resolved<typeof IncomingMail.uses>) {
    this.#uses = uses
  }

  /**
   * Stores what is from or to a contact, and answers to messages of the engine; takes reports; leaves out everything else. Answers what
   * became of each, in their order.
   */
  async store(arrived: readonly Arrived[], place: Placed): Promise<readonly Fate[]> {
    const own = await this.#uses.own.all()
    const fates: Fate[] = []
    // One after the other: a message may answer the one before it.
    for (const each of arrived) fates.push(await this.#one(each, place, own))
    return fates
  }

  async #one(arrived: Arrived, place: Placed, own: ReadonlySet<string>): Promise<Fate> {
    const { read } = arrived
    const { records } = this.#uses
    if (arrived.isDraft === true) return 'filtered'
    const id = ownIdOf(read)
    const known = new Map(
      (await records.whole.findBy(Email, 'message_id', [id, ...idsNamedBy(read)])).map((each) => [each.message_id ?? '', each]),
    )
    const stored = known.get(id)
    const token = unsubscribeToken(read.subject ?? '')
    if (token !== undefined && (await this.#uses.unsubscriber.withdrawByToken(token, 'unsubscribe mail', arrived.at))) return 'reported'
    if (stored && isSame(stored, read, own)) return await this.#again(stored)
    if (read.report) return (await this.#uses.reports.take(read.report, read, arrived.at)) ? 'reported' : 'unmatched'
    const message_id = stored ? secondIdOf(read) : id
    if (stored && (await records.whole.findBy(Email, 'message_id', [message_id])).length > 0) return 'duplicate'
    const isOwn = read.from !== null && own.has(read.from.address)
    const people = await this.#uses.addresses.find(addressesOf(read))
    const followed = await this.#within(followedBy(read, known), people.get(read.from?.address ?? ''))
    if (people.size === 0 && (isOwn || !followed.ours)) return 'filtered'
    if (isOwn) return await this.#ownElsewhere(arrived, place, { message_id, followed, people })
    await this.#received(arrived, place, { message_id, followed, people })
    return 'stored'
  }

  /** Where it follows none of ours by its headers: the last one in its conversation that went to its writer. */
  async #within(followed: Followed, writer: string | undefined): Promise<Followed> {
    const { thread, ours } = followed
    if (ours || thread === null || writer === undefined) return followed
    const records = this.#uses.records.whole
    // Only what is needed, and of the newest: whoever writes can make a conversation as long as they like.
    const sent = await records.columns(Email, ['id'], (query) =>
      query
        .where('thread_id', '=', thread)
        .where('direction', '=', 'out')
        .where('sent_at', 'is not', null)
        .orderBy('sent_at', 'desc')
        .limit(MOST_LOOKED_AT),
    )
    const ids = sent.map(({ id }) => id)
    const addressed = await records.findBy(EmailContact, 'email_id', ids)
    const toWriter = new Set(addressed.flatMap(({ contact_id, email_id }) => (contact_id === writer ? [email_id] : [])))
    const [own] = await records.findBy(Email, 'id', [ids.find((id) => toWriter.has(id))])
    return { thread, ours: own ?? null }
  }

  /** A message that is known already: one of ours that nobody was certain of has left, because it lies in the folder of sent ones. */
  async #again(before: Email): Promise<Fate> {
    if (before.direction === 'out' && before.status === 'uncertain') {
      const changes = { status: 'sent' as const, sent_at: before.begun_at ?? before.created_at, due_at: null, lease_token: null }
      await this.#uses.events.sent(await this.#uses.changes.write([{ before, changes }]))
    }
    return 'duplicate'
  }

  /** A message that was written to a contact with another program. */
  async #ownElsewhere(arrived: Arrived, place: Placed, found: Found): Promise<Fate> {
    const { read } = arrived
    const to = read.to.flatMap(({ address }) => found.people.get(address) ?? [])
    const copied = [...read.cc, ...read.bcc].flatMap(({ address }) => found.people.get(address) ?? [])
    const [lead = null] = [...to, ...copied]
    if (lead === null) return 'filtered'
    const { records, addresses } = this.#uses
    const email: Email = {
      ...this.#emailOf(arrived, place, found),
      direction: 'out',
      status: 'sent',
      lead_id: lead,
      recipients: addressesOf({ ...read, from: null }).map((address) => ({ address, status: 'sent', code: null, text: null })),
    }
    await records.insert(Email, [email])
    await records.insert(EmailContact, await addresses.contactsOf([email]))
    if (arrived.at >= place.connectedAt) await this.#uses.events.sent([email])
    return 'stored'
  }

  async #received(arrived: Arrived, place: Placed, found: Found): Promise<void> {
    const { records, changes } = this.#uses
    const { read, at } = arrived
    const { ours } = found.followed
    const isAutomatic = kindOf(read, ours !== null) !== 'message'
    const writer = found.people.get(read.from?.address ?? '')
    const lead = writer ?? ours?.lead_id ?? [...found.people.values()][0] ?? null
    const email: Email = {
      ...this.#emailOf(arrived, place, found),
      direction: 'in',
      status: 'received',
      automatic: isAutomatic,
      lead_id: lead,
    }
    await records.insert(Email, [email])
    const { now } = records.unit
    const isReply = ours !== null && !isAutomatic && (writer !== undefined || ours.lead_id !== null)
    if (isReply) {
      const replied_at = ours.replied_at ?? email.sent_at ?? now
      const arrivedAfterAll =
        ours.status === 'uncertain' ? { status: 'sent' as const, sent_at: ours.begun_at ?? ours.created_at, due_at: null } : {}
      const answeredOnes = await changes.write([{ before: ours, changes: { replied_at, ...arrivedAfterAll } }])
      if (ours.status === 'uncertain') await this.#uses.events.sent(answeredOnes)
      const [answered] = answeredOnes
      if (answered && ours.replied_at === null) await changes.tell([{ email: answered, to: 'replied' }])
    }
    if (lead !== null && !isAutomatic && (writer !== undefined || isReply))
      await this.#tell(email, lead, { isReply, isNew: at >= place.connectedAt })
  }

  async #tell(email: Email, id: string, { isReply, isNew }: { readonly isReply: boolean; readonly isNew: boolean }): Promise<void> {
    const { records } = this.#uses
    const { unit } = records
    // Of one that was deleted meanwhile nothing is told or changed.
    const [before] = await records.whole.findBy(Contact, 'id', [id], { lock: true })
    if (!before) return
    const set = {
      ...(isReply && { total_email_replies: before.total_email_replies + 1 }),
      ...(isNew && { last_activity_at: unit.now, last_contacted_at: unit.now }),
    }
    if (Object.keys(set).length > 0) await project(records.whole, Contact, { where: { id }, set })
    if (!isNew) return
    const contact = { ...before, ...set }
    const { subject, snippet, mailbox, deal_id, campaign_id, sequence_id, workflow_id, reply_to_email_id } = email
    const data = {
      ...contactEvents.summary(contact),
      contact_id: id,
      email_id: email.id,
      channel: 'email',
      subject,
      snippet,
      mailbox,
      in_copy: 'false',
      deal_id,
      campaign_id,
      sequence_id,
      workflow_id,
      reply_to_email_id,
    }
    const record = JSON.stringify(presentContact(contact, unit.now))
    const types = isReply ? ['contact.email_received', 'contact.replied'] : ['contact.email_received']
    await records.whole.append(types.map((type) => draftOf(type, { type: 'contact', id }, data, record, unit)))
  }

  #emailOf(
    { read, at }: Arrived,
    { mailbox }: Placed,
    { message_id, followed: { thread, ours } }: Found,
  ): Omit<Email, 'direction' | 'status'> {
    const { records, ids } = this.#uses
    const { unit } = records
    const id = ids.next()
    const date = read.date ?? at
    const text = bodyText(read.text.slice(0, BODY)) ?? ''
    const html = read.html === null ? null : bodyText(read.html.slice(0, BODY))
    return {
      ...initials(emailFields),
      id,
      user_from: unit.actor.organization,
      message_id,
      thread_id: thread ?? id,
      references: read.references.slice(-19).map((each) => `<${each}>`),
      mailbox: mailbox.address,
      mailbox_id: mailbox.id,
      owner_email: mailbox.owner_email,
      from: read.from?.address ?? null,
      to: read.to.map(({ address }) => address),
      cc: read.cc.map(({ address }) => address),
      bcc: read.bcc.map(({ address }) => address),
      subject: headerText(read.subject, 998),
      text,
      html,
      snippet: headerText(read.snippet, 200) || null,
      attachments: read.files.slice(0, 100).map(({ name, media_type, bytes }) => ({ name: name ?? 'file', media_type, bytes })),
      reply_to_email_id: ours?.id ?? null,
      deal_id: ours?.deal_id ?? null,
      company_id: ours?.company_id ?? null,
      campaign_id: ours?.campaign_id ?? null,
      sequence_id: ours?.sequence_id ?? null,
      enrollment_id: ours?.enrollment_id ?? null,
      workflow_id: ours?.workflow_id ?? null,
      // A clock that is ahead must not put a message into the future.
      sent_at: date > unit.now ? unit.now : date,
      created_by: mailbox.owner_email ?? 'system',
      created_at: unit.now,
    }
  }
}

/** What is known of a message before it is stored. */
interface Found {
  readonly message_id: string
  readonly followed: Followed
  readonly people: ReadonlyMap<string, string>
}

function addressesOf({ from, to, cc, bcc }: Pick<ReadMessage, 'from' | 'to' | 'cc' | 'bcc'>): string[] {
  return [...new Set([...(from ? [from] : []), ...to, ...cc, ...bcc].map(({ address }) => address))]
}
