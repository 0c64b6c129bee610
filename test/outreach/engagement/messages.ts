import { type Core, Records } from 'rapport-crm'
import { pages } from 'rapport-crm/pages'
import { v7 } from 'uuid'
import { initials } from '../../../core/kernel/storage/records/new-record.ts'
import { Email, EmailContact, emailFields } from '../../../core/outreach/emails/entity.ts'
import { prepareHtml } from '../../../core/outreach/links/prepare.ts'
import { tokenOf } from '../../../core/outreach/links/tokens.ts'
import { OutreachSecrets } from '../../../core/outreach/secrets/outreach-secrets.ts'
import { Unsubscriber } from '../../../core/outreach/unsubscribes/unsubscriber.ts'
import type { TestClock } from '../../support/clock.ts'
import { inUnit } from '../in-unit.ts'

const unit = inUnit({ records: Records, secrets: OutreachSecrets, unsubscriber: Unsubscriber })
export const { options, run } = unit

/** A message that was just sent to a contact, decorated as it went out. */
export async function sent(
  engine: Core,
  clock: TestClock,
  { html = '<a href="https://one.example/?a=1&amp;b">1</a>', ...given }: Partial<Email> & { readonly html?: string } = {},
): Promise<{ readonly email: Email; readonly out: { readonly html: string } }> {
  const id = v7({ msecs: clock.now().getTime() })
  const email: Email = {
    ...initials(emailFields),
    id,
    user_from: 'acme',
    key: id,
    direction: 'out',
    status: 'sent',
    mailbox: 'ada@acme.test',
    subject: 'Hello',
    purpose: 'marketing',
    track_opens: true,
    track_clicks: true,
    sent_at: clock.now(),
    created_by: 'ada@acme.test',
    created_at: clock.now(),
    ...given,
  }
  // The engine of a test is an `Engine`.
  return await run(engine as never, async ({ records, secrets }) => {
    const secret = await secrets.of('links')
    const address = (kind: 'open' | 'click' | 'unsubscribe', index = 0) => tokenOf(secret, 'acme', kind, id, index)
    const out = prepareHtml(html, {
      linkUrl: (index) => `https://crm.example/t/c/${address('click', index)}`,
      pixelUrl: `https://crm.example/t/o/${address('open')}.gif`,
      unsubscribeUrl: `https://crm.example/u/${address('unsubscribe')}`,
      unsubscribeLabel: 'Unsubscribe',
    })
    const links = out.links.map((each) => ({ ...each, click_count: 0 }))
    await records.insert(Email, [{ ...email, links }])
    if (email.lead_id)
      await records.insert(EmailContact, [
        { id: v7(), user_from: 'acme', email_id: id, contact_id: email.lead_id, in_copy: false, sent_at: email.sent_at },
      ])
    return { email, out }
  })
}

/** The message as it is stored now. */
export const stored = async (engine: Core, id: string): Promise<Email> =>
  await run(engine as never, async ({ records }) => (await records.findBy(Email, 'id', [id]))[0]!)

export const person = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

/** Asks for a public address of the engine. */
export function visitor(engine: Core) {
  const site = pages(engine, { limits: { perAddress: 100_000, perToken: 100_000 } })
  return async (url: string, { ip = '203.0.113.7', agent = person, ...init }: RequestInit & { ip?: string; agent?: string } = {}) => {
    const headers = { 'user-agent': agent, ...(init.headers as Record<string, string>) }
    return await site.fetch(new Request(new URL(url, 'https://crm.example'), { ...init, headers }), { ip })
  }
}

export const addressesIn = ({ html }: { readonly html: string }) => ({
  pixel: /src="([^"]*\/t\/o\/[^"]*)"/.exec(html)?.[1] ?? '',
  links: [...html.matchAll(/href="([^"]*\/t\/c\/[^"]*)"/g)].map(([, url = '']) => url),
  unsubscribe: /href="([^"]*\/u\/[^"]*)"/.exec(html)?.[1] ?? '',
})
