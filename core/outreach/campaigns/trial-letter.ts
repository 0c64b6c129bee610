import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { initials } from '../../kernel/storage/records/new-record.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { type Email, emailFields } from '../emails/entity.ts'
import { headerText, messageIdOf } from '../emails/identity.ts'
import { MailboxChoice } from '../mailboxes/choice.ts'
import { OutreachSecrets } from '../secrets/outreach-secrets.ts'
import { type MailboxRoute, Routes } from '../sending/routes.ts'
import { Consents } from '../suppressions/consents.ts'
import { Letters } from '../templates/letters.ts'
import { UNSUBSCRIBE_URL } from '../templates/unsubscribe-url.ts'
import { Audience } from './audience.ts'
import { Campaign } from './entity.ts'
import { bodiesOf, IssueTexts } from './issue-texts.ts'
import { type Reader, Readers } from './readers.ts'
import { CampaignService, refuseEmpty } from './service.ts'

/** What a test is asked for. */
export interface Trial {
  readonly id: string
  readonly to: readonly string[]
  readonly variant?: string | undefined
  readonly contact_id?: string | undefined
}
/** A test that is ready to be sent. */
export interface TrialLetter extends MailboxRoute {
  readonly subject: string
  readonly html: string | null
  readonly text: string | null
  /** One for each address, and why it is not sent, if that is so. Nothing of it is stored. */
  readonly emails: readonly { readonly address: string; readonly email: Email; readonly blocked: string | null }[]
}

const nobody = { contact: null, company: null }

/** Writes the test of a campaign as a recipient would get it, in a unit of work in which nothing else is stored. */
export class TrialLetters {
  static readonly uses = {
    records: Records,
    actor: CurrentActor,
    ids: Ids,
    settings: Settings,
    campaigns: CampaignService,
    audience: Audience,
    readers: Readers,
    texts: IssueTexts,
    letters: Letters,
    choice: MailboxChoice,
    routes: Routes,
    consents: Consents,
    secrets: OutreachSecrets,
  }
  readonly #uses: Resolved<typeof TrialLetters.uses>

  constructor(uses: Resolved<typeof TrialLetters.uses>) {
    this.#uses = uses
  }

  /** `plain` is the text of the campaign's own HTML. Throws `not_found`, `invalid_input` where it says nothing, `no_mailbox`. */
  async write({ id, to, variant, contact_id }: Trial, plain: string | null): Promise<TrialLetter> {
    const { records, campaigns, choice, routes, settings } = this.#uses
    const campaign = await campaigns.get(id)
    refuseEmpty(campaign)
    await campaigns.refuseFaults(campaign)
    if (variant !== undefined && !campaign.variants.some((each) => each.id === variant))
      throw invalid('/variant', 'not_allowed', 'The campaign has no such variant')
    const owner = campaign.owner_email ?? campaign.created_by
    const [mailbox] = await choice.choose([{ mailbox_id: campaign.mailbox_id, owners: [owner, this.#uses.actor.user] }])
    const route = mailbox && (await routes.of(mailbox))
    if (!route)
      throw new CrmError('no_mailbox', 'There is no mailbox to send from: connect one (POST /mailboxes), or name one that is not disabled')
    const texts = await this.#uses.texts.pin(campaign, plain)
    const text = texts && (await this.#uses.texts.of({ texts: [...texts] }, variant ?? campaign.variants[0]?.id ?? null))
    if (!text) throw invalid('/template_id', 'unknown_record', 'A template that it sends is gone')
    const reader = await this.#reader(campaign, contact_id)
    const [values = {}] = await this.#uses.letters.values(text, [{ ...reader, owner }])
    const { html, text: body } = bodiesOf(text, values, campaign.utm)
    const subject = headerText(`[Test] ${Letters.filled({ subject: text.subject, html: null, text: null }, values).subject}`, 998)
    await records.note(Campaign, [campaign.id], 'test_sent', { addresses: [null, to.length] })
    // No message has a link to unsubscribe here: it leads nowhere.
    const withoutLink = (each: string | null) => each?.replaceAll(UNSUBSCRIBE_URL, `${settings.publicUrl}/u/test`) ?? null
    const emails = await this.#emails(campaign, route, to, subject)
    return { ...route, subject, html: withoutLink(html), text: withoutLink(body), emails }
  }

  async #reader(campaign: Campaign, id: string | undefined): Promise<Reader | typeof nobody> {
    const { readers, audience } = this.#uses
    const wanted = (id ?? (await audience.first(campaign)))?.toLowerCase()
    const reader = wanted === undefined ? undefined : (await readers.of([wanted])).get(wanted)
    if (id !== undefined && !reader) throw invalid('/contact_id', 'unknown_record', `There is no contact with the id ${id}`)
    return reader ?? nobody
  }

  async #emails(campaign: Campaign, { mailbox }: MailboxRoute, to: readonly string[], subject: string) {
    const { records, ids, secrets, consents } = this.#uses
    const addresses = [...new Set(to.map((each) => each.trim().toLowerCase()))]
    const asked = addresses.map((address) => ({ address, contact_id: null }))
    const reasons = await consents.judge(asked, 'personal', campaign.topic)
    const secret = await secrets.of('messages')
    return addresses.map((address, at) => {
      const id = ids.next()
      const key = `campaign-test:${id}`
      const email: Email = {
        ...initials(emailFields),
        id,
        key,
        user_from: records.unit.actor.organization,
        message_id: messageIdOf(secret, key, mailbox.address),
        direction: 'out',
        status: 'queued',
        mailbox: mailbox.address,
        from: mailbox.address,
        from_name: headerText(campaign.from_name ?? mailbox.name ?? '', 200) || null,
        reply_to: campaign.reply_to ?? mailbox.reply_to,
        to: [address],
        subject,
        created_by: records.unit.actor.user,
        created_at: records.unit.now,
      }
      return { address, email, blocked: reasons[at] ?? null }
    })
  }
}
