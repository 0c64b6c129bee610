import type { Static } from '@sinclair/typebox'
import { workflowScope } from '../../automation/merge-tags/scope.ts'
import { Company } from '../../crm/companies/entity.ts'
import { ContactService } from '../../crm/contacts/service.ts'
import { DealService } from '../../crm/deals/service.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { workKeyOf } from '../../kernel/storage/units/idempotency.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import type { PersonRecord } from '../people/people.ts'
import { Letters, type LetterText } from '../templates/letters.ts'
import { faultsOfText, refuseTexts } from '../templates/text-faults.ts'
import type { Draft } from './draft.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { Email } from './entity.ts'
import { filesOf } from './given-files.ts'
import { Outbox } from './outbox.ts'
import type { EmailSending } from './schema.ts'

const MOST_RECIPIENTS = 50

type Given = Static<typeof EmailSending>

/** Sends single messages that people and programs write. */
export class EmailWriting {
  static readonly uses = {
    records: Records,
    actor: CurrentActor,
    ids: Ids,
    outbox: Outbox,
    letters: Letters,
    contacts: ContactService,
    deals: DealService,
  }
  readonly #uses: Resolved<typeof EmailWriting.uses>

  constructor(uses: Resolved<typeof EmailWriting.uses>) {
    this.#uses = uses
  }

  /**
   * Queues one message. The same input under the same idempotency key is the same message for good, also when the answer of the first call
   * is not kept any longer. Throws `not_found` for a contact or deal that is not there, `invalid_input` for texts, addresses and files that
   * cannot be sent, `no_mailbox`, and `recipient_blocked` with its reason for those who may not be written to.
   */
  async send(input: Given, reply: Reply): Promise<Email> {
    const { records, outbox, ids } = this.#uses
    const { idempotencyKey } = reply
    const key = `api:${idempotencyKey ? workKeyOf(idempotencyKey, input) : ids.next()}`
    const [known] = idempotencyKey ? await records.whole.findBy(Email, 'key', [key]) : []
    if (known) {
      reply.replayed = true
      return known
    }
    const given = withoutAliases<Omit<Given, 'contact_id'>>(input, { contact_id: 'lead_id' })
    const [queued] = await outbox.queue([{ ...(await this.#draft(given)), key }])
    if (!queued || 'no_mailbox' in queued)
      throw new CrmError('no_mailbox', 'There is no mailbox to send from: connect one (POST /mailboxes), or name one that is not disabled')
    if ('blocked' in queued)
      throw new CrmError('recipient_blocked', `A recipient may not be written to: ${queued.blocked}`, { reason: queued.blocked })
    await records.note(Email, [queued.email_id], 'queued')
    const [email] = await records.whole.findBy(Email, 'id', [queued.email_id])
    if (!email) throw new Error('A message was queued and is not there')
    return email
  }

  async #draft(given: Given): Promise<Omit<Draft, 'key'>> {
    const { records, actor, contacts, deals } = this.#uses
    const answered = await this.#answered(given.reply_to_email_id)
    const deal = given.deal_id === undefined ? null : await named('/deal_id', deals.get(given.deal_id))
    const of = given.lead_id ?? (given.to === undefined ? (answered?.lead_id ?? undefined) : undefined)
    const contact = of === undefined ? await this.#addressed(given.to) : await named('/lead_id', contacts.get(of))
    const fallback = answered?.direction === 'in' ? answered.from : contact?.primary_email
    await this.#checkMailbox(given.mailbox_id)
    const to = given.to ?? (fallback ? [fallback] : [])
    const { cc = [], bcc = [] } = given
    if (to.length === 0)
      throw invalid('/to', 'required', contact ? 'The contact has no e-mail address' : 'Give a contact (lead_id) or addresses (to)')
    if (to.length + cc.length + bcc.length > MOST_RECIPIENTS) throw invalid('/to', 'too_long', `At most ${MOST_RECIPIENTS} recipients`)
    const [company = null] = await records.findBy(Company, 'id', [deal?.company_id ?? contact?.company_id])
    const text = await this.#text(given, answered !== undefined)
    const [letter] = await this.#uses.letters.write(text, [{ contact, company, deal, owner: actor.user }])
    if (!letter) throw new Error('No letter was written')
    const due = given.scheduled_at === undefined ? records.unit.now : new Date(given.scheduled_at)
    return {
      purpose: given.purpose ?? 'personal',
      contact_id: contact?.id ?? null,
      to,
      cc,
      bcc,
      subject: letter.subject,
      html: letter.html,
      text: letter.text,
      mailbox_id: given.mailbox_id ?? null,
      owner: actor.user.toLowerCase(),
      topic: given.topic,
      track: given.track === true || given.track === 'yes',
      unsubscribe_link:
        typeof given.unsubscribe_link === 'boolean' ? (given.unsubscribe_link ? 'yes' : 'no') : (given.unsubscribe_link ?? 'no'),
      due: due < records.unit.now ? records.unit.now : due,
      reply_to_email_id: given.reply_to_email_id,
      deal_id: deal?.id ?? null,
      company_id: company?.id ?? null,
      template_id: text.template_id ?? null,
      template_version: text.template_version ?? null,
      attachments: filesOf(given.attachments),
    }
  }

  // The contact with the first address, where the caller sees one.
  async #addressed([first]: readonly string[] = []): Promise<PersonRecord | null> {
    const { contacts } = this.#uses
    const id = first === undefined ? undefined : await contacts.idByEmail(first.trim().toLowerCase())
    if (id === undefined) return null
    return await contacts.get(id).catch((error: unknown) => {
      if (error instanceof CrmError && error.code === 'not_found') return null
      throw error
    })
  }

  // Who may not see a mailbox sends nothing by it.
  async #checkMailbox(id: string | undefined): Promise<void> {
    if (id === undefined) return
    const [mailbox] = await this.#uses.records.findBy(Mailbox, 'id', [id])
    if (!mailbox) throw invalid('/mailbox_id', 'unknown_record', `No mailbox has the id ${id}`)
  }

  async #answered(id: string | undefined): Promise<Email | undefined> {
    if (id === undefined) return undefined
    const [email] = await this.#uses.records.findBy(Email, 'id', [id])
    if (!email) throw invalid('/reply_to_email_id', 'unknown_record', `No e-mail has the id ${id}`)
    return email
  }

  async #text(given: Given, isReply: boolean): Promise<LetterText & { readonly template_id?: string; readonly template_version?: number }> {
    const { template_id, subject } = given
    const [html, text] = [written(given.html), written(given.text)]
    if (subject !== undefined && /\p{Cc}/u.test(subject))
      throw invalid('/subject', 'format', 'A subject has no line ends or control characters')
    const template = template_id === undefined ? undefined : await this.#uses.letters.template(template_id)
    if (template_id !== undefined && !template) throw invalid('/template_id', 'unknown_record', `No template has the id ${template_id}`)
    if (!template && html === undefined && text === undefined) throw invalid('/html', 'required', 'Give html, text or a template_id')
    if (!template && subject === undefined && !isReply) throw invalid('/subject', 'required', 'Give a subject')
    const own = {
      subject: subject ?? template?.subject ?? '',
      html: html ?? (text === undefined ? (template?.html ?? null) : null),
      text: text ?? (html === undefined ? (template?.text ?? null) : null),
    }
    refuseTexts(faultsOfText(own, workflowScope))
    return template ? { ...own, template_id: template.template_id, template_version: template.template_version } : own
  }
}

// A record that an input names and that is not there is a fault of the input.
async function named<T>(path: string, found: Promise<T>): Promise<T> {
  try {
    return await found
  } catch (error) {
    if (error instanceof CrmError && error.code === 'not_found') throw invalid(path, 'unknown_record', error.message)
    throw error
  }
}

// A body of blanks alone is none.
function written(body: string | undefined): string | undefined {
  return body?.trim() ? body : undefined
}
