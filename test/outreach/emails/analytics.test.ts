import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { initials } from '../../../core/kernel/storage/records/new-record.ts'
import { Email, emailFields } from '../../../core/outreach/emails/entity.ts'
import { v7 } from 'uuid'
import { dayIn, seeded } from '../../insight/reports/oracle.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { withWriter, write } from '../../support/writing.ts'

const ZONE = 'America/New_York'
const ids = { next: () => v7() }
const ratio = (part: number, whole: number) =>
  whole === 0 ? null : new Decimal(part).dividedBy(whole).toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toNumber()

/** What a walk over all of them counts. */
function figures(emails: readonly Email[]) {
  const sent = emails.filter(({ sent_at }) => sent_at)
  const count = (name: 'bounced_at' | 'opened_at' | 'clicked_at' | 'replied_at' | 'unsubscribed_at') =>
    sent.filter((each) => each[name] !== null).length
  const [bounced, opened, clicked] = [count('bounced_at'), count('opened_at'), count('clicked_at')]
  const [replied, unsubscribed] = [count('replied_at'), count('unsubscribed_at')]
  const delivered = sent.length - bounced
  return {
    sent: sent.length,
    failed: emails.length - sent.length,
    bounced,
    delivered,
    opened,
    clicked,
    replied,
    unsubscribed,
    delivery_rate: ratio(delivered, sent.length),
    open_rate: ratio(opened, delivered),
    click_rate: ratio(clicked, delivered),
    reply_rate: ratio(replied, delivered),
    unsubscribe_rate: ratio(unsubscribed, delivered),
  }
}

describeStorages(
  'e-mail analytics',
  (open) => {
    it('agree with a loop over all e-mails of a period, by campaign, sequence and sender', async () => {
      const { engine, api, clock } = await open(withWriter)
      clock.set('2026-06-20T12:00:00Z')
      await api.organization.update({ timezone: ZONE })
      const random = seeded(11)
      const [campaigns, sequences] = [
        [ids.next(), ids.next(), null],
        [ids.next(), null, null],
      ]
      const boxes = ['ada@acme.test', 'bob@acme.test', 'news@acme.test']
      const contact = await api.contacts.create({ email: 'ann@one.example' })
      const maybe = (share: number, time: Date) => (random.next() < share ? time : null)
      const emails = Array.from({ length: 120 }, (): Email => {
        const time = new Date(Date.UTC(2026, 4, 1 + random.whole(60), random.whole(24), 30))
        const out = random.next() < 0.9
        const sent_at = out ? maybe(0.9, time) : time
        const failed_at = sent_at ? null : maybe(0.8, time)
        const bounced_at = sent_at && maybe(0.1, time)
        const opened_at = sent_at && !bounced_at ? maybe(0.6, time) : null
        const own = {
          id: ids.next(),
          user_from: 'acme',
          lead_id: contact.id,
        }
        const parts = { campaign_id: random.of(campaigns), sequence_id: random.of(sequences), mailbox: random.of(boxes), subject: null }
        const then = {
          sent_at,
          failed_at,
          bounced_at,
          opened_at,
          clicked_at: opened_at && maybe(0.4, time),
          replied_at: opened_at && maybe(0.3, time),
        }
        const rest = { open_count: opened_at ? 3 : 0, click_count: 0, unsubscribed_at: opened_at && maybe(0.1, time), owner_email: null }
        return {
          ...initials(emailFields),
          ...own,
          ...parts,
          ...then,
          ...rest,
          direction: out ? 'out' : 'in',
          status: 'sent',
          created_by: 'ada@acme.test',
          created_at: time,
        }
      })
      await write(engine, Email, emails)
      const log = (direction: 'in' | 'out', owner_email: string, at: string) =>
        api.activities.log({ type: 'email', direction, owner_email, at, lead_id: contact.id, subject: 'Hi' })
      await log('out', 'Ada@acme.test', '2026-06-10T09:00:00Z')
      await log('in', 'ada@acme.test', '2026-06-11T09:00:00Z')
      await log('in', 'cy@acme.test', '2026-06-11T09:00:00Z')
      await log('out', 'cy@acme.test', '2026-04-11T09:00:00Z')
      await api.activities.log({ type: 'call', direction: 'out', lead_id: contact.id, at: '2026-06-10T09:00:00Z' })

      const [from, to] = ['2026-05-20', '2026-06-15']
      const answer = await api.analytics.email({ from, to })
      const own = emails.filter(({ direction, sent_at, failed_at }) => {
        const at = sent_at ?? failed_at
        const day = at && dayIn(ZONE, at)
        return direction === 'out' && day !== null && day >= from && day <= to
      })
      expect(own.length).toBeGreaterThan(30)
      expect(answer.period).toEqual({ from, to, timezone: ZONE })
      expect(answer.total).toEqual({ ...figures(own), logged_sent: 1, logged_received: 2 })
      const grouped = (name: 'campaign_id' | 'sequence_id') =>
        [...Map.groupBy(own, (each) => each[name])]
          .filter(([id]) => id !== null)
          .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
          .map(([id, some]) => ({ [name]: id, ...figures(some) }))
      expect(answer.campaigns).toEqual(grouped('campaign_id'))
      expect(answer.sequences).toEqual(grouped('sequence_id'))
      const logged: Record<string, object> = {
        'ada@acme.test': { logged_sent: 1, logged_received: 1 },
        'cy@acme.test': { logged_sent: 0, logged_received: 1 },
      }
      expect(answer.senders).toEqual(
        [...new Set([...own.map(({ mailbox }) => mailbox), 'cy@acme.test'])].toSorted().map((sender) => ({
          sender,
          ...figures(own.filter(({ mailbox }) => mailbox === sender)),
          ...(logged[sender] ?? { logged_sent: 0, logged_received: 0 }),
        })),
      )
      const none = await engine.as({ ...ada, organization: 'other' }).analytics.email({ period: 'all' })
      expect(none).toMatchObject({ total: { sent: 0, logged_sent: 0, open_rate: null }, campaigns: [], senders: [] })
      await expect(api.analytics.email({ from: to, to: from })).rejects.toMatchObject({ code: 'invalid_input' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
