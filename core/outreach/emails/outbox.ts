import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { initials } from '../../kernel/storage/records/new-record.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { User } from '../../platform/access/entity.ts'
import { MailboxChoice } from '../mailboxes/choice.ts'
import type { Mailbox } from '../mailboxes/entity.ts'
import { Consents } from '../suppressions/consents.ts'
import { OutreachSecrets } from '../secrets/outreach-secrets.ts'
import { textOfHtml } from '../templates/bodies.ts'
import { ContactAddresses } from './contact-addresses.ts'
import type { Draft, Queued } from './draft.ts'
import { Email, EmailContact, emailFields, EmailFile } from './entity.ts'
import { EmailChanges } from './changes.ts'
import type { Bodies } from './followers.ts'
import { bodyText, headerText, messageIdOf, referencesTo, replySubject } from './identity.ts'
import { snippetOf } from './snippet.ts'

const DAY_MS = 86_400_000
// Messages of the engine itself that are looked at; forms limit how many there can be.
const MOST_ASKED = 10_000

/** What of the storage drafts are made into messages with. */
interface Known {
  readonly secret: Buffer
  readonly answered: ReadonlyMap<string, Email>
  readonly names: ReadonlyMap<string, string>
}

/** Takes messages that are to be sent, in the unit of work of whoever has them sent. */
export class Outbox {
  static readonly uses = {
    records: Records,
    ids: Ids,
    choice: MailboxChoice,
    secrets: OutreachSecrets,
    addresses: ContactAddresses,
    changes: EmailChanges,
    consents: Consents,
  }
  readonly #uses: Resolved<typeof Outbox.uses>

  constructor(uses: Resolved<typeof Outbox.uses>) {
    this.#uses = uses
  }

  /**
   * Stores messages as `queued`, each once for its key, and answers for each draft what became of it, in their order. A draft is judged by
   * consent and needs a mailbox; neither is thrown. Any number of drafts, in a few statements.
   */
  async queue(drafts: readonly Draft[]): Promise<readonly Queued[]> {
    const { records } = this.#uses
    if (drafts.length === 0) return []
    const keys = new Set(drafts.map(({ key }) => key))
    const known = new Map((await records.whole.findBy(Email, 'key', keys)).map(({ key, id }) => [key, id]))
    const fresh = [...new Map(drafts.filter(({ key }) => !known.has(key)).map((each) => [each.key, each])).values()]
    const refused = await this.#judge(fresh)
    const mailboxes = await this.#mailboxes(fresh)
    const wanted = fresh.flatMap((draft, at) => {
      const mailbox = mailboxes[at]
      return mailbox && !refused[at] ? [{ draft, mailbox }] : []
    })
    const made = await this.#store(wanted)
    const became = new Map<string, Queued>(fresh.map((draft, at) => [draft.key, this.#unsent(refused[at], mailboxes[at])]))
    for (const [key, id] of [...known, ...made]) if (key !== null) became.set(key, { email_id: id })
    return drafts.map(({ key }) => became.get(key) ?? { no_mailbox: true })
  }

  /** Cancels those of these messages that are still queued; any others stay as they are. */
  async cancel(ids: readonly string[], reason: string): Promise<void> {
    const found = await this.#uses.records.whole.findBy(Email, 'id', ids, { lock: true })
    const queued = found.filter(({ status, direction }) => direction === 'out' && status === 'queued')
    await this.#uses.changes.write(
      queued.map((before) => ({
        before,
        changes: { status: 'cancelled', due_at: null, waiting_for: null, error: { code: reason, text: 'Cancelled before it was sent' } },
      })),
    )
  }

  #unsent(reason: string | null | undefined, mailbox: Mailbox | undefined): Queued {
    return reason ? { blocked: reason } : mailbox ? { blocked: 'unknown' } : { no_mailbox: true }
  }

  /** Why each draft may not be sent: of its recipients, the first reason. */
  async #judge(drafts: readonly Draft[]): Promise<(string | null)[]> {
    const reasons: (string | null)[] = drafts.map(() => null)
    const groups = Map.groupBy(drafts.keys(), (at) => JSON.stringify([drafts[at]?.purpose, drafts[at]?.topic ?? null]))
    for (const places of groups.values()) {
      const asked = places.flatMap((at) =>
        addressesOf(drafts[at]).map((address, nth) => ({ at, address, contact_id: nth === 0 ? (drafts[at]?.contact_id ?? null) : null })),
      )
      const first = drafts[places[0] ?? 0]
      if (!first) continue
      const answers = await this.#uses.consents.judge(asked, first.purpose, first.topic ?? null)
      for (const [nth, { at }] of asked.entries()) reasons[at] ??= answers[nth] ?? null
    }
    const spent = await this.#askedToday(drafts)
    for (const [at, draft] of drafts.entries())
      if (draft.purpose === 'system' && addressesOf(draft).some((each) => spent.has(each))) reasons[at] ??= 'once_a_day'
    return reasons
  }

  /** Addresses that had a message of the engine itself in the last 24 hours: strangers can ask for those, and nobody is to get many. */
  async #askedToday(drafts: readonly Draft[]): Promise<ReadonlySet<string>> {
    if (!drafts.some(({ purpose }) => purpose === 'system')) return new Set()
    const { whole } = this.#uses.records
    const since = whole.codec(Email).toColumn('created_at', new Date(whole.unit.now.getTime() - DAY_MS))
    const rows = await whole.columns(Email, ['to', 'cc', 'bcc'], (query) =>
      query
        .where('purpose', '=', 'system')
        .where('created_at', '>', since)
        .where('status', 'not in', ['cancelled', 'failed'])
        .limit(MOST_ASKED),
    )
    return new Set(rows.flatMap(addressesOf))
  }

  async #mailboxes(drafts: readonly Draft[]): Promise<readonly (Mailbox | undefined)[]> {
    const ids = drafts.flatMap(({ contact_id }) => (contact_id === null ? [] : [contact_id]))
    const people = await this.#uses.addresses.people(ids)
    return await this.#uses.choice.choose(
      drafts.map(({ mailbox_id, owner, contact_id }) => ({ mailbox_id, owners: [owner, people.get(contact_id ?? '')?.assigned_to] })),
    )
  }

  async #store(wanted: readonly { readonly draft: Draft; readonly mailbox: Mailbox }[]): Promise<ReadonlyMap<string, string>> {
    if (wanted.length === 0) return new Map()
    const { records, ids, addresses, secrets } = this.#uses
    const answers = wanted.flatMap(({ draft }) => draft.reply_to_email_id ?? [])
    const answered = new Map((await records.whole.findBy(Email, 'id', answers)).map((each) => [each.id, each]))
    const owners = new Set(wanted.map(({ draft }) => draft.owner))
    const names = new Map((await records.whole.findBy(User, 'email', owners)).map((user) => [user.email, user.name ?? '']))
    const known: Known = { secret: await secrets.of('messages'), answered, names }
    const emails = await Promise.all(wanted.map(({ draft, mailbox }) => this.#emailOf(draft, mailbox, known)))
    await records.insert(Email, emails)
    const files = wanted.flatMap(({ draft }, at) => {
      const { id: email_id = '', user_from = '' } = emails[at] ?? {}
      return (draft.attachments ?? []).map(({ name, media_type, content, content_id = null }, position) => ({
        id: ids.next(),
        user_from,
        email_id,
        position,
        name,
        media_type,
        content_id,
        content: Buffer.from(content).toString('base64'),
      }))
    })
    if (files.length > 0) await records.insert(EmailFile, files)
    await records.insert(EmailContact, await addresses.contactsOf(emails))
    return new Map(emails.map(({ key, id }) => [key ?? '', id]))
  }

  async #emailOf(draft: Draft, mailbox: Mailbox, { secret, answered, names }: Known): Promise<Email> {
    const { records, ids } = this.#uses
    const id = ids.next()
    const { to, cc = [], bcc = [], due } = draft
    const parent = answered.get(draft.reply_to_email_id ?? '')
    const subject = draft.subject === '' && parent ? replySubject(parent.subject) : draft.subject
    const { html, text } = await signed({ html: bodyText(draft.html), text: bodyText(draft.text) }, draft, mailbox)
    const name = draft.from_name ?? mailbox.name ?? names.get(draft.owner) ?? ''
    const files = draft.attachments ?? []
    return {
      ...initials(emailFields),
      ...idsOf(draft),
      id,
      user_from: records.unit.actor.organization,
      key: draft.key,
      message_id: messageIdOf(secret, draft.key, mailbox.address),
      thread_id: parent ? (parent.thread_id ?? parent.id) : id,
      references: parent ? referencesTo(parent) : [],
      direction: 'out',
      status: 'queued',
      mailbox: mailbox.address,
      mailbox_id: mailbox.id,
      from: mailbox.address,
      from_name: headerText(name, 200) || null,
      reply_to: draft.reply_to ?? mailbox.reply_to,
      to: [...to],
      cc: [...cc],
      bcc: [...bcc],
      subject: headerText(subject, 998),
      html: draft.without_bodies ? null : html,
      text: draft.without_bodies ? null : text,
      snippet: snippetOf(text, html),
      purpose: draft.purpose,
      topic: draft.topic ?? null,
      owner_email: draft.owner,
      track_opens: draft.track,
      track_clicks: draft.track,
      unsubscribe_link: draft.unsubscribe_link,
      scheduled_at: due,
      due_at: due,
      rank: draft.campaign_id ? 2 : draft.workflow_id || draft.sequence_id ? 1 : 0,
      recipients: addressesOf(draft).map((address) => ({ address, status: 'pending', code: null, text: null })),
      attachments: files.map((file) => ({ name: file.name, media_type: file.media_type, bytes: file.content.byteLength })),
      created_by: records.unit.actor.user,
      created_at: records.unit.now,
    }
  }
}

/** All addresses of a message in lower case, each once: those that it is for, then the copies. */
export function addressesOf(draft: Pick<Draft, 'to' | 'cc' | 'bcc'> | undefined): string[] {
  const all = [...(draft?.to ?? []), ...(draft?.cc ?? []), ...(draft?.bcc ?? [])]
  return [...new Set(all.map((each) => each.trim().toLowerCase()))]
}

/** The bodies with the signature of the mailbox, under what is written to one person: by hand, or by a workflow or sequence without a template. */
async function signed({ html, text }: Bodies, draft: Draft, { signature }: Mailbox): Promise<Bodies> {
  const isWritten = draft.purpose === 'personal' || (draft.template_id ?? null) === null
  if (!signature || !isWritten || draft.purpose === 'system' || draft.campaign_id) return { html, text }
  return {
    html: html === null ? null : withinBody(html, `<div class="signature">${signature}</div>`),
    text: text === null ? null : `${text.trimEnd()}\n\n-- \n${await textOfHtml(signature)}\n`,
  }
}

function withinBody(html: string, more: string): string {
  const end = html.toLowerCase().lastIndexOf('</body')
  return end === -1 ? `${html}${more}` : `${html.slice(0, end)}${more}${html.slice(end)}`
}

function idsOf(draft: Draft) {
  return {
    lead_id: draft.contact_id,
    deal_id: draft.deal_id ?? null,
    company_id: draft.company_id ?? null,
    campaign_id: draft.campaign_id ?? null,
    sequence_id: draft.sequence_id ?? null,
    enrollment_id: draft.enrollment_id ?? null,
    step_id: draft.step_id ?? null,
    variant: draft.variant ?? null,
    workflow_id: draft.workflow_id ?? null,
    run_id: draft.run_id ?? null,
    template_id: draft.template_id ?? null,
    template_version: draft.template_version ?? null,
    reply_to_email_id: draft.reply_to_email_id ?? null,
  }
}
