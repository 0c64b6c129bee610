import type { Resolved } from '../../kernel/operation/operation.ts'
import { html } from '../../kernel/operation/html.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { languageOf } from '../../commerce/printing/words.ts'
import { ConsentLog } from '../../crm/contacts/consent-log.ts'
import { ContactService } from '../../crm/contacts/service.ts'
import { Email } from '../emails/entity.ts'
import { Outbox } from '../emails/outbox.ts'
import { Suppressions } from '../suppressions/service.ts'
import { type Form, FormSubmission } from './entity.ts'
import { codeOf } from './judge.ts'
import type { Person } from './records.ts'
import { formWords } from './words.ts'

/** For how long a consent can be confirmed. */
export const CONFIRM_MS = 7 * 86_400_000

/** Consents that count once they were confirmed by the link of an e-mail. */
export class OptIns {
  static readonly uses = {
    records: Records,
    settings: Settings,
    outbox: Outbox,
    contacts: ContactService,
    consents: ConsentLog,
    suppressions: Suppressions,
  }
  readonly #uses: Resolved<typeof OptIns.uses>

  constructor(uses: Resolved<typeof OptIns.uses>) {
    this.#uses = uses
  }

  /** Asks the person by e-mail, with the submission; where no mailbox can send, the consent stays open. */
  async ask(form: Form, submission: Pick<FormSubmission, 'id'>, contact: Person): Promise<void> {
    const address = contact.primary_email
    if (address === null) return
    const { outbox, settings, records } = this.#uses
    const words = formWords[languageOf(undefined, form.locale, contact.language)]
    const title = form.title ?? form.name
    const link = `${settings.publicUrl}/f/${form.token}/confirm/${codeOf(form, submission)}`
    const said = [words.mailText.replace('{form}', () => title), form.consent?.text ?? '', words.mailLink, link, words.mailIgnore]
    await outbox.queue([
      {
        key: keyOf(submission),
        purpose: 'system',
        contact_id: contact.id,
        to: [address],
        subject: words.mailSubject
          .replace('{form}', () => title)
          .replaceAll(/\s+/g, ' ')
          .slice(0, 200),
        html: html`${said.map((each) => html`<p>${each === link ? html`<a href="${link}">${link}</a>` : each}</p>`)}`.text,
        text: said.join('\n\n'),
        mailbox_id: null,
        owner: form.assign_to ?? form.created_by,
        track: false,
        unsubscribe_link: 'no',
        due: records.unit.now,
      },
    ])
  }

  /** Keeps the consent that the person has confirmed, which also lifts what was withdrawn before; repeated, it changes nothing. */
  async confirm(form: Form, submission: FormSubmission): Promise<void> {
    const { records, contacts, consents, suppressions } = this.#uses
    if (submission.opt_in !== 'pending' || submission.contact_id === null) return
    const { topic = 'marketing', version = '1' } = form.consent ?? {}
    const contact = await contacts.forChange(submission.contact_id)
    const proof = { id: contact.id, state: 'subscribed', source: `form:${form.id}`, text_version: version } as const
    const lifted = ['all', 'email'].filter((each) => contact.consents[each]?.state === 'unsubscribed')
    for (const each of [topic, ...lifted]) await consents.set({ ...proof, topic: each })
    // Of the address that has got the link: the contact may have another one by now, of which nobody has said anything.
    const [asked] = await records.whole.findBy(Email, 'key', [keyOf(submission)])
    for (const address of asked?.to ?? []) await suppressions.lift(address, topic)
    await records.update(FormSubmission, [{ before: submission, changes: { opt_in: 'confirmed', opted_in_at: records.unit.now } }])
  }
}

/** The key of the message that asks for the consent of a submission. */
const keyOf = ({ id }: Pick<FormSubmission, 'id'>) => `form:${id}`
