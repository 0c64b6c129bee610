import type { Resolved } from '../../kernel/operation/operation.ts'
import { amongGiven } from '../../kernel/storage/records/any-of.ts'
import { givenTo } from '../../kernel/storage/schema/given-to.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { addParameters, type UtmParameters } from '../links/utm.ts'
import type { Bodies } from '../emails/followers.ts'
import { Letters, type LetterText } from '../templates/letters.ts'
import { UNSUBSCRIBE_URL } from '../templates/unsubscribe-url.ts'
import type { Campaign } from './entity.ts'
import type { Pinned } from './parts-schema.ts'
import { CampaignIssue, CampaignRecipient, NO_VARIANT } from './rows.ts'
import type { Email } from '../emails/entity.ts'

const shown = ['campaign_id', 'issue', 'texts', 'utm'] as const

/** The texts with which issues were begun, and what is made of them. */
export class IssueTexts {
  static readonly uses = { records: Records, letters: Letters }
  readonly #uses: Resolved<typeof IssueTexts.uses>
  readonly #versions = new Map<string, LetterText | undefined>()

  constructor(uses: Resolved<typeof IssueTexts.uses>) {
    this.#uses = uses
  }

  /**
   * What a campaign says now, for each variant; undefined where a template is gone. `plain` is the text of its own HTML, where nobody has
   * written one.
   */
  async pin(campaign: Campaign, plain: string | null): Promise<readonly Pinned[] | undefined> {
    const variants = campaign.variants.length > 0 ? campaign.variants : [{ id: NO_VARIANT, subject: undefined, template_id: undefined }]
    const pinned: Pinned[] = []
    for (const { id, subject, template_id: own } of variants) {
      const template_id = own ?? campaign.template_id
      const template = template_id === null ? null : await this.#uses.letters.template(template_id.toLowerCase())
      if (template === undefined) return undefined
      const { html, text } = own === undefined ? campaign : { html: null, text: null }
      pinned.push({
        variant: id,
        subject: subject ?? (own === undefined ? campaign.subject : null),
        html,
        text: text ?? (html === null ? null : plain),
        template_id: template?.template_id ?? null,
        template_version: template?.template_version ?? null,
      })
    }
    return pinned
  }

  /** The text of a variant, with its template in the version with which it was begun. */
  async of({ texts }: Pick<CampaignIssue, 'texts'>, variant: string | null): Promise<(LetterText & Pinned) | undefined> {
    const pinned = texts.find((each) => each.variant === (variant ?? NO_VARIANT)) ?? texts[0]
    if (!pinned) return undefined
    const template = await this.#template(pinned)
    return {
      ...pinned,
      subject: pinned.subject ?? template?.subject ?? '',
      html: pinned.html ?? (pinned.text === null ? (template?.html ?? null) : null),
      text: pinned.text ?? template?.text ?? (pinned.html === null ? '' : null),
    }
  }

  /** Makes the bodies of messages again, by the values that were kept with their recipients. */
  async make(emails: readonly Email[]): Promise<ReadonlyMap<string, Bodies>> {
    const { whole } = this.#uses.records
    const own = emails.filter(({ campaign_id }) => campaign_id !== null)
    const bodies = new Map<string, Bodies>()
    if (own.length === 0) return bodies
    const recipients = await whole.findBy(
      CampaignRecipient,
      'email_id',
      own.map(({ id }) => id),
    )
    const issues = await this.#issues(recipients)
    for (const { email_id, campaign_id, issue: name, variant, values } of recipients) {
      const issue = issues.find((each) => each.campaign_id === campaign_id && each.issue === name)
      const text = issue && (await this.of(issue, variant))
      if (text && email_id !== null) bodies.set(email_id, bodiesOf(text, values ?? {}, issue.utm))
    }
    return bodies
  }

  async #issues(recipients: readonly CampaignRecipient[]) {
    const { whole } = this.#uses.records
    const { dialect } = whole
    const values = [new Set(recipients.map(({ campaign_id }) => campaign_id)), new Set(recipients.map(({ issue }) => issue))].map((each) =>
      givenTo(dialect, each),
    )
    const rows = await whole.rows('texts of issues', values, (db, campaigns, issues) =>
      db
        .selectFrom(CampaignIssue.table)
        .select([...shown])
        .where(amongGiven('campaign_id', 'uuid', campaigns, dialect))
        .where(amongGiven('issue', 'text', issues, dialect)),
    )
    const codec = whole.codec(CampaignIssue)
    return rows.map((row) => codec.pick(row, shown))
  }

  async #template({ template_id, template_version }: Pinned): Promise<LetterText | undefined> {
    if (template_id === null || template_version === null) return undefined
    const key = `${template_id} ${template_version}`
    if (!this.#versions.has(key)) this.#versions.set(key, await this.#uses.letters.template(template_id, template_version))
    return this.#versions.get(key)
  }
}

/** The bodies of one message, before links are counted. */
export function bodiesOf(text: LetterText, values: Parameters<typeof Letters.filled>[1], utm: CampaignIssue['utm']): Bodies {
  const { html, text: plain } = Letters.filled(text, values)
  return utm ? addParameters({ html, text: plain }, parametersOf(utm), UNSUBSCRIBE_URL) : { html, text: plain }
}

function parametersOf(utm: NonNullable<CampaignIssue['utm']>): UtmParameters {
  const named = Object.entries(utm).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named.map(([name, value]) => [`utm_${name}`, String(value)]))
}
