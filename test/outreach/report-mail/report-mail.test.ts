import { type Actor, type Api, scopes } from 'rapport-crm'
import { describe, expect, it } from 'vitest'
import { letterOf } from '../../../core/outreach/report-mail/letter.ts'
import { ada, describeStorages, type Open } from '../../support/storages.ts'
import { campaignDesk } from '../campaigns/desk.ts'

type NewReportSchedule = NonNullable<Parameters<Api['reports']['create']>[0]['schedule']>

const daily = { frequency: 'daily' as const, time: '08:00', recipients: ['ben@acme.test', 'Cyd@partner.example'] }

/** An organization in Vienna with three deals and a report that is sent every day. The clock begins at 9:00 UTC, 10:00 in Vienna. */
async function reporting(open: Open, schedule: NewReportSchedule = daily) {
  const desk = await campaignDesk(open)
  const { api } = desk
  await api.organization.update({ timezone: 'Europe/Vienna' })
  for (const [source, amount] of [
    ['web', 100],
    ['web', 50],
    ['fair', 7],
  ] as const)
    await api.deals.create({ name: 'Deal', source, amount })
  const report = await api.reports.create({
    name: 'Deals by source',
    object: 'deals',
    group_by: [{ field: 'source' }],
    measures: [{ measure: 'count' }, { measure: 'sum', field: 'amount' }],
    schedule,
  })
  await desk.tick()
  const sent = async () => {
    const { emails } = await api.emails.list({ limit: 100 })
    return await Promise.all(emails.map(({ id }) => api.emails.get({ id })))
  }
  return { ...desk, id: report.id, report: () => api.reports.get({ id: report.id }), sent }
}

describeStorages('a report with a schedule', (open) => {
  it('is sent to each recipient, as a table with all rows in a file, once for each day', async () => {
    const { report, sent, clock, tick, mailer } = await reporting(open)
    expect(await report()).toMatchObject({ scheduled_by: ada.user, next_run_at: '2026-01-16T07:00:00.000Z', last_sending: null })
    expect(await sent()).toEqual([])
    clock.advance('22 hours')
    await tick()
    await tick()
    expect(mailer.left.map(({ to }) => to).toSorted()).toEqual(['ben@acme.test', 'cyd@partner.example'])
    const [message] = await sent()
    expect(message).toMatchObject({ subject: 'Deals by source · 2026-01-16', purpose: 'personal', status: 'sent' })
    expect(message?.html).toContain('<td style="padding:4px 12px 4px 0;border-bottom:1px solid #ddd;text-align:right">150</td>')
    expect(message?.text).toContain('web\t2\t150')
    expect(mailer.left[0]?.raw).toContain('filename=Deals-by-source-2026-01-16.csv')
    expect(await report()).toMatchObject({
      next_run_at: '2026-01-17T07:00:00.000Z',
      last_sending: { at: '2026-01-16T07:00:00.000Z', queued: 2, reason: null },
    })
    clock.advance('24 hours')
    await tick()
    expect(mailer.left).toHaveLength(4)
  })

  it('is sent on Mondays or on the first of a month, where the organization is', async () => {
    const weekly = await reporting(open, { ...daily, frequency: 'weekly' })
    // 15 January 2026 is a Thursday.
    expect(await weekly.report()).toMatchObject({ next_run_at: '2026-01-19T07:00:00.000Z' })
    await weekly.api.reports.update({ id: weekly.id, schedule: { frequency: 'monthly', recipients: ['ben@acme.test'] } })
    expect(await weekly.report()).toMatchObject({ next_run_at: null })
    await weekly.tick()
    expect(await weekly.report()).toMatchObject({ next_run_at: '2026-02-01T08:00:00.000Z' })
  })

  it('stops when it has none any longer, or is deleted', async () => {
    const { api, id, report, clock, tick, mailer } = await reporting(open)
    await api.reports.update({ id, schedule: null })
    expect(await report()).toMatchObject({ schedule: null, scheduled_by: null, next_run_at: null })
    await api.reports.update({ id, schedule: daily })
    await api.reports.delete({ id })
    clock.advance('3 days')
    await tick()
    expect(mailer.left).toEqual([])
  })

  it('says why it was not sent, and tells whoever set its schedule', async () => {
    const { api, report, clock, tick, mailer } = await reporting(open)
    const reasons = async () => [(await report()).last_sending?.reason, (await api.notifications.list()).notifications[0]?.body]
    clock.advance('3 days')
    await tick()
    expect(await reasons()).toEqual(['missed', expect.stringContaining('24 hours')])
    await api.suppressions.add({ value: 'ben@acme.test' })
    clock.advance('24 hours')
    await tick()
    expect([...(await reasons()), mailer.left.map(({ to }) => to)]).toEqual([
      'blocked',
      expect.stringContaining('suppressed'),
      ['cyd@partner.example'],
    ])
  })

  it('is decided on by users who see all records only, and sent while they do', async () => {
    const { api, engine, id, report, clock, tick, mailer } = await reporting(open)
    for (const user of ['bob@acme.test', 'dan@acme.test']) await api.users.invite({ email: user })
    const own: Actor = { organization: 'acme', user: 'bob@acme.test', role: 'member', scopes: new Set(scopes), visibility: 'own' }
    const bob = engine.as(own)
    const forbidden = { code: 'forbidden' }
    await expect(bob.reports.create({ name: 'Mine', object: 'deals', schedule: daily })).rejects.toMatchObject(forbidden)
    // A recipient could have themselves sent by it what they do not see.
    await expect(bob.reports.update({ id, group_by: [{ field: 'name' }] })).rejects.toMatchObject(forbidden)
    await expect(bob.reports.update({ id, schedule: { ...daily, time: '09:00' } })).rejects.toMatchObject(forbidden)
    expect(await bob.reports.update({ id, description: 'Sent every day' })).toMatchObject({ scheduled_by: ada.user })
    const dan = engine.as({ ...own, user: 'dan@acme.test', visibility: 'all' })
    expect(await dan.reports.update({ id, limit: 5 })).toMatchObject({ scheduled_by: 'dan@acme.test' })
    const [stored] = (await api.users.list({ limit: 200 })).users.filter(({ email }) => email === 'dan@acme.test')
    await api.users.update({ id: stored?.id ?? '', visibility: 'own' })
    clock.advance('22 hours')
    await tick()
    expect(await report()).toMatchObject({ last_sending: { queued: 0, reason: 'user_gone' } })
    expect(mailer.left).toEqual([])
  })
})

describeStorages('a report that nobody can send', (open) => {
  it('says so, and is tried again at its next time', async () => {
    const { api, clock, engine } = await open()
    const { id } = await api.reports.create({ name: 'Deals', object: 'deals', schedule: daily })
    for (const _ of [1, 2]) {
      await engine.tick()
      clock.advance('24 hours')
    }
    await engine.tick()
    expect(await api.reports.get({ id })).toMatchObject({ last_sending: { queued: 0, reason: 'no_mailbox' } })
    expect((await api.notifications.list()).notifications.map(({ title }) => title)).toContain('Report “Deals” was not sent')
  })
})

describe('the message of a report', () => {
  const answer = {
    object: 'deals',
    period: { from: null, to: null, timezone: 'UTC' },
    columns: [{ name: 'source', kind: 'group', money: false } as const, { name: 'sum', kind: 'measure', money: true } as const],
    rows: Array.from({ length: 60 }, (_, at) => ({ source: at === 0 ? '<b>"x"</b>' : null, sum: at })),
    groups: 90,
    records: 90,
    currency: 'EUR',
    other_currencies: [],
    csv: 'source,sum\r\n',
  }

  it('shows the first rows as text, whatever they hold, and names a file that every system takes', () => {
    const { subject, html, attachments } = letterOf({ name: '../Ünï  <i>/ 报告', description: null } as never, answer, '2026-01-16')
    expect(subject).toBe('../Ünï <i>/ 报告 · 2026-01-16')
    expect(html).toContain('&lt;b&gt;&quot;x&quot;&lt;/b&gt;')
    expect(html.match(/<tr>/g)).toHaveLength(51)
    expect(html).toContain('2026-01-16 · EUR · 50 / 90')
    const long = letterOf(
      { name: 'Long', description: null } as never,
      { ...answer, rows: [{ source: '😀'.repeat(10_000), sum: 1 }] },
      '2026-01-16',
    )
    expect(long.html.length).toBeLessThan(2000)
    expect(long.text.isWellFormed()).toBe(true)
    expect(attachments[0]?.name).toBe('U-ni-i-2026-01-16.csv')
    expect(letterOf({ name: '报告', description: null } as never, answer, '2026-01-16').attachments[0]?.name).toBe('report-2026-01-16.csv')
  })
})
