import { expect, it } from 'vitest'
import { nextRun } from '../../../core/outreach/campaigns/timing.ts'
import { placeOf } from '../../../core/outreach/campaigns/freezing.ts'
import { winnerOf } from '../../../core/outreach/campaigns/deciding.ts'
import { TestClock } from '../../support/clock.ts'
import { describeStorages } from '../../support/storages.ts'
import { visitor } from '../engagement/messages.ts'
import { campaignDesk, everybody } from './desk.ts'

describeStorages('campaigns', (open) => {
  it('that recur go to whoever is in them when an issue begins, each once a day', async () => {
    const all = await campaignDesk(open)
    const [ann, ben, cyd] = await all.contacts('ann@one.example', 'ben@one.example', 'cyd@one.example')
    const list = await all.api.lists.create({ name: 'One', object: 'contacts', ids: [ann!] })
    const { id } = await all.campaign({
      kind: 'recurring',
      audience: { list_ids: [list.id] },
      schedule: { frequency: 'daily', time: '08:00', timezone: 'Europe/Vienna' },
    })
    expect(await all.api.campaigns.schedule({ id })).toMatchObject({ recipients: 1, next_run_at: '2026-01-16T07:00:00.000Z' })
    expect(await all.api.campaigns.add({ id, ids: [ben!, cyd!] })).toEqual({
      results: [
        { lead_id: ben, added: true },
        { lead_id: cyd, added: true },
      ],
    })
    expect(await all.api.campaigns.add({ id, ids: [ben!] })).toEqual({
      results: [{ lead_id: ben, added: false, reason: 'already_subscribed' }],
    })
    await all.api.campaigns.remove({ id, contactId: cyd! })
    all.clock.advance('22 hours')
    await all.tick()
    expect(all.addresses()).toEqual(['ann@one.example', 'ben@one.example'])
    expect(await all.api.campaigns.get({ id })).toMatchObject({ status: 'scheduled', next_run_at: '2026-01-17T07:00:00.000Z' })
    await all.api.campaigns.remove({ id, contactId: ann! })
    await all.api.campaigns.add({ id, ids: [cyd!] })
    all.clock.advance('24 hours')
    await all.tick()
    expect(all.addresses().slice(2)).toEqual(['ben@one.example', 'cyd@one.example'].toSorted())
    const { issues } = await all.api.campaigns.stats({ id })
    expect(issues).toEqual([
      { issue: '2026-01-17', recipients: 2, sent: 2 },
      { issue: '2026-01-16', recipients: 2, sent: 2 },
    ])
    expect(await all.api.campaigns.stats({ id, issue: '2026-01-16' })).toMatchObject({ recipients: 2, sent: 2 })
    expect(await all.api.campaigns.delete({ id })).toEqual({ deleted: true })
    all.clock.advance('24 hours')
    await all.tick()
    expect(all.mailer.left).toHaveLength(4)
  })

  it('begin what fell due while an issue was at work, up to a day late', async () => {
    const all = await campaignDesk(open)
    await all.contacts(...Array.from({ length: 8 }, (_, at) => `c${at}@one.example`))
    const variants = [
      { id: 'a', subject: 'A' },
      { id: 'b', subject: 'B' },
    ]
    const test = { percent: 50, metric: 'opened' as const, after_hours: 30 }
    const { id } = await all.campaign({ kind: 'recurring', variants, test, schedule: { frequency: 'daily', time: '08:00' } })
    await all.api.campaigns.schedule({ id })
    all.clock.advance('23 hours')
    await all.tick()
    all.clock.advance('30 hours')
    await all.tick()
    await all.tick()
    const { issues } = await all.api.campaigns.stats({ id })
    expect(issues.map(({ issue, recipients }) => [issue, recipients])).toEqual([
      ['2026-01-17', 8],
      ['2026-01-16', 8],
    ])
    expect(await all.api.campaigns.get({ id })).toMatchObject({ status: 'sending' })
    expect((await all.api.notifications.list()).notifications).toEqual([])
  })

  it('tell of starts that are left out because an issue was at work for more than a day behind them', async () => {
    const all = await campaignDesk(open)
    await all.contacts(...Array.from({ length: 8 }, (_, at) => `c${at}@one.example`))
    const variants = [
      { id: 'a', subject: 'A' },
      { id: 'b', subject: 'B' },
    ]
    const test = { percent: 50, metric: 'opened' as const, after_hours: 54 }
    const { id } = await all.campaign({ kind: 'recurring', variants, test, schedule: { frequency: 'daily', time: '08:00' } })
    await all.api.campaigns.schedule({ id })
    all.clock.advance('23 hours')
    await all.tick()
    all.clock.advance('54 hours')
    await all.tick()
    await all.tick()
    const { issues } = await all.api.campaigns.stats({ id })
    expect(issues.map(({ issue }) => issue)).toEqual(['2026-01-18', '2026-01-16'])
    const { notifications } = await all.api.notifications.list()
    expect(notifications).toMatchObject([{ type: 'campaign.missed', title: 'Campaign “News” has left out starts' }])
  })

  it('begin no later because they were scheduled again, or paused and resumed', async () => {
    const all = await campaignDesk(open)
    await all.contacts('ann@one.example')
    const { id } = await all.campaign({ kind: 'recurring', schedule: { frequency: 'daily', time: '18:00' } })
    const next = async (at?: string) => (await all.api.campaigns.schedule({ id, ...(at !== undefined && { at }) })).next_run_at
    expect([await next(), await next()]).toEqual(['2026-01-15T18:00:00.000Z', '2026-01-15T18:00:00.000Z'])
    await all.api.campaigns.pause({ id })
    expect(await all.api.campaigns.resume({ id })).toMatchObject({ next_run_at: '2026-01-15T18:00:00.000Z' })
    // A time that is one of its own is the first, any other comes before the first.
    expect(await next('2026-02-01T18:00:00Z')).toBe('2026-02-01T18:00:00.000Z')
    expect(await next('2026-02-01T18:00:01Z')).toBe('2026-02-02T18:00:00.000Z')
  })

  it('are paused where a start was missed by a day, and go on at their next time when they are resumed', async () => {
    const all = await campaignDesk(open)
    await all.contacts('ann@one.example')
    const { id } = await all.campaign({ kind: 'recurring', schedule: { frequency: 'daily', time: '18:00' } })
    await all.api.campaigns.schedule({ id })
    all.clock.set('2026-01-17T12:00:00Z')
    await all.tick()
    expect(await all.api.campaigns.get({ id })).toMatchObject({ status: 'paused', reason: 'missed' })
    const { notifications } = await all.api.notifications.list()
    expect(notifications).toMatchObject([
      { type: 'campaign.paused', body: expect.stringMatching(/Resume it to go on at its next time\.$/) },
    ])
    expect(await all.api.campaigns.resume({ id })).toMatchObject({ status: 'scheduled', next_run_at: '2026-01-17T18:00:00.000Z' })
    await all.tick()
    expect(all.addresses()).toEqual([])
  })

  it('have an issue for each day, also where the clocks leave out the time of one and it comes on the next', async () => {
    const all = await campaignDesk(open, { clock: new TestClock('2026-03-28T12:00:00Z') })
    await all.contacts('ann@one.example')
    const schedule = { frequency: 'daily' as const, time: '23:30', timezone: 'America/Nuuk' }
    const { id } = await all.campaign({ kind: 'recurring', schedule })
    expect(await all.api.campaigns.schedule({ id })).toMatchObject({ next_run_at: '2026-03-29T01:30:00.000Z' })
    all.clock.set('2026-03-29T01:30:00Z')
    await all.tick()
    expect(await all.api.campaigns.get({ id })).toMatchObject({ next_run_at: '2026-03-30T00:30:00.000Z' })
    all.clock.set('2026-03-30T00:30:00Z')
    await all.tick()
    const { issues } = await all.api.campaigns.stats({ id })
    expect(issues.map(({ issue, sent }) => [issue, sent])).toEqual([
      ['2026-03-29', 1],
      ['2026-03-28', 1],
    ])
  })

  it('follow a merge of contacts, also where both were in them and got an issue, and go back when it is undone', async () => {
    const all = await campaignDesk(open)
    const [ann = '', ben = '', cyd = ''] = await all.contacts('ann@one.example', 'ben@one.example', 'cyd@one.example')
    const schedule = { frequency: 'daily' as const, time: '08:00' }
    const { id } = await all.campaign({ kind: 'recurring', audience: {}, schedule })
    const other = await all.campaign({ kind: 'recurring', audience: everybody, schedule })
    await all.api.campaigns.add({ id, ids: [ben] })
    await all.api.campaigns.add({ id: other.id, ids: [ann, ben] })
    for (const each of [id, other.id]) await all.api.campaigns.schedule({ id: each })
    all.clock.advance('23 hours')
    await all.tick()
    expect(all.addresses()).toEqual(['ann@one.example', 'ben@one.example', 'ben@one.example', 'cyd@one.example'])
    const { merge_id } = await all.api.contacts.merge({ id: ann, merge_ids: [ben, cyd] })
    expect((await all.api.campaigns.recipients({ id })).recipients).toMatchObject([{ lead_id: ann, status: 'sent' }])
    // Each of the others has a row of its own in this issue already.
    expect((await all.api.campaigns.recipients({ id: other.id })).recipients.map(({ lead_id }) => lead_id).toSorted()).toEqual(
      [ann, ben, cyd].toSorted(),
    )
    all.clock.advance('24 hours')
    await all.tick()
    expect(all.mailer.left.slice(4).map(({ to }) => to)).toEqual(['ann@one.example', 'ann@one.example'])
    await all.api.merges.undo({ id: merge_id })
    all.clock.advance('24 hours')
    await all.tick()
    expect(
      all.mailer.left
        .slice(6)
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(['ann@one.example', 'ben@one.example', 'ben@one.example', 'cyd@one.example'])
  })

  it('end for who unsubscribes from their topic by one of their messages', async () => {
    const all = await campaignDesk(open)
    const [ann] = await all.contacts('ann@one.example', 'ben@one.example')
    const schedule = { frequency: 'daily' as const, time: '08:00' }
    const { id } = await all.campaign({ kind: 'recurring', audience: everybody, schedule, topic: 'news' })
    const other = await all.campaign({ kind: 'recurring', schedule, topic: 'offers', audience: {} })
    for (const each of [id, other.id]) await all.api.campaigns.add({ id: each, ids: [ann!] })
    await all.api.campaigns.schedule({ id })
    all.clock.advance('23 hours')
    await all.tick()
    const raw = all.mailer.left.find(({ to }) => to === 'ann@one.example')?.raw ?? ''
    const token = /List-Unsubscribe: <https:\/\/crm.acme.test\/u\/([\w-]+)>/.exec(raw)?.[1] ?? ''
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await visitor(all.engine)(`/u/${token}`, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })
    expect(await all.api.campaigns.stats({ id })).toMatchObject({ unsubscribed: 1, sent: 2 })
    expect((await all.api.campaigns.add({ id, ids: [ann!] })).results).toMatchObject([{ added: false, reason: 'unsubscribed' }])
    expect((await all.api.campaigns.add({ id: other.id, ids: [ann!] })).results).toMatchObject([{ reason: 'already_subscribed' }])
    all.clock.advance('24 hours')
    await all.tick()
    expect(all.addresses()).toEqual(['ann@one.example', 'ben@one.example', 'ben@one.example'])
  })

  it('try variants on a part, and send the rest the fallback where the figures do not tell', async () => {
    const all = await campaignDesk(open)
    await all.contacts(...Array.from({ length: 30 }, (_, at) => `c${at}@one.example`))
    const variants = [
      { id: 'a', subject: 'A' },
      { id: 'b', subject: 'B' },
    ]
    const test = { percent: 50, metric: 'opened' as const, after_hours: 4, fallback: 'b' }
    const { id } = await all.campaign({ variants, test })
    await all.api.campaigns.schedule({ id })
    await all.tick()
    const tried = all.mailer.left.length
    expect(tried).toBeGreaterThan(5)
    expect(tried).toBeLessThan(25)
    expect(await all.api.campaigns.get({ id })).toMatchObject({ status: 'sending', winner: null, stats: { pending: 30 - tried } })
    all.clock.advance('3 hours')
    await all.tick()
    expect(all.mailer.left).toHaveLength(tried)
    all.clock.advance('1 hour')
    await all.tick()
    const after = await all.api.campaigns.get({ id })
    expect(after).toMatchObject({ status: 'sent', winner: { variant: 'b', inconclusive: true, metric: 'opened' }, stats: { sent: 30 } })
    const rest = all.mailer.left.slice(tried)
    expect(rest.every(({ raw }) => /^Subject: B\r$/m.test(raw))).toBe(true)
    const stats = await all.api.campaigns.stats({ id })
    expect(stats.variants.map(({ variant }) => variant)).toEqual(['a', 'b'])
    expect(stats.variants.reduce((sum, { sent }) => sum + sent, 0)).toBe(30)
  })

  it('are refused with a pointer where they cannot be sent', async () => {
    const all = await campaignDesk(open)
    const company = await all.api.lists.create({ name: 'Firms', object: 'companies', type: 'static' })
    const deal = await all.api.emailTemplates.create({ name: 'Deal', subject: 'S', html: '<p>{{deal.name}}</p>' })
    const nobody = '018f5b4e-0000-7000-8000-000000000000'
    const faults = async (more: object) =>
      await all.api.campaigns.create({ name: 'N', ...more }).then(
        () => [],
        (error: { details: { errors: { path: string; code: string }[] } }) =>
          error.details.errors.map(({ path, code }) => `${path} ${code}`),
      )
    expect(await faults({ audience: { list_ids: [company.id, nobody] } })).toEqual([
      '/audience/list_ids/0 not_allowed',
      '/audience/list_ids/1 unknown_record',
    ])
    expect(await faults({ audience: { filter: { field: 'nothing', op: 'eq', value: 1 } } })).toEqual([
      expect.stringMatching(/^\/audience\/filter\/field /),
    ])
    expect(await faults({ template_id: deal.id })).toEqual([expect.stringMatching(/^\/template_id /)])
    expect(await faults({ template_id: nobody, mailbox_id: nobody })).toEqual(['/template_id unknown_record', '/mailbox_id unknown_record'])
    expect(await faults({ html: '{{event.type}}', subject: 'A\nB' })).toEqual(['/html not_available', '/subject format'])
    expect(await faults({ schedule: { frequency: 'daily', time: '09:00' } })).toEqual(['/schedule/frequency not_allowed'])
    expect(await faults({ kind: 'recurring', schedule: { frequency: 'monthly', time: '09:00' } })).toEqual(['/schedule/day required'])
    expect(await faults({ kind: 'recurring', schedule: { frequency: 'weekly', time: '09:00' } })).toEqual(['/schedule/weekday required'])
    expect(await faults({ variants: [{ id: 'a' }, { id: 'a', subject: 'S' }] })).toEqual([
      '/variants/0/subject required',
      '/variants/1/id duplicate',
    ])
    expect(await faults({ test: { percent: 10, metric: 'opened', after_hours: 1 } })).toEqual(['/test not_allowed'])
    const { id } = await all.campaign({ html: null, template_id: null })
    await expect(all.api.campaigns.schedule({ id })).rejects.toMatchObject({ details: { errors: [{ path: '/template_id' }] } })
    await all.api.campaigns.update({ id, html: '<p>Hi</p>' })
    await expect(all.api.campaigns.schedule({ id })).rejects.toMatchObject({ details: { errors: [{ path: '/audience', code: 'empty' }] } })
    await expect(all.api.campaigns.add({ id, ids: [nobody] })).rejects.toMatchObject({ code: 'conflict' })
    await expect(all.api.lists.delete({ id: company.id })).resolves.toMatchObject({ deleted: true })
  })

  it('are tested at addresses without a trace: no message, event or figure', async () => {
    const all = await campaignDesk(open)
    await all.contacts('ann@one.example')
    await all.api.suppressions.add({ value: 'no@acme.test', kind: 'manual' })
    const { id } = await all.campaign({ html: '<p>Hi {{contact.first_name}} <a href="{{unsubscribe_url}}">out</a></p>' })
    const { events } = await all.api.events.list({ limit: 100 })
    expect(await all.api.campaigns.test({ id, to: ['ann@one.example', 'no@acme.test'] })).toEqual({
      subject: '[Test] Hello ann',
      results: [
        { address: 'ann@one.example', ok: true, text: '250 Fine' },
        { address: 'no@acme.test', ok: false, text: 'Not sent: manual' },
      ],
    })
    await all.tick()
    expect(all.addresses()).toEqual(['ann@one.example'])
    expect(all.mailer.left[0]?.raw).toContain('https://crm.acme.test/u/test')
    expect((await all.api.emails.list()).emails).toEqual([])
    expect((await all.api.events.list({ limit: 100 })).events).toHaveLength(events.length)
  })

  it('are joined and left by steps of workflows', async () => {
    const all = await campaignDesk(open)
    const [ann] = await all.contacts('ann@one.example')
    const recurring = await all.campaign({ kind: 'recurring', audience: {}, schedule: { frequency: 'daily', time: '08:00' } })
    const once = await all.campaign()
    const steps = [
      { id: 's1', type: 'add_to_mailing', config: { campaign_id: recurring.id } },
      { id: 's2', type: 'add_to_mailing', config: { campaign_id: once.id } },
      { id: 's3', type: 'remove_from_mailing', config: { campaign_id: recurring.id } },
      { id: 's4', type: 'remove_from_mailing', config: { campaign_id: recurring.id } },
    ]
    const workflow = await all.api.workflows.create({ name: 'W', trigger: { type: 'contact.deleted' }, steps })
    await all.api.workflows.activate({ id: workflow.id })
    const { results } = await all.api.workflows.enroll({ id: workflow.id, ids: [ann!] })
    await all.tick()
    const run = await all.api.workflowRuns.get({ id: (results[0] as { run_id: string }).run_id })
    expect(run.steps.map(({ status }) => status)).toEqual(['done', 'skipped', 'done', 'skipped'])
  })
})

it('the best variant is chosen where its interval lies above all others, and 100 got each', () => {
  const test = { percent: 20, metric: 'clicked' as const, after_hours: 4, fallback: 'b' }
  const chosen = (...figures: (readonly [string, number, number])[]) => {
    const { variant, inconclusive } = winnerOf(
      figures.map(([id, sent, count]) => ({ id, sent, count })),
      test,
      new Date(0),
    )
    return `${variant}${inconclusive ? ' (fallback)' : ''}`
  }
  expect(chosen(['a', 1000, 100], ['b', 1000, 50])).toBe('a')
  expect(chosen(['a', 1000, 70], ['b', 1000, 50])).toBe('b (fallback)')
  expect(chosen(['a', 99, 90], ['b', 1000, 50])).toBe('b (fallback)')
  expect(chosen(['a', 100, 60], ['b', 100, 30])).toBe('a')
  expect(chosen(['a', 1000, 20], ['b', 1000, 50], ['c', 1000, 120])).toBe('c')
  expect(chosen(['a', 1000, 20], ['b', 1000, 110], ['c', 1000, 120])).toBe('b (fallback)')
})

it('variants get equal parts of their share, whoever asks again', () => {
  const campaign = { id: 'x', variants: [{ id: 'a' }, { id: 'b' }], test: { percent: 20, metric: 'opened' as const, after_hours: 1 } }
  const places = Array.from({ length: 10_000 }, (_, at) => placeOf(campaign, String(at)))
  const of = (variant: string | null) => places.filter((each) => each.variant === variant).length
  for (const [variant, share] of [
    ['a', 0.1],
    ['b', 0.1],
    [null, 0.8],
  ] as const)
    expect(Math.abs(of(variant) / 10_000 - share)).toBeLessThan(0.02)
  expect(placeOf(campaign, '7')).toEqual(places[7])
  expect(placeOf({ ...campaign, variants: [], test: null }, '7')).toEqual({ variant: null, step: 0 })
})

it('recurring campaigns keep the time of the wall clock, and a month without the day has its last one', async () => {
  const next = async (schedule: Parameters<typeof nextRun>[0], after: string) =>
    (await nextRun(schedule, 'UTC', new Date(after)))?.toISOString()
  const monthly = { frequency: 'monthly' as const, time: '08:30', day: 31, timezone: 'Europe/Vienna' }
  expect(await next(monthly, '2026-01-31T07:30:00Z')).toBe('2026-02-28T07:30:00.000Z')
  expect(await next(monthly, '2026-02-28T07:30:00Z')).toBe('2026-03-31T06:30:00.000Z')
  expect(await next(monthly, '2026-12-31T08:00:00Z')).toBe('2027-01-31T07:30:00.000Z')
  const daily = { frequency: 'daily' as const, time: '02:30', timezone: 'Europe/Vienna' }
  expect(await next(daily, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z')
  expect(await next(daily, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(await next({ frequency: 'weekly', weekday: 0, time: '09:00' }, '2026-01-15T09:00:00Z')).toBe('2026-01-18T09:00:00.000Z')
  expect(await nextRun({}, 'UTC', new Date(0))).toBeNull()
})
