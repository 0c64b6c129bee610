import { prepareHtml } from '../links/prepare.ts'
import { returnPathOf } from '../links/return-path.ts'
import { tokenOf } from '../links/tokens.ts'
import { prepareText, unsubscribeHeaders, unsubscribeLabel, unsubscribeMailto } from '../links/unsubscribing.ts'
import { UNSUBSCRIBE_URL } from '../templates/unsubscribe-url.ts'
import type { Email } from '../emails/entity.ts'
import type { Bodies } from '../emails/followers.ts'

/** By what links of messages are made. */
export interface LinkSettings {
  readonly secret: Buffer
  /** Where the public pages are; links of messages need it, for a path leads nowhere in a mail. */
  readonly base: string
  readonly language: string | null
  /** Opens and clicks of these are counted: who has withdrawn the topic `tracking` gets neither pixel nor links. */
  readonly tracked: boolean
  /** Where the mailbox is read: the address to which people may write to unsubscribe. */
  readonly inbox?: string | undefined
  /** The address for reports, with `{token}` in it; null: that of the sender. */
  readonly returnPath?: string | null | undefined
}

/** A message that is ready to be composed. */
export interface Ready {
  readonly html: string | null
  readonly text: string | null
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly links: readonly { readonly index: number; readonly url: string }[]
  /** Where reports go. */
  readonly envelopeFrom: string
}

/** Rewrites links, adds the pixel and the ways to unsubscribe; of the same message always the same. */
export function decorate(email: Email, { html: given, text: plain }: Bodies, settings: LinkSettings): Ready {
  const { secret, base, language, tracked, inbox, returnPath } = settings
  const token = (kind: Parameters<typeof tokenOf>[2], index = 0) => tokenOf(secret, email.user_from, kind, email.id, index)
  const named = [given, plain].some((each) => each?.includes(UNSUBSCRIBE_URL))
  const wantsOut = named || email.campaign_id !== null || email.unsubscribe_link !== 'no'
  const visible = email.unsubscribe_link === 'yes' || (email.campaign_id !== null && email.unsubscribe_link !== 'header')
  const unsubscribeUrl = wantsOut ? `${base}/u/${token('unsubscribe')}` : undefined
  const mailto = inbox === undefined ? undefined : unsubscribeMailto(inbox, token('unsubscribe'))
  const label = visible ? unsubscribeLabel(language) : undefined
  const filled = (body: string | null) => (body && unsubscribeUrl !== undefined ? body.replaceAll(UNSUBSCRIBE_URL, unsubscribeUrl) : body)
  const [html, text] = [filled(given), filled(plain)]
  const prepared =
    html === null
      ? { html, links: [] }
      : prepareHtml(html, {
          ...(tracked && email.track_clicks && { linkUrl: (index: number) => `${base}/t/c/${token('click', index)}` }),
          ...(tracked && email.track_opens && { pixelUrl: `${base}/t/o/${token('open')}.gif` }),
          unsubscribeUrl,
          unsubscribeLabel: label,
        })
  const body = text !== null && unsubscribeUrl !== undefined && label !== undefined ? prepareText(text, unsubscribeUrl, label) : text
  const headers = [
    // Without an address of the web there is nothing that a mail program could call.
    ...(wantsOut ? unsubscribeHeaders(base === '' ? undefined : unsubscribeUrl, mailto) : []),
    ...(email.campaign_id === null ? [] : [['Feedback-ID', feedbackId(email)] as const]),
  ]
  const envelopeFrom = returnPath ? returnPathOf(returnPath, secret, email.user_from, email.id) : (email.from ?? email.mailbox)
  return { html: prepared.html, text: body, headers, links: prepared.links, envelopeFrom }
}

function feedbackId({ campaign_id, user_from, mailbox }: Email): string {
  const parts = [campaign_id ?? '', user_from, 'campaign', mailbox.slice(mailbox.lastIndexOf('@') + 1)]
  return parts.map((each) => each.replaceAll(/[^\w.-]/g, '_')).join(':')
}
